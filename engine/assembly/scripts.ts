/** What the writing system decides: whether words are parted by spaces, and where sentences end. */

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff01-\uff60]/u;

/** Lines of this script join without a space (Chinese, Japanese, Thai …). */
export function isUnspaced(character: string | undefined): boolean {
  return character !== undefined && unspaced.test(character);
}

export function firstCharacter(text: string): string | undefined {
  return [...text.trimStart()][0];
}

export function lastCharacter(text: string): string | undefined {
  const characters = [...text.trimEnd()];
  return characters[characters.length - 1];
}

export function startsLowerCase(text: string): boolean {
  return /^\s*["'“‘«(]?\p{Ll}/u.test(text);
}

/** Closing quotes, brackets and note marks after the stop do not count. */
export function endsSentence(text: string): boolean {
  return /[.!?…:;。！？：；]["'”’»)\]」』）\d*†‡¹²³⁴-⁹⁰]*\s*$/u.test(text);
}

/** Width in half-em units: East Asian wide characters count double. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += isUnspaced(character) ? 2 : 1;
  return width;
}
