/** Words of readings with all that was known of their certainty: what the line recogniser and a decoder gave. */
import type { Reading } from '../engine/document';
import { spelledWords } from '../engine/document/words-of-text';
import type { Reader } from '../engine/model';
import type { LinesReader, LineText } from '../engine/model/lines';
import { baseOf, type Speller } from '../engine/spelling';
import { type CertainPart, type ReadWord, readWords, type Signals, wrongWords } from './doubt-words';

export interface WatchedLines {
  readonly reader: Reader;
  /** Of a region that was read, by the region's lines. */
  textsOf(regionId: string): readonly LineText[];
}

/** A line reader that keeps the certainty of every character. */
export function watchLines(lines: LinesReader): WatchedLines {
  const byRegion = new Map<string, LineText[]>();
  return {
    reader: {
      models: lines.models,
      read: (requests, options) => {
        const regionOf = new Map(
          requests.flatMap(({ regionId, lines: all }) => all.map((line) => [line, regionId])),
        );
        for (const { regionId } of requests) byRegion.set(regionId, []);
        return lines.read(requests, options, {
          onText: (line, text) => byRegion.get(regionOf.get(line) ?? '')?.push(text),
        });
      },
      close: () => lines.close(),
    },
    textsOf: (regionId) => byRegion.get(regionId) ?? [],
  };
}

/** One text of lines, a line each, and its characters' certainty. */
export function partsOfLines(lines: readonly LineText[]): { text: string; parts: CertainPart[] } {
  let text = '';
  const parts: CertainPart[] = [];
  for (const { peaks, confidence } of lines) {
    for (const { text: character, probability, second } of peaks) {
      const start = text.length;
      text += character;
      const signals = { line: confidence, certainty: probability, gap: probability - second.probability };
      parts.push({ start, end: text.length, signals });
    }
    text += '\n';
  }
  return { text, parts };
}

/**
 * With `spelling`: 0 for a word that no dictionary of its language knows. The combination ranks those first, by the
 * other signal. Without a dictionary all words have 1.
 */
export async function withSpelling(
  words: readonly ReadWord[],
  speller: Speller,
  language: string,
  other: string,
): Promise<ReadWord[]> {
  const text = words.map((word) => word.text).join(' ');
  const pieces = spelledWords(text, false).map(({ start, end }) => ({ start, word: text.slice(start, end) }));
  const all = (await speller.dictionaries()).filter((each) => baseOf(each.language) === baseOf(language));
  let misspelt: ReadonlySet<string> = new Set();
  if (all.length > 0) {
    const spoken = await speller.languageOf(
      text,
      pieces.map(({ word }) => word),
    );
    const chosen = all.find((each) => each.language === spoken) ?? all[0];
    if (chosen)
      misspelt = new Set(
        await speller.unknown(
          chosen.language,
          pieces.map(({ word }) => word),
        ),
      );
  }
  let start = 0;
  let next = 0;
  return words.map((word) => {
    const end = start + word.text.length;
    let wrong = false;
    for (; next < pieces.length && (pieces[next]?.start ?? 0) < end; next++)
      wrong ||= misspelt.has(pieces[next]?.word ?? '');
    start = end + 1;
    const spelling = wrong ? 0 : 1;
    const signals = { ...word.signals, spelling };
    const value = word.signals[other] ?? 1;
    return { text: word.text, signals: { ...signals, [`spelling, ${other}`]: spelling * farAbove + value } };
  });
}

/** Words as the line recogniser gave them. `certainty` and `gap`: of the least certain character. */
export function wordsOfLines(lines: readonly LineText[], language: string): ReadWord[] {
  const { text, parts } = partsOfLines(lines);
  return readWords(text, parts, language);
}

/**
 * Words of a decoded reading. `margin`: the smallest of its tokens. `corrected`: 0 where verify put an id of its own in
 * place of a drafted one. `differs`: 0 where the recogniser's text has not the word. `certainty`: the recogniser's, of
 * the word that both have; 0 where they differ. `least`: the smaller of that and of the best id's share of the two best. The combinations rank by the first, then by the margin.
 */
export function wordsOfTokens(
  { text, tokens = [] }: Pick<Reading, 'text' | 'tokens'>,
  lines: readonly LineText[],
  language: string,
): ReadWord[] {
  const parts = tokens.map(({ start, end, margin, origin }): CertainPart => {
    return { start, end, signals: { margin, corrected: origin === 'corrected' ? 0 : 1 } };
  });
  const words = readWords(text, parts, language);
  const recognised = wordsOfLines(lines, language);
  const certainties = matched(words, recognised, language);
  return words.map(({ text: word, signals }, index): ReadWord => {
    const margin = signals.margin ?? 0;
    const certainty = certainties[index] ?? 0;
    const differs = certainties[index] === undefined ? 0 : 1;
    const behind = (first: number): number => first * farAbove + margin;
    const all: Signals = {
      ...signals,
      differs,
      certainty,
      least: Math.min(certainty, 1 / (1 + Math.exp(-margin))),
      'corrected, margin': behind(signals.corrected ?? 1),
      'differs, margin': behind(differs),
    };
    return { text: word, signals: all };
  });
}

/** Above every margin. */
const farAbove = 1e6;

/** For each word the certainty of the recogniser's equal word, in order; undefined where it has none. */
function matched(
  words: readonly ReadWord[],
  recognised: readonly ReadWord[],
  language: string,
): (number | undefined)[] {
  const other = recognised.map(({ text }) => text).join(language.startsWith('zh') ? '' : ' ');
  const mine = words.map(({ text }) => text).join(language.startsWith('zh') ? '' : ' ');
  const strange = wrongWords(words, other, language);
  const missing = wrongWords(recognised, mine, language);
  const shared = recognised.filter((_, index) => missing[index] === false);
  let next = 0;
  return words.map((_, index) => (strange[index] ? undefined : shared[next++]?.signals.certainty));
}
