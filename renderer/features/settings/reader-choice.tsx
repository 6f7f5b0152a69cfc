/** Which reader reads, and how it decodes; only where there is more than one to choose from. */
import { useTranslate } from '../../i18n/translate';
import { updateSettings } from '../../store/operations';
import { useStore } from '../../store/store';
import { Field, Select } from '../../ui/fields';
import styles from './settings.module.css';

const modes = ['self-speculative', 'autoregressive', 'parallel'] as const;

export function ReaderChoice() {
  const t = useTranslate();
  const readers = useStore((state) => state.status?.readers);
  const { model, decode } = useStore((state) => state.settings);
  const usable = (readers ?? []).filter((reader) => reader.usable);
  if (usable.length < 2) return null;
  const chosen = usable.find(({ id }) => id === model);
  const nameOf = (id: string, name: string): string => {
    if (id === 'lines' || id === 'nano') return t(`settings.model.${id}`);
    return id === name ? name : `${id} (${name})`;
  };
  return (
    <>
      <Field label={t('settings.model')}>
        <Select
          label={t('settings.model')}
          value={chosen?.id ?? ''}
          options={[
            { value: '', label: t('settings.model.auto') },
            ...usable.map(({ id, name }) => ({ value: id, label: nameOf(id, name) })),
          ]}
          onChange={(id) => void updateSettings({ model: id })}
        />
        <small className={styles.note}>{t('settings.model.note')}</small>
      </Field>
      {(chosen?.decodesTokens ?? true) && (
        <Field label={t('settings.decode')}>
          <Select
            label={t('settings.decode')}
            value={decode}
            options={modes.map((mode) => ({ value: mode, label: t(`settings.decode.${mode}`) }))}
            onChange={(mode) => void updateSettings({ decode: mode })}
          />
        </Field>
      )}
    </>
  );
}
