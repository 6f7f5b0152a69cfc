/** Spelling by dictionaries on this machine. */
import { z } from 'zod';
import { defineRequest } from '../define';

const language = z.string().min(1).max(60);
const word = z.string().min(1).max(200);

/** Null language: no dictionary fits, and nothing was checked. */
export interface CheckedWords {
  readonly language: string | null;
  /** Those of the words that neither the dictionary nor the person knows. */
  readonly unknown: readonly string[];
}

/** In the document's language, which is found from its text, or in the named one. */
export const checkWords = defineRequest<CheckedWords>()(
  'check-words',
  z.object({
    documentId: z.string(),
    language: language.exactOptional(),
    words: z.array(word).max(5000),
  }),
);

export const suggestWords = defineRequest<{ readonly words: readonly string[] }>()(
  'suggest-words',
  z.object({ language, word }),
);

/** A person's own words, all of them as they then are. */
export const ownWords = defineRequest<{ readonly words: readonly string[] }>()(
  'own-words',
  z.object({ add: word.exactOptional(), remove: word.exactOptional() }),
);

export interface DictionaryInfo {
  readonly language: string;
  readonly name: string;
  readonly source: 'shipped' | 'own';
}

export const dictionaries = defineRequest<{ readonly dictionaries: readonly DictionaryInfo[] }>()(
  'dictionaries',
  z.object({}),
);

/** Paths of an `.aff` and a `.dic` file, which are copied. */
export const addDictionary = defineRequest<{ readonly language: string }>()(
  'add-dictionary',
  z.object({ files: z.array(z.string().min(1).max(4096)).max(20) }),
);

/** One of a person's own. */
export const removeDictionary = defineRequest<Readonly<Record<string, never>>>()(
  'remove-dictionary',
  z.object({ language }),
);
