/**
 * Spelling by dictionaries on this machine. Dictionaries are opened when first needed, the least used is closed again,
 * and a person's own words count in every language.
 */
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PalimpsestError } from '../base/errors';
import {
  affixFile,
  type DictionaryFolder,
  emptyFolder,
  largestFile,
  listDictionaries,
  nameOfFile,
  wordFile,
} from './dictionary-files';
import { type Dictionary, openDictionary } from './hunspell';
import { languagesOf } from './language';

export interface SpellerOptions {
  /** Folder of the shipped dictionaries. */
  readonly shippedDir: string;
  /** A person's own dictionaries and words; without it there are none, and none can be added. */
  readonly ownDir?: string | undefined;
}

/** Dictionaries open at a time; each takes some ten to forty megabytes. */
const mostOpen = 3;
/** Most suggestions for a word. */
const mostSuggestions = 8;
/** Words of a text that decide between variants of a language. */
const tellingWords = 400;
const longestWord = 100;
const ownWordsFile = 'words.txt';

export class Speller {
  /** Least recently used first. */
  private readonly open = new Map<string, Promise<Dictionary>>();
  private ownWords: Promise<Set<string>> | undefined;
  private folders: Promise<DictionaryFolder[]> | undefined;

  constructor(private readonly options: SpellerOptions) {}

  dictionaries(): Promise<readonly DictionaryFolder[]> {
    const { shippedDir, ownDir } = this.options;
    this.folders ??= listDictionaries(
      shippedDir,
      ownDir === undefined ? undefined : join(ownDir, 'dictionaries'),
    );
    return this.folders;
  }

  /** Of a text and its words; undefined when it is too short or no dictionary fits. */
  async languageOf(text: string, words: readonly string[]): Promise<string | undefined> {
    const all = (await this.dictionaries()).map(({ language }) => language);
    const variants = languagesOf(text, all);
    if (variants.length < 2) return variants[0];
    const sample = [...new Set(words)].slice(0, tellingWords);
    let best: { readonly language: string; readonly known: number } | undefined;
    for (const language of variants) {
      const dictionary = await this.dictionary(language);
      const known = sample.filter((word) => dictionary.knows(word)).length;
      if (!best || known > best.known) best = { language, known };
    }
    return best?.language;
  }

  /** Those of the words that neither the dictionary nor the person knows. Throws `not-found` without a dictionary. */
  async unknown(language: string, words: readonly string[]): Promise<string[]> {
    const dictionary = await this.dictionary(language);
    const own = await this.own();
    return words.filter(
      (word) => word.length <= longestWord && !own.has(keyOf(word)) && !dictionary.knows(word),
    );
  }

  async suggest(language: string, word: string): Promise<string[]> {
    if (word.length > longestWord) return [];
    return (await this.dictionary(language)).suggest(word).slice(0, mostSuggestions);
  }

  /** Kept for good, for every language. */
  async addWord(word: string): Promise<void> {
    const own = await this.own();
    own.add(keyOf(word));
    await this.writeOwn(own);
  }

  async removeWord(word: string): Promise<void> {
    const own = await this.own();
    own.delete(keyOf(word));
    await this.writeOwn(own);
  }

  /** In the order of the alphabet. */
  async words(): Promise<string[]> {
    return [...(await this.own())].sort((a, b) => a.localeCompare(b));
  }

  /** Two files of one dictionary are copied to a person's own; one of the same name is replaced. Gives its language. */
  async addDictionary(files: readonly string[]): Promise<string> {
    const affixes = files.find((file) => /\.aff$/i.test(file));
    const words = files.find((file) => /\.dic$/i.test(file));
    if (affixes === undefined || words === undefined) {
      throw new PalimpsestError(
        'invalid-request',
        'A dictionary is two files: one ends in .aff, the other in .dic.',
      );
    }
    const language = nameOfFile(words);
    const folder = join(this.ownFolder(), 'dictionaries', language);
    const contents = [await dictionaryFile(affixes), await dictionaryFile(words)] as const;
    (await openDictionary(...contents)).close();
    await this.release(language);
    await emptyFolder(folder);
    await writeFile(join(folder, affixFile), contents[0]);
    await writeFile(join(folder, wordFile), contents[1]);
    this.folders = undefined;
    return language;
  }

  /** Only a person's own. */
  async removeDictionary(language: string): Promise<void> {
    const found = (await this.dictionaries()).find(
      (each) => each.language === language && each.source === 'own',
    );
    if (!found) throw new PalimpsestError('not-found', `There is no own dictionary ${language}.`);
    await this.release(language);
    await rm(found.folder, { recursive: true, force: true });
    this.folders = undefined;
  }

  async close(): Promise<void> {
    for (const language of [...this.open.keys()]) await this.release(language);
  }

  private async dictionary(language: string): Promise<Dictionary> {
    const known = this.open.get(language);
    const opened = known ?? this.openFolder(language);
    this.open.delete(language);
    this.open.set(language, opened);
    if (known) return known;
    try {
      const dictionary = await opened;
      const [oldest] = this.open.keys();
      if (this.open.size > mostOpen && oldest !== undefined) await this.release(oldest);
      return dictionary;
    } catch (error) {
      this.open.delete(language);
      throw error;
    }
  }

  private async openFolder(language: string): Promise<Dictionary> {
    const all = (await this.dictionaries()).filter((each) => each.language === language);
    // A person's own goes before a shipped one of the same name.
    const found = all.find(({ source }) => source === 'own') ?? all[0];
    if (!found) throw new PalimpsestError('not-found', `There is no dictionary for ${language}.`);
    const { folder } = found;
    return openDictionary(await readFile(join(folder, affixFile)), await readFile(join(folder, wordFile)));
  }

  private async release(language: string): Promise<void> {
    const opened = this.open.get(language);
    this.open.delete(language);
    (await opened?.catch(() => undefined))?.close();
  }

  private own(): Promise<Set<string>> {
    const { ownDir } = this.options;
    this.ownWords ??=
      ownDir === undefined
        ? Promise.resolve(new Set<string>())
        : readFile(join(ownDir, ownWordsFile), 'utf8').then(
            (text) => new Set(text.split('\n').filter((line) => line !== '')),
            () => new Set<string>(),
          );
    return this.ownWords;
  }

  private async writeOwn(words: ReadonlySet<string>): Promise<void> {
    const folder = this.ownFolder();
    await mkdir(folder, { recursive: true });
    const file = join(folder, ownWordsFile);
    await writeFile(`${file}.new`, `${[...words].sort().join('\n')}\n`);
    await rename(`${file}.new`, file);
  }

  private ownFolder(): string {
    const { ownDir } = this.options;
    if (ownDir === undefined)
      throw new PalimpsestError('invalid-request', 'There is no place for own words.');
    return ownDir;
  }
}

/** Capitals at the beginning of a sentence make no other word, nor does the kind of apostrophe. */
const keyOf = (word: string): string => word.normalize('NFC').replace(/[’‘ʼ]/g, "'").toLocaleLowerCase();

async function dictionaryFile(file: string): Promise<Buffer> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new PalimpsestError('not-found', `${basename(file)} cannot be read.`, { file }, cause);
  });
  if (size <= largestFile) return readFile(file);
  throw new PalimpsestError('too-large', `${basename(file)} is too large for a dictionary.`, { file });
}
