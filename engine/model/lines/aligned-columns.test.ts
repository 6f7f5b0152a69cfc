import { describe, expect, test } from 'vitest';
import { Sheet, table, td } from '../../testing/table-sheet';

describe('columns that stand close', () => {
  test('a blank divides where the texts on both sides stand as those of their columns do', () => {
    const rows = [
      ['oneaword', '1234'],
      ['ab', '56'],
      ['cd', '78'],
      ['ef', '90'],
    ];
    const sheet = new Sheet();
    for (const [row, [left, right]] of rows.entries()) {
      const y = 40 + 40 * row;
      sheet.write('two words here', 40, y);
      if (row === 0) sheet.writeParts([left!, right!], [9], 300, y);
      else sheet.write(left!, 300, y).write(right!, 373, y);
    }
    expect(sheet.aligned()).toBe(table(...rows.map((row) => td('two words here', ...row))));
  });

  test('names of groups that begin elsewhere do not tell where the texts of a column stand', () => {
    const sheet = new Sheet()
      .write('Results of all', 396, 30)
      .write('Numbers of all', 396, 62)
      .rule(30, 660, 92);
    for (const [row, left] of ['oneaword', 'ab', 'cd', 'ef'].entries()) {
      const y = 100 + 40 * row;
      sheet.write('two words here', 40, y).write('12', 500, y);
      if (row === 0) sheet.writeParts([left, '1234'], [9], 300, y);
      else sheet.write(left, row === 1 ? 303 : 300, y).write('1234', 373, y);
    }
    expect(sheet.aligned()).toContain(td('two words here', 'oneaword', '1234', '12'));
  });

  test('headings over rows that stand further in are no column of their own', () => {
    const sheet = new Sheet().write('Physics and', 40, 40).write('Read', 40, 148);
    for (const y of [76, 112, 184, 220, 256]) sheet.write('1934', 110, y).write('12', 300, y);
    const row = td('1934', '12');
    expect(sheet.aligned()).toBe(table(td('Physics and', ''), row, row, td('Read', ''), row, row, row));
    // A label between rows is none.
    const labelled = new Sheet().write('1960', 40, 106).rule(30, 400, 30).rule(30, 400, 212);
    for (const y of [40, 84, 128, 172]) labelled.write('1868', 110, y).write('12', 300, y);
    expect(labelled.aligned()).toContain('<td rowspan="4">1960</td>');
  });

  test('a name that reaches just from the first of its columns to the last is whole', () => {
    const sheet = new Sheet()
      .write('two words here', 40, 40)
      .writeParts(['wordwordw', 'otherother'], [8], 200, 40);
    for (const y of [80, 120, 160])
      sheet.write('two words here', 40, y).write('abcd', 200, y).write('12', 343, y);
    expect(sheet.aligned()).toContain('wordwordw otherother</td>');
  });

  test('a word of a name is no column of its own', () => {
    const sheet = new Sheet().write('Station', 40, 40).writeParts(['Curl', 'certain'], [18], 314, 40);
    const labels = ['of an abc', 'of an def', 'of an ghi', 'of an jkl'];
    for (const [row, label] of labels.entries())
      sheet.write(label, 40, 80 + 40 * row).write(`1.2${row}`, 364, 80 + 40 * row);
    expect(sheet.aligned()).toBe(
      table(td('Station', 'Curl certain'), ...labels.map((label, row) => td(label, `1.2${row}`))),
    );
  });

  test('figures in brackets behind others are no column of their own', () => {
    const sheet = new Sheet().write('Name', 40, 40).write('Mean', 322, 40);
    const labels = ['abc', 'def', 'ghi', 'jkl'];
    for (const [row, label] of labels.entries())
      sheet
        .write(label, 40, 80 + 40 * row)
        .write(`2,4${row}`, 280, 80 + 40 * row)
        .write(`(1${row},97)`, 322, 80 + 40 * row);
    expect(sheet.aligned()).toBe(
      table(td('Name', 'Mean'), ...labels.map((label, row) => td(label, `2,4${row} (1${row},97)`))),
    );
  });

  test('between rules, texts that stand apart are of two cells where the rule is broken', () => {
    const sheet = new Sheet();
    for (let row = 0; row < 5; row++) {
      const y = 40 + 40 * row;
      sheet.write('label', 40, y).write('12', 200, y).write('34', 260, y);
      if (row !== 2) sheet.upright(240, y - 8, y + 32);
      sheet.upright(120, y - 8, y + 32);
    }
    expect(sheet.aligned()).not.toContain('colspan');
  });
});
