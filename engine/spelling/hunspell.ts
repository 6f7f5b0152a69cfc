/** Hunspell, compiled to WebAssembly: one instance of it for all dictionaries of the process. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Hunspell } from 'hunspell-wasm';
import initialise from 'hunspell-wasm/wasm/hunspell.js';
import { PalimpsestError } from '../base/errors';

export interface Dictionary {
  knows(word: string): boolean;
  /** Best first. */
  suggest(word: string): string[];
  close(): void;
}

/** What the package's own declaration leaves out. */
const start: (options: { readonly wasmBinary: Uint8Array }) => Promise<unknown> = initialise;

let module: Promise<unknown> | undefined;

/** The library stays a file of its own, which its licence (MPL) lets a person replace. */
async function hunspell(): Promise<unknown> {
  const file = createRequire(import.meta.url).resolve('hunspell-wasm/wasm/hunspell.wasm');
  return start({ wasmBinary: await readFile(file) });
}

/** Content of an `.aff` and a `.dic` file. Throws `unsupported` for what is no dictionary. */
export async function openDictionary(affixes: Uint8Array, words: Uint8Array): Promise<Dictionary> {
  module ??= hunspell();
  const texts = decodeDictionary(affixes, words);
  const opened = new Hunspell(await module, texts.affixes, texts.words);
  return {
    // Printed text has typographic apostrophes, most dictionaries have plain ones.
    knows: (word) => opened.testSpelling(word) || opened.testSpelling(plain(word)),
    suggest: (word) => opened.getSpellingSuggestions(plain(word)).map((found) => likeIn(word, found)),
    close: () => opened.dispose(),
  };
}

const plain = (word: string): string => word.replace(/[’‘ʼ]/g, "'");
const likeIn = (word: string, found: string): string =>
  word.includes('’') ? found.replace(/'/g, '’') : found;

/**
 * Both texts in Unicode, whatever the files are in: words are asked for in it. Flags of older files are single bytes and
 * become single characters.
 */
export function decodeDictionary(
  affixes: Uint8Array,
  words: Uint8Array,
): { readonly affixes: string; readonly words: string } {
  const latin = new TextDecoder('latin1');
  const encoding = /^\s*SET\s+(\S+)/m.exec(latin.decode(affixes))?.[1] ?? 'ISO8859-1';
  const decoder = decoderOf(encoding);
  const text = decoder.decode(affixes).replace(/\r\n?/g, '\n');
  const list = decoder.decode(words).replace(/\r\n?/g, '\n');
  if (!/^\d+/.test(list.trimStart()) || !/^(?:SET|TRY|FLAG|[PS]FX|REP|WORDCHARS|LANG)\s/m.test(text)) {
    throw new PalimpsestError('unsupported', 'The two files are not a Hunspell dictionary (.aff and .dic).');
  }
  if (/^utf-?8$/i.test(encoding)) return { affixes: text, words: list };
  const rest = text.replace(/^\s*SET\s.*$/m, '');
  const flags = /^\s*FLAG\s/m.test(rest) ? '' : 'FLAG UTF-8\n';
  return { affixes: `SET UTF-8\n${flags}${rest}`, words: list };
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(
      encoding.replace(/^ISO-?8859-/i, 'iso-8859-').replace(/^microsoft-cp/i, 'windows-'),
    );
  } catch {
    throw new PalimpsestError('unsupported', `Dictionaries in ${encoding} cannot be read.`);
  }
}
