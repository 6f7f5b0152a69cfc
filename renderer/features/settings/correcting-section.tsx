/** Settings of correcting: how many words are marked, spelling with its dictionaries, a person's own words. */
import { useEffect, useState } from 'react';
import type { DictionaryInfo } from '../../../engine/protocol/requests/spelling';
import type { Settings } from '../../../engine/protocol/shell';
import { useTranslate } from '../../i18n/translate';
import { attempt, updateSettings } from '../../store/operations';
import {
  addOwnDictionary,
  fetchDictionaries,
  fetchOwnWords,
  removeOwnDictionary,
  removeOwnWord,
} from '../../store/spelling';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Check, Choice, Field, Select } from '../../ui/fields';
import styles from './settings.module.css';

const levels: readonly Settings['doubtMarks'][] = ['none', 'few', 'usual', 'many'];

export function CorrectingSection() {
  const t = useTranslate();
  const settings = useStore((state) => state.settings);
  const turn = useStore((state) => state.spellingTurn);
  const [dictionaries, setDictionaries] = useState<readonly DictionaryInfo[]>([]);
  const [words, setWords] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dictionaries and words may have changed
  useEffect(() => {
    void attempt(async () => {
      setDictionaries(await fetchDictionaries());
      setWords(await fetchOwnWords());
    });
  }, [turn]);
  const own = dictionaries.filter(({ source }) => source === 'own');
  const languages = [
    { value: '', label: t('settings.spellingLanguage.auto') },
    ...dictionaries.map(({ language, name }) => ({ value: language, label: name })),
  ];
  return (
    <section className={styles.section}>
      <h3>{t('settings.correcting')}</h3>
      <Field label={t('settings.doubtMarks')}>
        <Choice
          name={t('settings.doubtMarks')}
          value={settings.doubtMarks}
          options={levels.map((value) => ({ value, label: t(`settings.doubtMarks.${value}`) }))}
          onChange={(doubtMarks) => void updateSettings({ doubtMarks })}
        />
        <small className={styles.note}>{t('settings.doubtMarks.note')}</small>
      </Field>
      <Check
        label={t('settings.spellCheck')}
        note={t('settings.spellCheck.note')}
        checked={settings.spellCheck}
        onChange={(spellCheck) => void updateSettings({ spellCheck })}
      />
      <Field label={t('settings.spellingLanguage')}>
        <Select
          label={t('settings.spellingLanguage')}
          value={settings.spellingLanguage}
          options={languages}
          onChange={(spellingLanguage) => void updateSettings({ spellingLanguage })}
        />
      </Field>
      <Field label={t('settings.dictionaries')}>
        {own.map(({ language, name }) => (
          <Button
            key={language}
            kind="quiet"
            aria-label={t('settings.dictionaries.remove', { name })}
            onClick={() => void removeOwnDictionary(language)}
          >
            {name} ✕
          </Button>
        ))}
        <Button onClick={() => void addOwnDictionary()}>{t('settings.dictionaries.add')}</Button>
        <small className={styles.note}>{t('settings.dictionaries.note')}</small>
      </Field>
      <Field label={t('settings.ownWords')}>
        {words.length === 0 && <small className={styles.note}>{t('settings.ownWords.none')}</small>}
        {words.map((word) => (
          <Button
            key={word}
            kind="quiet"
            aria-label={t('settings.ownWords.remove', { word })}
            onClick={() => void attempt(async () => setWords(await removeOwnWord(word)))}
          >
            {word} ✕
          </Button>
        ))}
      </Field>
    </section>
  );
}
