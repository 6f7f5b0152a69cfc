import { describe, expect, test } from 'vitest';
import { createRaster } from '../../base/raster';
import { cell, lineHeight, nothing, Sheet, seen, table, td } from '../../testing/table-sheet';
import { alignedStructure } from './aligned';
import { TableInk } from './aligned-ink';
import { continuation } from './aligned-rows';

describe('columns', () => {
  test('white that all rows share divides a line that was read as one; a word space does not', () => {
    const sheet = new Sheet()
      .write('iron ore  12 345', 40, 40)
      .write('coal      7', 40, 80)
      .write('tin plate 1 234', 40, 120);
    expect(sheet.aligned()).toBe(table(td('iron ore', '12 345'), td('coal', '7'), td('tin plate', '1 234')));
  });

  test('a column with a single entry stands, and what is empty stays so', () => {
    const sheet = new Sheet();
    ['ab', 'cd', 'ef', 'gh'].forEach((label, row) => void sheet.write(label, 40, 40 + 40 * row));
    [12, 34, 56, 78].forEach((value, row) => void sheet.write(`${value}`, 400, 40 + 40 * row));
    sheet.write('9', 200, 120);
    expect(sheet.aligned()).toBe(
      table(td('ab', '', '12'), td('cd', '', '34'), td('ef', '9', '56'), td('gh', '', '78')),
    );
  });

  test('dots lead over to a value and stay with their label', () => {
    const sheet = new Sheet()
      .write('coal ........ 12', 40, 40)
      .write('iron ore .... 7', 40, 80)
      .write('tin ......... 345', 40, 120);
    expect(sheet.aligned()).toBe(
      table(td('coal ........', '12'), td('iron ore ....', '7'), td('tin .........', '345')),
    );
  });

  test('dashes are entries of their rows, but only where nothing else stands', () => {
    const sheet = new Sheet().write('ab', 40, 40).write('12', 300, 40).write('cd', 40, 80).dash(305, 80);
    expect(sheet.aligned()).toBe(table(td('ab', '12'), td('cd', '–')));
  });
});

describe('columns that are hard to see', () => {
  test('a name that begins left of its values is not cut', () => {
    const sheet = new Sheet().write('quantitative', 168, 40).rule(30, 280, 72);
    const labels = ['arsenate', 'chloride', 'fluoride'];
    labels.forEach((label, row) => {
      sheet.write(label, 40, 80 + 40 * row).write('12', 248, 80 + 40 * row);
    });
    expect(sheet.aligned()).toBe(table(td('', 'quantitative'), ...labels.map((label) => td(label, '12'))));
  });

  test('white that is clearly wider than between words divides, even where most blanks are such', () => {
    const sheet = new Sheet();
    for (const y of [40, 80, 120, 160]) sheet.writeParts(['so', 'it', '345', '67'], [4, 10, 10], 40, y);
    const row = td('so it', '345', '67');
    expect(sheet.aligned()).toBe(table(row, row, row, row));
  });

  test('characters that are all as wide stand in words as wide apart', () => {
    const sheet = new Sheet();
    const names = ['ab cd e', 'fg hi j', 'kl mn o', 'pqr stu'];
    for (const [row, name] of names.entries())
      sheet.write(name, 40, 40 + 40 * row, 16).write('123', 300, 40 + 40 * row, 16);
    expect(sheet.aligned()).toBe(table(...names.map((name) => td(name, '123'))));
  });

  test('columns are divided where the white is clearest, whatever names of groups stand over it', () => {
    const sheet = new Sheet().write('product', 20, 40).write('group', 380, 40);
    sheet.rule(180, 680, 70);
    for (const [at, x] of [200, 300, 420, 520].entries()) sheet.write('abcd'[at]!.repeat(3), x, 80);
    sheet.rule(20, 680, 110);
    for (const y of [120, 150, 180]) {
      sheet
        .write('ab', 20, y)
        .write('1234', 240, y)
        .write('12', 370, y)
        .write('1234', 450, y)
        .write('12345', 640, y);
    }
    const row = td('ab', '1234', '12', '1234', '12345');
    expect(sheet.aligned()).toBe(
      table(
        '<td rowspan="2">product</td><td colspan="4">group</td>',
        td('aaa', 'bbb', 'ccc', 'ddd'),
        row,
        row,
        row,
      ),
    );
  });
});

