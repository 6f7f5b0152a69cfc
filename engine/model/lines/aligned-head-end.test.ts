/** How far a header goes, and what its rows are. */
import { describe, expect, test } from 'vitest';
import { Sheet, td } from '../../testing/table-sheet';

const columns = [220, 320, 420, 520];
const body = (sheet: Sheet, from: number): Sheet => {
  for (const [row, name] of ['Austria', 'Germany', 'Spain'].entries()) {
    sheet.write(name, 40, from + 40 * row);
    for (const x of columns) sheet.write('123', x, from + 40 * row);
  }
  return sheet;
};

describe('the end of a header', () => {
  test('a ground that most of a table has is no header’s', () => {
    const sheet = new Sheet().shade({ x: 10, y: 160, width: 680, height: 36 });
    sheet.write('Item', 40, 20).write('Quota', 220, 20).write('Sum', 320, 20).rule(30, 660, 50);
    for (const y of [60, 95, 130, 165]) sheet.write('12', 220, y).write('34', 320, y);
    sheet.write('Austria', 40, 95).write('Spain', 40, 165);
    expect(sheet.aligned()).toContain('<td rowspan="3">Austria</td>');
  });

  test('rules below names of groups are the header’s, however many names stand at heights of their own', () => {
    const sheet = new Sheet()
      .write('Sum', 600, 20)
      .write('kg', 600, 46)
      .write('Men', 368, 30)
      .rule(210, 560, 60);
    sheet.write('Name', 40, 64).write('Old', 270, 74).write('New', 470, 74);
    sheet.rule(210, 350, 110).rule(410, 560, 110);
    for (const x of columns) sheet.write('n', x, 116);
    for (const y of [160, 200, 240]) sheet.write('123', 600, y);
    expect(body(sheet, 160).aligned()).toContain('<td rowspan="3">Name</td><td colspan="4">Men</td>');
  });

  test('names of groups stand below those of larger ones without rules', () => {
    const sheet = new Sheet().write('And Shift', 328, 20).write('Name', 40, 66);
    sheet.write('Solve all', 184, 66).write('of it', 184, 92).write('Rural', 412, 66);
    for (const [at, x] of columns.slice(1).entries()) sheet.write(`Q${at}`, x, 120);
    const html = body(sheet, 170).aligned();
    expect(html).toContain('<td rowspan="3">Name</td><td colspan="4">And Shift</td></tr>');
    expect(html).toContain('<td colspan="3">Rural</td></tr>');
  });

  test('where names stand over others, white without a rule ends the header', () => {
    const sheet = new Sheet()
      .rule(30, 660, 14)
      .write('Both', 256, 20)
      .write('Name', 40, 33)
      .write('All', 420, 33);
    sheet.write('One', 220, 46).write('Two', 320, 46);
    for (const [row, name] of ['Austria', '', 'Germany', '', 'Spain', '', 'Sweden', ''].entries()) {
      const y = 116 + 44 * row;
      if (row % 2 === 0 && row > 0) sheet.rule(30, 660, y - 10);
      if (name) sheet.write(name, 40, y);
      for (const x of columns.slice(0, 3)) sheet.write('123', x, y);
    }
    const html = sheet.aligned();
    expect(html).toContain(
      `<td colspan="2">Both</td><td rowspan="2">All</td></tr><tr>${td('One', 'Two')}</tr>`,
    );
  });

  test('a unit that was read as one character is a unit', () => {
    const sheet = new Sheet();
    for (const [at, x] of columns.entries())
      sheet.write(`Y${at}0`, x, 20).write(['(kg)', '℃', '(t)', '(m)'][at]!, x, 46);
    expect(body(sheet.rule(30, 660, 96), 110).aligned()).toContain(td('(kg)', '℃', '(t)', '(m)'));
  });

  test('a name half-way between rules spans the rows between them', () => {
    const sheet = new Sheet().rule(30, 660, 16).write('Country', 40, 20);
    sheet.write('Both', 366, 22).rule(210, 560, 50);
    sheet.write('Men', 320, 56).rule(210, 450, 84).write('Persons', 520, 103);
    for (const x of columns.slice(0, 3)) sheet.write('Name', x, 90);
    sheet.write('of', 320, 116).write('it', 320, 142).rule(30, 660, 178);
    expect(body(sheet, 190).aligned()).toContain('<td colspan="3">Men</td><td rowspan="2">Persons</td>');
  });
});
