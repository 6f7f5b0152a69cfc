import { describe, expect, test } from 'vitest';
import { lineHeight, nothing, Sheet, td } from '../../testing/table-sheet';
import { alignedStructure } from './aligned';

describe('titles and headers', () => {
  const sheet = (): Sheet => {
    const sheet = new Sheet();
    for (const [row, name] of ['Austria', 'Germany', 'Spain', 'Sweden'].entries()) {
      const y = 60 + 60 * row;
      sheet.write(name, 40, y);
      for (const [column, x] of [220, 400, 600].entries()) sheet.write(`${row}${column}1`, x, y);
    }
    return sheet;
  };

  test('a title in the middle of the table is a row over all columns, wherever the rows end', () => {
    const titled = sheet().write('South of it', 306, 150).aligned();
    expect(titled).toContain('<tr><td colspan="4">South of it</td></tr>');
    // Where its column stands it may be the column's.
    expect(sheet().write('31', 600, 150).aligned()).not.toContain('colspan');
    expect(sheet().write('South', 220, 150).aligned()).not.toContain('colspan');
  });

  test('a title that ends where a single text of its column does spans the table all the same', () => {
    const titled = new Sheet().write('Name', 40, 30).write('Aim', 366, 30).write('Year', 600, 30);
    for (const [row, name] of ['Austria', '', 'Spain', ''].entries())
      titled
        .write(name, 40, 90 + 60 * row)
        .write('0123 5678 01', 330, 90 + 60 * row)
        .write('1234', 600, 90 + 60 * row);
    expect(titled.write('In the mid', 310, 60).aligned()).toContain('<td colspan="3">In the mid</td>');
  });

  test('rows as far apart as others are not one, whatever is missing in them', () => {
    const spread = new Sheet().rule(30, 660, 40).write('A', 220, 48).write('B', 400, 48).rule(30, 660, 80);
    const rows = [
      ['Austria', '1', '2'],
      ['Germany', '2'],
      ['Lebanon'],
      ['Estonia', '4'],
      ['Finland', '5', '6'],
    ];
    for (const [row, texts] of rows.entries()) {
      for (const [column, text] of texts.entries())
        spread.write(text, [40, 220, 400][column]!, 90 + 50 * row);
    }
    expect(spread.aligned()).toContain('<tr><td>Lebanon</td><td></td><td></td></tr>');
  });

  test('values are not lines of one text because full rows stand further apart', () => {
    const sparse = new Sheet();
    for (let row = 0; row < 7; row++) {
      const y = 60 + 29 * row;
      const columns = row % 3 === 0 ? [0, 1, 2, 3] : [1, 3];
      for (const column of columns) {
        sparse.write(column === 0 ? `Name${'abc'[row / 3]!}` : `${row}.${column}`, 40 + 150 * column, y);
      }
    }
    expect(sparse.aligned().match(/<tr>/gu)).toHaveLength(7);
  });

  test('a name that wraps past a rule beside it is one cell', () => {
    const wrapped = new Sheet()
      .write('Both', 300, 30)
      .write('Telephone', 500, 36)
      .rule(190, 460, 56)
      .write('Country', 40, 46)
      .write('number', 500, 60)
      .write('One', 200, 66)
      .write('Two', 400, 66)
      .rule(30, 660, 96);
    for (const [row, name] of ['Austria', 'Germany', 'Spain'].entries()) {
      const y = 110 + 40 * row;
      wrapped.write(name, 40, y);
      for (const [column, x] of [200, 400, 500].entries()) wrapped.write(`${row}${column}1`, x, y);
    }
    const html = wrapped.aligned();
    expect(html).toContain('<td colspan="2">Both</td><td rowspan="2">Telephone<br>number</td>');
    expect(html).toContain('<tr><td>One</td><td>Two</td></tr>');
  });

  const ruled = (head: (sheet: Sheet) => Sheet, first: number): string => {
    const sheet = head(new Sheet().rule(30, 660, 20)).rule(30, 660, first - 12);
    for (const [row, name] of ['Austria', 'Germany', 'Spain'].entries()) {
      const y = first + 50 * row;
      sheet.write(name, 40, y);
      for (const [column, x] of [220, 320, 420, 520].entries()) sheet.write(`${row}${column}1`, x, y);
      sheet.rule(30, 660, y + 36);
    }
    return sheet.aligned();
  };

  test('between rules right across, names follow on names of groups, and units on names', () => {
    const groups = ruled((sheet) => {
      sheet.write('Number', 260, 26).write('Percentage', 454, 26).rule(30, 660, 56);
      for (const [at, x] of [220, 320, 420, 520].entries()) sheet.write(`Y${at}`, x, 62);
      return sheet;
    }, 110);
    expect(groups).toContain('<td colspan="2">Number</td><td colspan="2">Percentage</td>');
    const units = ruled((sheet) => {
      for (const [at, x] of [220, 320, 420, 520].entries()) sheet.write(`Y${at}`, x, 26);
      sheet.write('Country', 40, 26).rule(30, 660, 56);
      for (const x of [220, 320, 420, 520]) sheet.write('kg', x, 62);
      return sheet;
    }, 110);
    expect(units).toContain('<tr><td></td><td>kg</td><td>kg</td><td>kg</td><td>kg</td></tr>');
    expect(units).not.toContain('rowspan');
  });

  test('a name stands at the left of the columns that it is over, or in the middle of all their texts', () => {
    const aside = ruled((sheet) => {
      sheet.write('Number', 180, 26).write('Percentage', 442, 26);
      for (const [at, x] of [220, 320, 420, 520].entries()) sheet.write(`Y${at}`, x, 60);
      sheet.write('12345678', 180, 260);
      return sheet;
    }, 110);
    expect(aside).toContain('<td colspan="2">Number</td><td colspan="2">Percentage</td>');
  });

  test('small marks do not make the lines of text look large', () => {
    const marks = new Sheet().write('Austria', 40, 60).write('Germany', 40, 100);
    for (let row = 0; row < 9; row++) {
      const box = { x: 300, y: 70 + 40 * row, width: 5, height: 5 };
      marks.fill(box);
      marks.strokes.push({ box, text: '•' });
    }
    const { page, box, lines, strokes } = marks;
    expect(alignedStructure(nothing, page, box, lines, strokes)?.unit).toBe(lineHeight);
  });

  test('units stand below all names, also such as are higher than others', () => {
    const sheet = new Sheet()
      .rule(30, 640, 20)
      .write('Men', 345, 30)
      .write('Name', 200, 36)
      .rule(290, 440, 56);
    for (const [at, name] of ['Cases', 'Share'].entries()) sheet.write(name, 300 + 100 * at, 60);
    for (const [at, unit] of ['(mm)', '(kg)', '(%)'].entries()) sheet.write(unit, 200 + 100 * at, 92);
    sheet.rule(30, 640, 124);
    for (const y of [130, 170, 210])
      sheet.write('ab', 40, y).write('12', 200, y).write('34', 300, y).write('56', 400, y);
    expect(sheet.aligned()).toContain(`<tr>${td('(mm)', '(kg)', '(%)')}</tr>`);
  });

  test('a name stands in the middle of its cell, however short the texts that begin at the left of it', () => {
    const sheet = new Sheet().write('Women', 305, 40).write('All', 598, 40);
    const xs = [150, 250, 350, 560, 640];
    for (const [at, x] of xs.entries()) sheet.write('abcde'[at]!, x, 70);
    for (const y of [110, 150, 190, 230]) {
      sheet.write('ab', 40, y);
      for (const x of xs) sheet.write('12', x, y);
    }
    expect(sheet.aligned()).toContain('</td><td colspan="3">Women</td><td colspan="2">All</td>');
  });

  /** Rows of three values, the columns ruled below their header. */
  const below = (sheet: Sheet, first = 110): string => {
    for (const y of [0, 1, 2, 3].map((row) => first + 40 * row)) {
      sheet.write('ab', 40, y).write('12', 200, y).write('12345678', 320, y).write('56', 480, y);
    }
    return sheet.aligned();
  };

  test('a name that goes on below stands over one column, also in the middle of several', () => {
    const names = new Sheet().write('Mostly', 320, 24).write('Cases', 200, 52).write('Share', 450, 52);
    expect(below(names.write('wrapped', 320, 52))).not.toContain('colspan');
    const groups = new Sheet().write('Mostly', 320, 24).write('Cases', 200, 52).write('Share', 450, 52);
    expect(below(groups.write('Wrapped', 320, 52))).toContain('<td colspan="3">Mostly</td>');
  });

  test('a name may begin where its columns do above an empty corner', () => {
    const sheet = new Sheet().write('Men', 200, 24).write('Women', 460, 24);
    expect(below(sheet.write('One', 200, 58).write('Two', 320, 58))).toContain('<td colspan="2">Men</td>');
  });

  test('units are known where raised numbers are read as others', () => {
    const sheet = new Sheet().write('(1)', 200, 24).write('(2)', 320, 24).write('(3)', 480, 24);
    sheet.write('m2', 200, 58).write('\u00b7C', 320, 58).write('km2', 480, 58);
    expect(below(sheet)).toContain('<tr><td rowspan="2"></td><td>(1)</td>');
  });

  test('a name that ends with a comma goes on beside the names of groups', () => {
    const sheet = new Sheet().write('Men', 152, 24).write('All', 292, 24).write('Old', 432, 24);
    const xs = [130, 190, 270, 330, 410, 470];
    for (const [at, x] of xs.entries()) sheet.write('abcdef'[at]!, x, 52);
    sheet.write('Share,', 560, 24).write('kg', 560, 52);
    for (const y of [110, 150, 190, 230]) {
      sheet.write('ab', 40, y);
      for (const x of [...xs, 560]) sheet.write('1', x, y);
    }
    expect(sheet.aligned()).toContain('<td rowspan="2">Share,<br>kg</td>');
  });

  test('below the rules of groups the header ends at a rule right across, however many lines it has', () => {
    const sheet = new Sheet().rule(30, 660, 14).write('Men', 250, 20).rule(190, 410, 46);
    sheet.write('Name', 40, 40).write('One', 200, 50).write('Two', 320, 50);
    sheet.write('new', 200, 76).write('old', 320, 76).write('Share', 480, 40).rule(30, 660, 104);
    for (const y of [116, 160]) {
      sheet.write('ab', 40, y).write('12', 200, y).write('12345678', 320, y).write('56', 480, y);
    }
    const html = sheet.aligned();
    expect(html).toContain('<td rowspan="2">Name</td><td colspan="2">Men</td>');
  });
});
