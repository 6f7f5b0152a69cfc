/** Spelling for the window: the language of each document, and what its dictionary knows. */
import { currentText, type Document } from '../document';
import { spelledWords } from '../document/words-of-text';
import type { RequestKind, RequestParams, RequestResult } from '../protocol/requests';
import type { Speller } from '../spelling';

type Kind = Extract<
  RequestKind,
  'check-words' | 'suggest-words' | 'own-words' | 'dictionaries' | 'add-dictionary' | 'remove-dictionary'
>;
type Handlers = { readonly [K in Kind]: (params: RequestParams<K>) => Promise<RequestResult<K>> };

export interface SpellingHost {
  readonly speller: () => Speller;
  /** Throws `invalid-request` when no such document is open. */
  document(id: string): Document;
}

/** Text that tells a document's language, in UTF-16 units: from the beginning, when so much has been read. */
const sampleLength = 8000;
/** A language found from less than this is looked for again when there is more. */
const enough = 2000;

export function spellingRequests(host: SpellingHost): Handlers {
  const found = new Map<string, { readonly language: string | undefined; readonly from: number }>();

  const languageOf = async (documentId: string): Promise<string | undefined> => {
    const text = sampleOf(host.document(documentId));
    const known = found.get(documentId);
    if (known && (known.from >= enough || known.from === text.length)) return known.language;
    const words = spelledWords(text, true).map(({ start, end }) => text.slice(start, end));
    const language = await host.speller().languageOf(text.replace(/<[^<>]*>/g, ' '), words);
    found.set(documentId, { language, from: text.length });
    return language;
  };

  return {
    'check-words': async ({ documentId, language: asked, words }) => {
      const language = asked ?? (await languageOf(documentId));
      if (language === undefined) return { language: null, unknown: [] };
      return { language, unknown: await host.speller().unknown(language, words) };
    },
    'suggest-words': async ({ language, word }) => ({ words: await host.speller().suggest(language, word) }),
    'own-words': async ({ add, remove }) => {
      if (add !== undefined) await host.speller().addWord(add);
      if (remove !== undefined) await host.speller().removeWord(remove);
      return { words: await host.speller().words() };
    },
    dictionaries: async () => ({
      dictionaries: (await host.speller().dictionaries()).map(({ language, name, source }) => ({
        language,
        name,
        source,
      })),
    }),
    'add-dictionary': async ({ files }) => {
      const language = await host.speller().addDictionary(files);
      found.clear();
      return { language };
    },
    'remove-dictionary': async ({ language }) => {
      await host.speller().removeDictionary(language);
      found.clear();
      return {};
    },
  };
}

function sampleOf({ pages }: Document): string {
  let sample = '';
  for (const { regions } of pages) {
    for (const region of regions) {
      if (sample.length >= sampleLength) return sample;
      const current = currentText(region);
      if (current && current.format !== 'latex') sample += `${current.text}\n`;
    }
  }
  return sample;
}
