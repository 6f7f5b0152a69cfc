import { describe, expect, test } from 'vitest';
import { Sheet, td } from '../../testing/table-sheet';

const columns = [220, 320, 420, 520];
const body = (sheet: Sheet, from: number): Sheet => {
  for (const [row, name] of ['Austria', 'Germany', 'Spain', 'Sweden'].entries()) {
    sheet.write(name, 40, from + 40 * row);
    for (const [column, x] of columns.entries()) sheet.write(`${row}${column}1`, x, from + 40 * row);
  }
  return sheet;
};
const names = (sheet: Sheet, y: number): Sheet => {
  for (const [at, x] of columns.entries()) sheet.write(`Y${at}0`, x, y);
  return sheet;
};

describe('rows of a header', () => {
  test('units are a row of their own below names, whatever stands at half height between', () => {
    const sheet = names(new Sheet().rule(30, 660, 20), 26).write('Country', 40, 39);
    for (const [at, x] of columns.entries()) sheet.write(at === 1 ? 'min' : '(kg)', x, 52);
    const html = body(sheet.rule(30, 660, 80), 90).aligned();
    expect(html).toContain(`<td rowspan="2">Country</td>${td('Y00', 'Y10', 'Y20', 'Y30')}</tr>`);
    expect(html).toContain(td('(kg)', 'min', '(kg)', '(kg)'));
  });

  test('units below names that stand under a group are the header’s', () => {
    const sheet = names(new Sheet().write('Both of them', 230, 26).rule(210, 360, 54), 60);
    for (const x of columns.slice(0, 3)) sheet.write('(kg)', x, 100);
    expect(body(sheet, 150).aligned()).toContain(
      `<td rowspan="3">Y30</td></tr><tr>${td('Y00', 'Y10')}</tr><tr>${td('(kg)', '(kg)', '(kg)')}</tr>`,
    );
  });

  test('a name over columns stands below another where it stands further off, or had room beside it', () => {
    const over = (first: string, second: string, step: number): string => {
      const sheet = new Sheet().write('Name', 40, 26 + step);
      for (const [text, y] of [
        [first, 26],
        [second, 26 + step],
      ] as const)
        sheet.write(text, 382 - 4 * text.length, y);
      return body(names(sheet, 26 + 2 * step), 40 + 3 * step).aligned();
    };
    const both = /<td colspan="4">First<\/td><\/tr><tr><td colspan="4">Second<\/td>/u;
    expect(over('First', 'Second', 40)).toMatch(both);
    expect(over('First', 'Second', 27)).toMatch(both);
    expect(over('First', 'Second of them', 40)).toContain('<tr><td colspan="4">Second of them</td></tr>');
    expect(over('First of the long names that go on', 'second', 40)).toContain(
      '<tr><td colspan="4">second</td></tr>',
    );
    expect(over('First of the long names that go on', 'second', 27)).toContain('that go on second</td>');
  });

  test('a bracket below a name belongs to it, also beside names of groups', () => {
    const sheet = new Sheet().write('Country', 40, 38).write('Cases', 610, 26);
    for (const [at, x] of [200, 340, 480].entries())
      sheet
        .write(['Men', 'Women', 'All'][at]!, x + 42 - [12, 20, 12][at]!, 26)
        .write('n', x, 52)
        .write('%', x + 60, 52);
    sheet.write('(kg)', 614, 52);
    for (const y of [90, 130, 170, 210]) {
      sheet.write('Austria', 40, y);
      for (const x of [200, 260, 340, 400, 480, 540, 610]) sheet.write('123', x, y);
    }
    expect(sheet.aligned()).toContain('<td colspan="2">All</td><td rowspan="2">Cases<br>(kg)</td>');
  });

  test('names set low are one row with the lines above them', () => {
    const sheet = new Sheet().rule(30, 660, 16).write('Country', 40, 46);
    for (const [at, x] of columns.entries())
      sheet.write('Unit', x, 46).write(['The', '', 'A', 'B'][at]!, x, 20);
    sheet.rule(30, 660, 76);
    for (const y of [90, 130, 170]) {
      sheet.write('Austria', 40, y);
      for (const x of columns) sheet.write('123456789', x, y);
    }
    expect(sheet.aligned()).toContain(td('Country', 'The<br>Unit', 'Unit', 'A<br>Unit', 'B<br>Unit'));
  });
});

test('what goes on below a name in brackets makes no group of it', () => {
  const sheet = new Sheet().write('Sum', 372, 26).rule(30, 660, 20).rule(30, 660, 84);
  sheet.write('Country', 40, 52).write('Mean', 212, 52).write('(kg)', 364, 52).write('All', 520, 52);
  for (const [row, name] of ['Austria', 'Germany', 'Spain'].entries()) {
    sheet.write(name, 40, 100 + 40 * row);
    for (const x of [220, 372, 520]) sheet.write('123', x, 100 + 40 * row);
  }
  expect(sheet.aligned()).toContain(td('Country', 'Mean', 'Sum<br>(kg)', 'All'));
});

describe('titles', () => {
  const sheet = (): Sheet => {
    const sheet = new Sheet();
    for (let row = 0; row < 7; row++) {
      if (row % 3 === 1) continue;
      sheet.write('a name of some', 40, 40 + 40 * row).write('2001', 300, 40 + 40 * row);
    }
    return sheet;
  };

  test('are texts alone on one middle, however far the columns reach', () => {
    const titled = sheet().write('Title', 210, 80).write('Title two', 194, 200).aligned();
    expect(titled).toContain('<td colspan="2">Title</td>');
    expect(titled).toContain('<td colspan="2">Title two</td>');
    expect(sheet().write('Title', 210, 80).write('Title', 210, 200).aligned()).not.toContain('colspan');
  });

  test('are no numbers among numbers, and no brackets below a name', () => {
    const rows = (head: (sheet: Sheet) => Sheet): string => {
      const sheet = head(new Sheet().write('Name', 20, 30));
      for (let row = 0; row < 5; row++) {
        const y = 100 + 40 * row;
        if (row !== 2)
          sheet
            .write('L-60', 20, y)
            .write('16.411', 346 + 3 * row, y)
            .write('58.75', 620, y);
      }
      return sheet.aligned();
    };
    const number = rows((sheet) =>
      sheet.write('15.48', 332, 180).write('Mean', 620, 30).write('All', 330, 30),
    );
    expect(number).toContain(td('', '15.48', ''));
    const bracket = rows((sheet) =>
      sheet.write('Sum', 338, 30).write('[1000 t]', 318, 56).rule(10, 670, 86).write('Mean', 620, 30),
    );
    expect(bracket).toContain(td('Name', 'Sum<br>[1000 t]', 'Mean'));
  });
});
