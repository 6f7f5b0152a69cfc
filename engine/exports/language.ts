/** A guess at a text's language, for the `lang` attribute and proofing; `und` when unsure. */
import type { Block } from '../document';
import { textOf } from '../document';

const commonWords: Readonly<Record<string, readonly string[]>> = {
  en: ['the', 'and', 'of', 'to', 'in', 'is', 'that', 'for', 'with', 'was', 'this', 'are'],
  de: ['der', 'die', 'und', 'das', 'nicht', 'mit', 'ist', 'den', 'von', 'ein', 'eine', 'auf'],
  fr: ['le', 'la', 'les', 'et', 'des', 'est', 'dans', 'une', 'que', 'du', 'pour', 'qui'],
  es: ['el', 'los', 'las', 'y', 'en', 'del', 'que', 'por', 'con', 'para', 'una', 'se'],
  pt: ['o', 'os', 'as', 'e', 'em', 'da', 'do', 'que', 'não', 'uma', 'com', 'para'],
  it: ['il', 'di', 'che', 'gli', 'della', 'per', 'non', 'una', 'sono', 'nel', 'con', 'è'],
};

export function guessLanguage(blocks: readonly Block[]): string {
  const text = blocks
    .map((block) => ('content' in block ? textOf(block.content) : ''))
    .join(' ')
    .slice(0, 20_000);
  const letters = (text.match(/\p{L}/gu) ?? []).length;
  const share = (pattern: RegExp) => (letters === 0 ? 0 : (text.match(pattern) ?? []).length / letters);
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.1) return 'ja';
  if (share(/\p{Script=Han}/gu) > 0.3) return 'zh';
  if (share(/\p{Script=Hangul}/gu) > 0.3) return 'ko';
  if (share(/\p{Script=Cyrillic}/gu) > 0.5) return 'ru';
  if (share(/\p{Script=Greek}/gu) > 0.5) return 'el';
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = Object.entries(commonWords)
    .map(([language, common]) => ({ language, hits: words.filter((word) => common.includes(word)).length }))
    .sort((a, b) => b.hits - a.hits);
  const [first, second] = scores;
  if (first === undefined || first.hits < 4 || first.hits < (second?.hits ?? 0) * 1.2) return 'und';
  return first.language;
}
