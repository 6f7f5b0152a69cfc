import { describe, expect, test } from 'vitest';
import { Sheet } from '../../testing/table-sheet';

describe('labels beside several rows', () => {
  test('labels that begin beside their rows are at the top of them, also where one wraps', () => {
    const sheet = new Sheet();
    for (const [row, label] of ['Tin', '', 'Iron', '', 'Sufficient old', '', 'Zinc', ''].entries()) {
      const y = 40 + 40 * row + (row > 4 ? 10 : 0);
      if (label) sheet.write(label, 40, y);
      sheet.write('12', 300, y).write('34', 400, y);
    }
    expect(sheet.write('and so on', 40, 222).aligned()).not.toContain('rowspan');
  });
});
