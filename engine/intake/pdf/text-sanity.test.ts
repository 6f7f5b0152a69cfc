import { describe, expect, it } from 'vitest';
import { readsAsText } from './text-sanity';

describe('text that means something', () => {
  it.each([
    'The quick brown fox, they say, jumps over the lazy dog.',
    'ABRASIVES (MANUFACTURED)',
    'Zażółć gęślą jaźń; naïve café – l’été',
    'Τὸ πνεῦμα καὶ ἡ ὕλη',
    'Съешь же ещё этих мягких французских булок',
    '商品 使用价值',
    '1,234.50 12/05/2024 99% $86.23 2019–2024',
    'Dr. McKay-Smith paid 5.00 to U.N.E.S.C.O.',
  ])('%s', (text) => {
    expect(readsAsText(text)).toBe(true);
  });
});

describe('codes taken for characters', () => {
  it.each([
    '"7+%-',
    '7KH TXLFN EURZQ IR[ MXPSV',
    '!"#$ %&\'( )*+, -./0',
    'WKH GRJ%V WDLO',
    '\u0003\u0011\u0012 \u0004',
  ])('%j', (text) => {
    expect(readsAsText(text)).toBe(false);
  });
});
