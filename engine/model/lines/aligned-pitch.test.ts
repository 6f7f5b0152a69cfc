/** What the white between levels tells of rows. */
import { describe, expect, test } from 'vitest';
import { Sheet, td } from '../../testing/table-sheet';

describe('white between lines', () => {
  test('lines nearly as far apart as rows are rows where white is between them', () => {
    const sheet = new Sheet();
    const rows: [string, string, number][] = [
      ['Tin and lead', '12', 40],
      ['Silver', '34', 72],
      ['Iron ore and other', '56', 104],
      ['Heavy minerals', '', 133],
      ['Gold', '78', 168],
      ['Zinc', '90', 200],
    ];
    for (const [label, value, y] of rows) {
      sheet.write(label, 40, y);
      if (value) sheet.write(value, 400, y);
    }
    expect(sheet.aligned()).toContain(td('Heavy minerals', ''));
  });

  test('lines far apart are not of one text, also where nothing tells how far apart rows are', () => {
    const sheet = new Sheet()
      .write('Iron ore and other', 40, 40)
      .write('12', 400, 40)
      .write('Heavy minerals', 40, 78)
      .write('Gold', 40, 120)
      .write('78', 400, 120);
    expect(sheet.aligned()).toContain(td('Heavy minerals', ''));
  });

  test('levels without a label tell nothing of how far apart rows are where other full ones have one', () => {
    const levels = [
      ['Default', 'TIPS', 'And the', 'Head'],
      ['', 'Installing', 'previous', ''],
      ['', 'the same', '', ''],
      ['Null', 'colleague', '[one', 'Coupon'],
      ['', 'colleague', 'compoption', 'Kenyon'],
      ['Tin', 'minister', 'and', 'Same'],
    ];
    const sheet = new Sheet();
    for (const [index, texts] of levels.entries()) {
      const y = [40, 64, 88, 120, 144, 180][index]!;
      for (const [column, text] of texts.entries())
        if (text) sheet.write(text, [40, 200, 340, 480][column]!, y);
    }
    expect(sheet.aligned()).toContain(
      td('Default', 'TIPS<br>Installing<br>the same', 'And the<br>previous', 'Head'),
    );
  });

  test('figures one below the other are of two rows, also above the first rule', () => {
    const sheet = new Sheet();
    for (const [row, label] of ['Austria', '', 'Germany', '', 'Spain', ''].entries()) {
      const y = 40 + 34 * row;
      sheet.write(label, 40, y).write(`2,16${row}`, 300, y).write('nach', 420, y);
      if (row % 2 === 0) sheet.rule(30, 660, y - 6);
    }
    expect(sheet.aligned()).toContain(td('Austria', '2,160', 'nach'));
  });
});