describe('rows', () => {
  test('a label wraps where its next word had no room; a short one above values is a row', () => {
    const sheet = new Sheet()
      .write('Metals', 40, 40)
      .write('iron ore and other', 40, 80)
      .write('12', 400, 80)
      .write('heavy minerals', 40, 106)
      .write('coal', 40, 146)
      .write('7', 410, 146)
      .write('tin', 40, 186)
      .write('8', 410, 186);
    expect(sheet.aligned()).toBe(
      table(td('Metals', ''), td('iron ore and other heavy minerals', '12'), td('coal', '7'), td('tin', '8')),
    );
  });

  test('what follows on a sentence does not tell whether a text goes on', () => {
    const column = { widest: 300, isWordy: true };
    const upper = { from: 0, to: 290 };
    const lower = { text: 'Nothing else', from: 0, to: 200 };
    expect(continuation({ ...upper, text: 'The numbers are tested.' }, lower, column, 24)).toBe(0);
    expect(continuation({ ...upper, text: 'The numbers of the' }, lower, column, 24)).toBeGreaterThan(0);
  });

  test('a sign that ends a sentence goes on from it, and a last name from its initials', () => {
    const column = { widest: 180, isWordy: false };
    const goesOn = (upper: string, lower: string): number =>
      continuation(
        { text: upper, from: 40, to: 40 + 8 * upper.length },
        { text: lower, from: 40, to: 40 + 8 * lower.length },
        column,
        24,
      );
    expect(goesOn('Whether any of it', '?')).toBeGreaterThan(1);
    expect(goesOn('Whether any of it', '-')).toBeLessThan(0);
    expect(goesOn('R. M.', 'Mitzuerlebenderer Unverstand')).toBeGreaterThan(1);
    expect(goesOn('Rum.', 'Mitzuerlebenderer Unverstand')).toBeLessThan(1);
  });

  test('values beside the middle of two lines are of one row', () => {
    const sheet = new Sheet();
    [40, 130, 220].forEach((y) => {
      sheet
        .write('words that go on', 40, y)
        .write('below', 40, y + 26)
        .write('12', 400, y + 13)
        .write('34', 500, y + 13);
    });
    const row = td('words that go on below', '12', '34');
    expect(sheet.aligned()).toBe(table(row, row, row));
  });

  test('rules keep values apart and hold together what stands between them', () => {
    const sheet = new Sheet();
    [60, 130, 200].forEach((y) => {
      sheet
        .write('1.5', 40, y)
        .write('2.5', 300, y)
        .write('(0.1)', 300, y + 26)
        .rule(30, 600, y + 58);
    });
    const row = td('1.5', '2.5<br>(0.1)');
    expect(sheet.aligned()).toBe(table(row, row, row));
  });
});

