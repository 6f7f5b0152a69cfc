/** How large the page is shown, and the usual sizes to choose from. */
import { useTranslate } from '../../i18n/translate';
import { set, useStore } from '../../store/store';
import { Select } from '../../ui/fields';

const steps = [50, 75, 100, 150, 200, 300];

export function ZoomMenu() {
  const t = useTranslate();
  const mode = useStore((state) => state.zoomMode);
  const percent = useStore((state) => Math.round(state.zoom * 100));
  const percents = mode === 'custom' && !steps.includes(percent) ? [percent, ...steps] : steps;
  return (
    <Select
      quiet
      label={t('page.zoom')}
      value={mode === 'custom' ? String(percent) : mode}
      options={[
        { value: 'fit', label: t('action.zoom-fit') },
        { value: 'width', label: t('action.zoom-width') },
        ...percents.map((step) => ({ value: String(step), label: `${step} %` })),
      ]}
      onChange={(value) => {
        if (value === 'fit' || value === 'width') set({ zoomMode: value });
        else set({ zoomMode: 'custom', zoom: Number(value) / 100 });
      }}
    />
  );
}
