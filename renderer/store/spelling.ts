/**
 * What is known of the spelling of words, as the engine's dictionaries say; asked for once. The words are those of the
 * document that is looked at, in its language or in the one of the settings.
 */
import type { DictionaryInfo } from '../../engine/protocol/requests/spelling';
import { requestEngine, shell } from '../bridge';
import { translate } from '../i18n/translate';
import { announce, toast } from './notices';
import { attempt, updateSettings } from './operations';
import { currentDocumentId } from './selectors';
import { get, set } from './store';

/** Words asked for at a time. */
const mostAtOnce = 2000;
/** Longer ones are not looked up. */
const longest = 100;

interface Known {
  readonly language: string;
  readonly right: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
}

/** By document and language of the settings. */
const known = new Map<string, Known>();
const asking = new Set<string>();

const keyNow = (): string => `${currentDocumentId(get()) ?? ''} ${get().settings.spellingLanguage}`;
const bump = (): void => set({ spellingTurn: get().spellingTurn + 1 });

export function forgetSpelling(): void {
  known.clear();
  asking.clear();
  bump();
}

/** Whether a word is misspelt as far as is known by now. */
export function isMisspelt(word: string): boolean {
  return known.get(keyNow())?.wrong.has(word) ?? false;
}

export const spellingLanguage = (): string | null => known.get(keyNow())?.language ?? null;

/** Asks for those that nothing is known of; what comes back raises `spellingTurn`. */
export async function lookUp(words: readonly string[]): Promise<void> {
  const documentId = currentDocumentId(get());
  const key = keyNow();
  const { spellingLanguage: language } = get().settings;
  const seen = known.get(key);
  const fresh = [...new Set(words)].filter(
    (word) =>
      word.length <= longest &&
      !seen?.right.has(word) &&
      !seen?.wrong.has(word) &&
      !asking.has(`${key} ${word}`),
  );
  if (documentId === undefined || fresh.length === 0) return;
  const asked = fresh.slice(0, mostAtOnce);
  for (const word of asked) asking.add(`${key} ${word}`);
  try {
    const answer = await requestEngine('check-words', {
      documentId,
      words: asked,
      ...(language === '' ? {} : { language }),
    });
    // Too little text yet to tell the language: asked again at the next change.
    if (answer.language === null) return;
    const last = known.get(key);
    // More text may have told another one.
    const before = last?.language === answer.language ? last : undefined;
    const wrong = new Set(answer.unknown);
    known.set(key, {
      language: answer.language,
      right: new Set([...(before?.right ?? []), ...asked.filter((word) => !wrong.has(word))]),
      wrong: new Set([...(before?.wrong ?? []), ...wrong]),
    });
    bump();
  } catch {
    // Without a dictionary nothing is underlined; the settings say which there are.
  } finally {
    for (const word of asked) asking.delete(`${key} ${word}`);
  }
}

/** Best first; none when the engine cannot say. */
export async function suggestionsFor(word: string): Promise<readonly string[]> {
  const language = spellingLanguage();
  if (language === null) return [];
  return (await requestEngine('suggest-words', { language, word })).words;
}

export const addOwnWord = (word: string): Promise<void> =>
  attempt(async () => {
    await requestEngine('own-words', { add: word });
    forgetSpelling();
    announce(translate('spelling.added', { word }));
  });

export const fetchOwnWords = async (): Promise<readonly string[]> =>
  (await requestEngine('own-words', {})).words;

export const removeOwnWord = async (word: string): Promise<readonly string[]> => {
  const { words } = await requestEngine('own-words', { remove: word });
  forgetSpelling();
  return words;
};

export const fetchDictionaries = async (): Promise<readonly DictionaryInfo[]> =>
  (await requestEngine('dictionaries', {})).dictionaries;

/** Asks for the files. */
export const addOwnDictionary = (): Promise<void> =>
  attempt(async () => {
    const { language } = await shell.addDictionary();
    if (language === null) return;
    forgetSpelling();
    toast('success', translate('spelling.dictionaryAdded', { name: language }));
  });

export const removeOwnDictionary = (language: string): Promise<void> =>
  attempt(async () => {
    await requestEngine('remove-dictionary', { language });
    if (get().settings.spellingLanguage === language) await updateSettings({ spellingLanguage: '' });
    forgetSpelling();
  });
