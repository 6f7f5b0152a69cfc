/** Which language a text is in, among those that there are dictionaries for. */
import { francAll } from 'franc-min';

/** ISO 639-3 by the languages of dictionary names that differ; the others are found by their own three letters. */
const longCodes: Readonly<Record<string, string>> = {
  bg: 'bul',
  ca: 'cat',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  hr: 'hrv',
  hu: 'hun',
  it: 'ita',
  nl: 'nld',
  nb: 'nob',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sr: 'srp',
  sv: 'swe',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
};

/** Shorter texts say too little. UTF-16 units. */
const tellingLength = 60;

/** `de` of `de-AT`. */
export const baseOf = (language: string): string => language.split(/[-_]/)[0]?.toLowerCase() ?? language;

/**
 * The dictionaries of the text's language, several where there are variants. Empty when the text is too short, or in a
 * language that has none.
 */
export function languagesOf(text: string, dictionaries: readonly string[]): string[] {
  if (text.length < tellingLength) return [];
  const [best] = francAll(text)[0] ?? [];
  return dictionaries.filter((language) => {
    const base = baseOf(language);
    return (longCodes[base] ?? base) === best;
  });
}
