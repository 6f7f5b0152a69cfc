import { describe, expect, test } from 'vitest';
import { Sheet, table, td } from '../../testing/table-sheet';

describe('lines of names in a header', () => {
  test('that end with the values of their column are no groups', () => {
    const sheet = new Sheet().write('AUTHOR', 388, 40).write('of 1000', 380, 66);
    sheet.write('Item', 40, 92).write('Mean', 208, 92).write('T', 428, 92).write('Sum', 576, 92);
    sheet.rule(30, 640, 124);
    for (const y of [130, 170, 210])
      sheet.write('ab', 40, y).write('12', 224, y).write('345', 412, y).write('78', 584, y);
    const row = td('ab', '12', '345', '78');
    expect(sheet.aligned()).toBe(table(td('Item', 'Mean', 'AUTHOR<br>of 1000<br>T', 'Sum'), row, row, row));
  });

  test('are a name that ends with a comma, and its unit', () => {
    const sheet = new Sheet()
      .write('Yields,', 300, 40)
      .write('€', 300, 66)
      .write('Name', 420, 66)
      .write('Sum', 576, 66);
    sheet.rule(30, 640, 98);
    for (const y of [104, 144, 184])
      sheet.write('ab', 40, y).write('12', 330, y).write('345', 430, y).write('78', 584, y);
    const row = td('ab', '12', '345', '78');
    expect(sheet.aligned()).toBe(table(td('', 'Yields,<br>€', 'Name', 'Sum'), row, row, row));
  });

  test('units are a row also where one of many is misread', () => {
    const sheet = new Sheet();
    const xs = [200, 280, 360, 440, 520, 600];
    sheet.write('Item', 40, 40);
    for (const [at, x] of xs.entries()) sheet.write('abc', x, 40).write(at === 5 ? '1' : '(t)', x, 66);
    sheet.rule(30, 660, 98);
    for (const y of [104, 144, 184]) {
      sheet.write('ab', 40, y);
      for (const x of xs) sheet.write('12', x, y);
    }
    const row = td('ab', ...xs.map(() => '12'));
    const units = td(...xs.map((_, at) => (at === 5 ? '1' : '(t)')));
    const names = `<td rowspan="2">Item</td>${td(...xs.map(() => 'abc'))}`;
    expect(sheet.aligned()).toBe(table(names, units, row, row, row));
  });

  test('are one row only where rows of values are not', () => {
    const sheet = new Sheet().write('in 1954', 322, 40);
    const row = (y: number): void => void sheet.write('ab', 40, y).write('1234', 300, y).write('56', 600, y);
    [72, 104].forEach(row);
    sheet.rule(30, 640, 134);
    [140, 172, 204].forEach(row);
    const values = td('ab', '1234', '56');
    expect(sheet.aligned()).toBe(
      table('<td colspan="3">in 1954</td>', values, values, values, values, values),
    );
  });
});

describe('blanks divide', () => {
  test('where they stand one below the other in all texts that run over a place', () => {
    const sheet = new Sheet().write('Q1', 376, 40).write('Q2', 440, 40);
    for (const [row, text] of ['12345 apples', '123456 pears', '123 plums', '1234 quinces'].entries()) {
      const at = text.indexOf(' ');
      sheet.write('ab', 40, 80 + 40 * row).write(text, 408 - 8 * at, 80 + 40 * row);
    }
    expect(sheet.aligned()).toBe(
      table(
        td('', 'Q1', 'Q2'),
        td('ab', '12345', 'apples'),
        td('ab', '123456', 'pears'),
        td('ab', '123', 'plums'),
        td('ab', '1234', 'quinces'),
      ),
    );
  });

  test('names that end on the lines of their values, wherever between these the white is', () => {
    const sheet = new Sheet().write('or total amount of all', 40, 40);
    for (const y of [80, 120, 160, 200]) sheet.write('ab', 40, y).write('12', 88, y).write('34', 200, y);
    const row = td('ab', '12', '34');
    expect(sheet.aligned()).toBe(table(td('or', 'total', 'amount of all'), row, row, row, row));
  });

  test('names where each of three cuts or more meets one', () => {
    const sheet = new Sheet().write('kind amount parts grades', 40, 40);
    for (const y of [80, 120, 160])
      sheet.write('ab', 48, y).write('12', 96, y).write('34', 152, y).write('5', 208, y);
    const row = td('ab', '12', '34', '5');
    expect(sheet.aligned()).toBe(table(td('kind', 'amount', 'parts', 'grades'), row, row, row));
  });

  test('dots that lead on from labels have no column of their own', () => {
    const sheet = new Sheet();
    for (const [y, dots] of [
      [40, '.....'],
      [80, '...'],
      [120, '....'],
    ] as const)
      sheet
        .write('coal', 40, y)
        .write(dots, 240 - 8 * dots.length, y)
        .write('12', 300, y);
    expect(sheet.aligned()).toBe(table(td('coal .....', '12'), td('coal ...', '12'), td('coal ....', '12')));
  });
});

