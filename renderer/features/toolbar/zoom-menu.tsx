/** How large the page is shown, and the usual sizes to choose from. */
import { useTranslate } from '../../i18n/translate';
import { set, useStore } from '../../store/store';
import styles from './toolbar.module.css';

const steps = [50, 75, 100, 150, 200, 300];

export function ZoomMenu() {
  const t = useTranslate();
  const mode = useStore((state) => state.zoomMode);
  const percent = useStore((state) => Math.round(state.zoom * 100));
  const value = mode === 'custom' ? String(percent) : mode;
  return (
    <select
      className={styles.zoom}
      aria-label={t('page.zoom')}
      value={value}
      onChange={({ target }) => {
        if (target.value === 'fit' || target.value === 'width') set({ zoomMode: target.value });
        else set({ zoomMode: 'custom', zoom: Number(target.value) / 100 });
      }}
    >
      <option value="fit">{t('action.zoom-fit')}</option>
      <option value="width">{t('action.zoom-width')}</option>
      {mode === 'custom' && !steps.includes(percent) && <option value={value}>{percent} %</option>}
      {steps.map((step) => (
        <option key={step} value={String(step)}>
          {step} %
        </option>
      ))}
    </select>
  );
}
