/** Unicode's own raised and lowered characters, for formats or places without markup. */
const raised: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'0123456789'].map((digit, index) => [digit, [...'⁰¹²³⁴⁵⁶⁷⁸⁹'][index] ?? digit])),
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
};
const lowered: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'0123456789'].map((digit, index) => [digit, [...'₀₁₂₃₄₅₆₇₈₉'][index] ?? digit])),
  '+': '₊',
  '-': '₋',
  '−': '₋',
  '=': '₌',
  '(': '₍',
  ')': '₎',
};

/** Undefined when a character has no such form. */
export function raisedText(text: string, where: 'superscript' | 'subscript'): string | undefined {
  const table = where === 'superscript' ? raised : lowered;
  let result = '';
  for (const character of text) {
    const other = table[character];
    if (other === undefined) return undefined;
    result += other;
  }
  return result;
}
