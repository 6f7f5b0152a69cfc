/**
 * Tells text from the signs that come out when a font's codes are taken for characters, such as `7KH TXLFN` or
 * `"7+%-`. Only asked for fonts whose codes were taken so.
 */

/** Signs that may stand round a word. */
const around = /^["'“”‘’«»([{¿¡]+|["'“”‘’«»)\]}.,;:!?…]+$/gu;

const wordForms = [
  /^\p{Lu}?\p{Ll}+(['’-]\p{L}+)*$/u,
  /^\p{Lu}+(['’.-]\p{Lu}+)*$/u,
  /^[\p{Lo}\p{M}\p{N}]+$/u,
  /^[+±−-]?[$€£¥]?\d[\d.,:/%\s–-]*$/u,
];

const latinWithoutVowel = /^[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]{3,}$/;

/** Whether at least half of the characters belong to something with the form of a word or number. */
export function readsAsText(text: string): boolean {
  let good = 0;
  let total = 0;
  for (const token of text.split(/\s+/)) {
    total += token.length;
    const word = token.replace(around, '');
    const isWord = word === '' ? token.length <= 1 : wordForms.some((form) => form.test(word));
    if (isWord && !latinWithoutVowel.test(word)) good += token.length;
  }
  return good * 2 >= total;
}