describe('rows', () => {
  test('are parted where the ground changes', () => {
    const labels = ['alpha beta gamma', 'delta epsilon', 'other'];
    const shaded = (isShaded: boolean): string => {
      const sheet = new Sheet();
      if (isShaded) sheet.shade({ x: 30, y: 66, width: 500, height: 26 }, 210);
      for (const [row, label] of labels.entries()) sheet.write(label, 40, 40 + 26 * row);
      sheet.write('12', 400, 40).write('34', 400, 66);
      return sheet.aligned();
    };
    expect(shaded(true)).toBe(
      table(td('alpha beta gamma', '12'), td('delta epsilon', '34'), td('other', '')),
    );
    expect(shaded(false)).not.toBe(shaded(true));
  });

  test('of labels alone are as far apart as others, and had room for the next word', () => {
    const sheet = new Sheet();
    for (const [row, label] of ['a long label here', 'one', 'two three', 'four'].entries()) {
      const y = 40 + 26 * row;
      sheet.write(label, 40, y);
      if (row === 0) sheet.write('values', 400, y);
    }
    for (const y of [170, 240]) sheet.write('the widest of all labels', 40, y).write('values', 400, y);
    const expected = ['one', 'two three', 'four'].map((label) => td(label, ''));
    expect(sheet.aligned()).toBe(
      table(
        td('a long label here', 'values'),
        ...expected,
        td('the widest of all labels', 'values'),
        td('the widest of all labels', 'values'),
      ),
    );
  });

  test('go on below initials and a name', () => {
    const sheet = new Sheet();
    for (const [at, label] of ['V. Gaffed', 'R. Blushers', 'Stenographer', 'E. Nates'].entries()) {
      const y = 40 + 26 * at + (at > 2 ? 22 : 0);
      sheet.write(label, 40, y).write('12', 300, y).write('34', 400, y).write('56', 500, y);
    }
    sheet.write("Quarterly's", 40, 114);
    const row = (label: string): string => td(label, '12', '34', '56');
    expect(sheet.aligned()).toBe(
      table(row('V. Gaffed'), row('R. Blushers'), row("Stenographer<br>Quarterly's"), row('E. Nates')),
    );
  });
});

test('a title that reaches over the columns need not stand far in', () => {
  const sheet = new Sheet().write('kind', 130, 40).write('1902', 560, 40).rule(20, 680, 70);
  for (const y of [80, 160, 200, 240]) sheet.write('abcdefgh', 20, y).write('26', 660, y);
  sheet.write(`a title ${'abcdefg '.repeat(8)}abcdef`, 36, 120);
  expect(sheet.aligned()).toContain('<td colspan="2">a title');
});

test('a rule of the header that leaves out one of many columns stands beside a cell that reaches down', () => {
  const sheet = new Sheet();
  const xs = [40, 140, 240, 340, 440, 540];
  for (const [at, x] of xs.entries()) {
    if (at > 0) sheet.upright(x - 20, 30, 300);
    if (at !== 2) sheet.rule(x - 20, x + 80, 70).write('abc', x, 80);
    sheet.write('name', x, 40).rule(x - 20, x + 80, 110);
    for (const y of [120, 160, 200]) sheet.write('12', x, y);
  }
  const row = td(...xs.map(() => '12'));
  const tall = '<td rowspan="2">name</td>';
  expect(sheet.aligned()).toBe(
    table(
      td('name', 'name') + tall + td('name', 'name', 'name'),
      td('abc', 'abc', 'abc', 'abc', 'abc'),
      row,
      row,
      row,
    ),
  );
});