describe('choice', () => {
  const sheet = (): Sheet =>
    new Sheet()
      .write('ab', 40, 40)
      .write('12', 200, 40)
      .write('34', 300, 40)
      .write('cd', 40, 80)
      .write('56', 200, 80)
      .write('78', 300, 80);

  test('cells that are drawn stay', () => {
    const drawn = { ...seen([[cell(30, 30, 300, 70)]]), ruled: true };
    expect(sheet().chosen(drawn).match(/<td/gu)).toHaveLength(1);
  });

  test('columns and rows that the network joins are taken apart', () => {
    const columns = seen([
      [cell(40, 40, 20), cell(200, 40, 120)],
      [cell(40, 80, 20), cell(200, 80, 120)],
    ]);
    const right = table(td('ab', '12', '34'), td('cd', '56', '78'));
    expect(sheet().chosen(columns)).toBe(right);
    expect(sheet().chosen(seen([[cell(40, 40, 20, 64), cell(200, 40, 20, 64), cell(300, 40, 20, 64)]]))).toBe(
      right,
    );
  });

  test('new cells are as certain as the network is of what it sees there, and headers stay headers', () => {
    const network = seen([[cell(30, 30, 100, 40), cell(150, 30, 250, 40)]], { header: true });
    const { page, box, lines } = sheet();
    const { structure } = alignedStructure(network, page, box, lines, [])!;
    expect(structure.cells.map(({ header }) => header)).toEqual([true, true, true, false, false, false]);
    expect(structure.cells.map(({ certainty }) => certainty)).toContain(0.9);
    expect(structure.cells[5]!.certainty).toBe(0.5);
  });

  test('a single line or column tells nothing; texts without known letters stay whole', () => {
    const { page, box } = new Sheet();
    const column = ['ab', 'cd'].map((text, at) => ({ box: cell(40, 40 + 40 * at, 20), text }));
    const beside = ['ef', 'gh'].map((text, at) => ({ box: cell(300, 40 + 40 * at, 20), text }));
    expect(alignedStructure(nothing, page, box, column.slice(1), [])).toBeUndefined();
    expect(alignedStructure(nothing, page, box, column, [])).toBeUndefined();
    const found = alignedStructure(nothing, page, box, [...column, ...beside], []);
    expect(found?.pieces.map(({ text }) => text)).toEqual(['ab', 'ef', 'cd', 'gh']);
  });

  test('what rows take grows no faster than by the square of their number', () => {
    const workOf = (rows: number): number => {
      const long = { x: 0, y: 0, width: 690, height: rows * lineHeight + 20 };
      const lines = Array.from({ length: 8 * rows }, (_, at) => ({
        box: cell(20 + 80 * (at % 8), 10 + lineHeight * Math.floor(at / 8), 50, 20),
        text: `${at}`,
      }));
      const page = createRaster(700, long.height);
      const started = process.cpuUsage();
      const found = alignedStructure(nothing, page, long, lines, []);
      const { user, system } = process.cpuUsage(started);
      expect(found?.structure.cells).toHaveLength(8 * rows);
      return user + system;
    };
    workOf(30);
    // A cube would be 64 times as much.
    expect(workOf(120) / workOf(30)).toBeLessThan(40);
  });

  test('a header cell that is shaded down beside names on white makes these a row of the header, though not all of it is as dark', () => {
    const sheet = new Sheet()
      .shade({ x: 10, y: 10, width: 170, height: 80 })
      .shade({ x: 180, y: 10, width: 500, height: 40 }, 176)
      .write('Country', 40, 38)
      .write('2007', 260, 18)
      .write('2006', 480, 18)
      .write('Cases', 200, 58)
      .write('Share', 320, 58)
      .write('Cases', 440, 58)
      .write('Share', 560, 58);
    for (const [row, name] of ['Austria', 'Germany', 'Spain'].entries()) {
      const y = 104 + 34 * row;
      sheet.write(name, 40, y);
      for (const [column, x] of [200, 320, 440, 560].entries()) sheet.write(`${row}${column}1`, x, y);
    }
    const html = sheet.aligned();
    expect(html).toContain(
      '<tr><td rowspan="2">Country</td><td colspan="2">2007</td><td colspan="2">2006</td></tr>',
    );
    expect(html).toContain('<tr><td>Austria</td><td>001</td>');
  });

  test('light that falls unevenly shades no header', () => {
    const sheet = new Sheet();
    const xs = [40, 200, 360, 520];
    for (const [at, grey] of [206, 202, 196, 188].entries())
      sheet.shade({ x: xs[at]! - 20, y: 10, width: 160, height: 480 }, grey);
    const put = (columns: readonly number[], y: number): void => {
      for (const column of columns) sheet.write(`${column}${y}`, xs[column]!, y);
    };
    put([1, 2, 3], 20);
    for (const y of [60, 100, 140, 180]) put([0, 1, 2, 3], y);
    put([0, 3], 220);
    sheet.rule(30, 660, 50).rule(30, 660, 212);
    expect(sheet.aligned().match(/<tr>/gu)).toHaveLength(6);
  });

  test('the ground of thick print is what most of it is near', () => {
    const sheet = new Sheet();
    for (let x = 20; x < 80; x++) sheet.fill({ x, y: 20, width: 1, height: 20 }, 20 + 3 * (x - 20));
    const ground = TableInk.of(sheet.page, sheet.box).ground({ x: 20, y: 20, width: 100, height: 20 });
    expect(ground).toBe(240);
  });

  test('a title between rows is no entry beside the label below it', () => {
    const sheet = new Sheet().write('In all of it', 250, 36);
    for (const y of [70, 140, 210]) {
      sheet.write('1234', 400, y - 14).write('56', 540, y - 14);
      sheet
        .write(y > 200 ? 'Label of a long name, as it is' : 'Label', 40, y)
        .write('1234', 400, y + 14)
        .write('56', 540, y + 14);
    }
    expect(sheet.aligned()).toContain('<td rowspan="2">Label</td><td>1234</td><td>56</td>');
  });
});
