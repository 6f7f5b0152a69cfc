import { expect, test } from 'vitest';
import { Sheet, table, td } from '../../testing/table-sheet';

test('where no upright is drawn, texts that run over the columns do not tell that uprights are hidden', () => {
  const rowsWith = (x: number): string => {
    const sheet = new Sheet();
    for (const [row, label] of ['ab', 'cd', '', 'ef', 'gh'].entries()) {
      const y = 40 + 40 * row;
      if (!label) {
        sheet.write('abcd', 40, y).write('efghi', x, y);
        continue;
      }
      sheet.write(label, 40, y).write('12', 180, y).write('34', 300, y);
      for (const at of [100, 240]) sheet.upright(at, y - 8, y + 32);
    }
    return sheet.aligned();
  };
  expect(rowsWith(90)).toContain('<tr><td colspan="3">abcd efghi</td></tr>');
  expect(rowsWith(160)).toContain(td('abcd', 'efghi', ''));
});

test('pale rules count: a fifth of the way from paper to print', () => {
  const ruledBy = (grey: number): string => {
    const sheet = new Sheet().write('12', 400, 40).write('34', 400, 66);
    for (const [row, label] of ['alpha beta gamma', 'delta epsilon', 'other'].entries())
      sheet.write(label, 40, 40 + 26 * row).rule(30, 430, 64 + 26 * row, grey);
    return sheet.aligned();
  };
  const rows = [td('alpha beta gamma', '12'), td('delta epsilon', '34'), td('other', '')];
  expect(ruledBy(190)).toBe(table(...rows));
  expect(ruledBy(225)).not.toBe(table(...rows));
});
