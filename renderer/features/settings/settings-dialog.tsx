/** Everything a person may set. Each change holds at once; there is nothing to confirm. */
import type { Settings } from '../../../engine/protocol/shell';
import { languages, useTranslate } from '../../i18n/translate';
import { updateSettings } from '../../store/operations';
import { set, useStore } from '../../store/store';
import { Dialog } from '../../ui/dialog';
import { Check, Choice, Field, Select } from '../../ui/fields';
import { FormatChecks, KeepChecks } from '../export/export-choices';
import { CorrectingSection } from './correcting-section';
import { ReaderChoice } from './reader-choice';
import styles from './settings.module.css';

export function SettingsDialog() {
  const t = useTranslate();
  const settings = useStore((state) => state.settings);
  const version = useStore((state) => state.version);
  const languageOptions: readonly { value: Settings['language']; label: string }[] = [
    { value: 'system', label: t('settings.language.system') },
    { value: 'en', label: languages.en },
    { value: 'pt', label: languages.pt },
  ];
  const threadOptions = [0, 1, 2, 4, 6, 8, 12, 16].map((count) => ({
    value: String(count),
    label: count === 0 ? t('settings.threads.auto') : String(count),
  }));
  return (
    <Dialog title={t('settings.title')} width="narrow" onClose={() => set({ dialog: undefined })}>
      <section className={styles.section}>
        <h3>{t('settings.appearance')}</h3>
        <Field label={t('settings.theme')}>
          <Choice
            name={t('settings.theme')}
            value={settings.theme}
            options={[
              { value: 'system', label: t('settings.theme.system') },
              { value: 'light', label: t('settings.theme.light') },
              { value: 'dark', label: t('settings.theme.dark') },
            ]}
            onChange={(theme) => void updateSettings({ theme })}
          />
        </Field>
        <Field label={t('settings.language')}>
          <Select
            label={t('settings.language')}
            value={settings.language}
            options={languageOptions}
            onChange={(language) => void updateSettings({ language })}
          />
        </Field>
        <Field label={t('settings.textSize')}>
          <input
            type="range"
            min={12}
            max={32}
            className={styles.range}
            aria-label={t('settings.textSize')}
            value={settings.textSize}
            onChange={(event) => void updateSettings({ textSize: Number(event.target.value) })}
          />
          <output className={styles.value}>{settings.textSize}</output>
        </Field>
        <Check
          label={t('settings.letterKeys')}
          note={t('settings.letterKeys.note')}
          checked={settings.letterKeys}
          onChange={(letterKeys) => void updateSettings({ letterKeys })}
        />
      </section>
      <section className={styles.section}>
        <h3>{t('settings.reading')}</h3>
        <Check
          label={t('settings.readOnOpen')}
          checked={settings.readOnOpen}
          onChange={(readOnOpen) => void updateSettings({ readOnOpen })}
        />
        <ReaderChoice />
        <Field label={t('settings.existing')}>
          <Choice
            name={t('settings.existing')}
            value={settings.existingText}
            options={[
              { value: 'read', label: t('existing.read') },
              { value: 'keep', label: t('existing.keep') },
              { value: 'mix', label: t('existing.mix') },
            ]}
            onChange={(existingText) => void updateSettings({ existingText })}
          />
        </Field>
        <Field label={t('settings.threads')}>
          <Select
            label={t('settings.threads')}
            value={String(settings.threads)}
            options={threadOptions}
            onChange={(threads) => void updateSettings({ threads: Number(threads) })}
          />
          <small className={styles.note}>{t('settings.threads.note')}</small>
        </Field>
      </section>
      <CorrectingSection />
      <section className={styles.section}>
        <h3>{t('settings.export')}</h3>
        <Field label={t('export.formats')}>
          <FormatChecks />
        </Field>
        <Field label={t('export.keep')}>
          <KeepChecks />
        </Field>
      </section>
      <p className={styles.note}>
        {t('app.name')} {version}
      </p>
    </Dialog>
  );
}
