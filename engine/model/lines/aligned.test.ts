import { describe, expect, test } from 'vitest';
import type { Box } from '../../base/geometry';
import { createRaster, type Raster } from '../../base/raster';
import { alignedStructure, alignedTable } from './aligned';
import type { Peak } from './ctc';
import { type TableLine, tableHtml } from './table-html';
import type { StructureCell, TableStructure } from './table-structure';

const advance = 8;
const lineHeight = 24;

/** A page with a table over most of it; what is written and ruled on it is drawn. */
class Sheet {
  readonly page: Raster = createRaster(700, 500, 240);
  readonly box: Box = { x: 10, y: 10, width: 680, height: 480 };
  readonly lines: TableLine[] = [];
  readonly strokes: TableLine[] = [];

  /** Each letter is a block of ink, each blank white of its own width. */
  write(text: string, x: number, y: number): this {
    const letters = [...text];
    letters.forEach((letter, index) => {
      if (letter !== ' ') this.fill({ x: x + advance * index + 1, y: y + 5, width: 5, height: 14 });
    });
    const peaks = letters.map((letter, index) => ({
      text: letter,
      probability: 1,
      first: 2 * index,
      last: 2 * index + 1,
      second: { text: '', probability: 0 },
    }));
    const box = { x, y, width: advance * letters.length, height: lineHeight };
    this.lines.push({ box, text, peaks, steps: 2 * letters.length });
    return this;
  }

  /** One line of parts with so much white between them, read as blanks; steps are pixels. */
  writeParts(parts: readonly string[], blanks: readonly number[], x: number, y: number): this {
    const peaks: Peak[] = [];
    let at = 0;
    const put = (text: string, width: number): void => {
      peaks.push({
        text,
        probability: 1,
        first: at,
        last: at + width - 1,
        second: { text: '', probability: 0 },
      });
      at += width;
    };
    for (const [index, part] of parts.entries()) {
      for (const letter of part) {
        this.fill({ x: x + at + 1, y: y + 5, width: 5, height: 14 });
        put(letter, advance);
      }
      if (index < blanks.length) put(' ', blanks[index]!);
    }
    const text = parts.join(' ');
    this.lines.push({ box: { x, y, width: at, height: lineHeight }, text, peaks, steps: at });
    return this;
  }

  dash(x: number, y: number): this {
    const box = { x, y: y + 11, width: 10, height: 2 };
    this.fill(box);
    this.strokes.push({ box, text: '–' });
    return this;
  }

  rule(x0: number, x1: number, y: number, grey = 20): this {
    this.fill({ x: x0, y, width: x1 - x0, height: 2 }, grey);
    return this;
  }

  upright(x: number, y0: number, y1: number): this {
    this.fill({ x, y: y0, width: 2, height: y1 - y0 });
    return this;
  }

  /** Before what is written on it. */
  shade(box: Box, grey = 160): this {
    this.fill(box, grey);
    return this;
  }

  fill({ x, y, width, height }: Box, grey = 20): void {
    for (let row = y; row < y + height; row++) {
      this.page.data.fill(grey, (row * this.page.width + x) * 3, (row * this.page.width + x + width) * 3);
    }
  }

  aligned(network: TableStructure = nothing): string {
    const found = alignedStructure(network, this.page, this.box, this.lines, this.strokes);
    return found ? tableHtml(found.structure, found.pieces, this.strokes).html : '';
  }

  chosen(network: TableStructure): string {
    return alignedTable(network, this.page, this.box, this.lines, this.strokes).html;
  }
}

const nothing: TableStructure = { cells: [], rows: 0, confidence: 0, complete: true };

function seen(rows: readonly (readonly Box[])[], extra: Partial<StructureCell> = {}): TableStructure {
  const cells = rows.flatMap((row, index) =>
    row.map((box) => ({
      row: index,
      header: false,
      colspan: 1,
      rowspan: 1,
      box,
      certainty: 0.9,
      otherForm: 0.1,
      ...extra,
    })),
  );
  return { cells, rows: rows.length, confidence: 0.9, complete: true };
}

const cell = (x: number, y: number, width: number, height = 24): Box => ({ x, y, width, height });
const table = (...rows: string[]): string =>
  `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`;
const td = (...texts: string[]): string => texts.map((text) => `<td>${text}</td>`).join('');

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

describe('spans', () => {
  const body = (sheet: Sheet, from: number): Sheet => {
    ['ab', 'cd', 'ef'].forEach((label, row) => {
      const y = from + 40 * row;
      sheet
        .write(label, 40, y)
        .write('12', 200, y)
        .write('34', 300, y)
        .write('56', 400, y)
        .write('78', 500, y);
    });
    return sheet;
  };
  const rows = ['ab', 'cd', 'ef'].map((label) => td(label, '12', '34', '56', '78'));

  test('the name of a group spans the columns that its rule covers, a name beside it both rows', () => {
    const sheet = new Sheet()
      .write('Men', 245, 40)
      .write('Women', 435, 40)
      .rule(190, 330, 70)
      .rule(390, 530, 70)
      .write('Name', 40, 60);
    [200, 300, 400, 500].forEach((x, at) => void sheet.write(at % 2 ? 'b' : 'a', x, 80));
    sheet.rule(30, 540, 110);
    expect(body(sheet, 130).aligned()).toBe(
      table(
        '<td rowspan="2">Name</td><td colspan="2">Men</td><td colspan="2">Women</td>',
        td('a', 'b', 'a', 'b'),
        ...rows,
      ),
    );
  });

  test('a name half-way beside the rule of a group spans both rows, and so does a blank', () => {
    const sheet = new Sheet().write('Men', 345, 40).rule(290, 430, 70).write('Name', 40, 56);
    [300, 400].forEach((x, at) => void sheet.write(at ? 'b' : 'a', x, 80));
    sheet.rule(30, 440, 110);
    for (const y of [130, 170, 210])
      sheet.write('ab', 40, y).write('12', 200, y).write('34', 300, y).write('56', 400, y);
    const row = td('ab', '12', '34', '56');
    expect(sheet.aligned()).toBe(
      table(
        '<td rowspan="2">Name</td><td rowspan="2"></td><td colspan="2">Men</td>',
        td('a', 'b'),
        row,
        row,
        row,
      ),
    );
  });

  test('rules of any tone count, also on dark ground', () => {
    const head = (tone: number): string => {
      const sheet = new Sheet().shade({ x: 10, y: 10, width: 600, height: 100 }, 90).write('Men', 210, 24);
      sheet.rule(190, 430, 60, tone).write('Women', 520, 40).write('Name', 40, 40);
      [200, 300, 400].forEach((x, at) => void sheet.write('abc'[at]!, x, 74));
      return body(sheet, 130).aligned();
    };
    const seen = table(
      '<td rowspan="2">Name</td><td colspan="3">Men</td><td rowspan="2">Women</td>',
      td('a', 'b', 'c'),
      ...rows,
    );
    expect(head(20)).toBe(seen);
    expect(head(250)).toBe(seen);
    expect(head(90)).not.toBe(seen);
  });

  test('without rules the middle of its columns tells', () => {
    const sheet = new Sheet().write('Men', 245, 40).write('Women', 435, 40).write('Name', 40, 80);
    [200, 300, 400, 500].forEach((x, at) => void sheet.write(at % 2 ? 'b' : 'a', x, 80));
    expect(body(sheet, 120).aligned()).toBe(
      table(
        '<td></td><td colspan="2">Men</td><td colspan="2">Women</td>',
        td('Name', 'a', 'b', 'a', 'b'),
        ...rows,
      ),
    );
  });

  test('a title in the middle spans the table', () => {
    const sheet = body(new Sheet(), 40).write('Europe', 255, 160);
    expect(body(sheet, 200).aligned()).toBe(table(...rows, '<td colspan="5">Europe</td>', ...rows));
  });

  test('a label in the middle of its rows spans them, one at their top does not', () => {
    const groups = (place: number): string => {
      const sheet = new Sheet();
      [0, 1, 2, 3].forEach(
        (row) => void sheet.write('12', 200, 40 + 40 * row).write('34', 300, 40 + 40 * row),
      );
      return sheet
        .write('ab', 40, 40 + place)
        .write('cd', 40, 120 + place)
        .aligned();
    };
    expect(groups(20)).toBe(
      table(
        '<td rowspan="2">ab</td><td>12</td><td>34</td>',
        td('12', '34'),
        '<td rowspan="2">cd</td><td>12</td><td>34</td>',
        td('12', '34'),
      ),
    );
    expect(groups(0)).toBe(
      table(td('ab', '12', '34'), td('', '12', '34'), td('cd', '12', '34'), td('', '12', '34')),
    );
  });

  test('a label between two rows keeps them apart, whatever columns they fill', () => {
    const sheet = new Sheet();
    [0, 120].forEach((place) => {
      sheet
        .write('12', 200, 40 + place)
        .write('ab', 40, 60 + place)
        .write('34', 300, 80 + place);
      sheet
        .write('cd', 40, 120 + place)
        .write('56', 200, 120 + place)
        .write('78', 300, 120 + place);
    });
    const group = ['<td rowspan="2">ab</td><td>12</td><td></td>', td('', '34'), td('cd', '56', '78')];
    expect(sheet.aligned()).toBe(table(...group, ...group));
  });

  test('a label that wraps beside two rows spans them where no rule divides it', () => {
    const sheet = new Sheet().write('Name', 40, 20).write('a', 200, 20).write('b', 300, 20).rule(30, 600, 48);
    for (const [group, lower] of ['below', 'Coal'].entries()) {
      const y = 52 + 60 * group;
      sheet
        .write('Words', 40, y)
        .write('12', 200, y)
        .write('34', 300, y)
        .rule(190, 600, y + 25);
      sheet
        .write(lower, 40, y + 26)
        .write('56', 200, y + 26)
        .write('78', 300, y + 26)
        .rule(30, 600, y + 53);
    }
    expect(sheet.aligned()).toBe(
      table(
        td('Name', 'a', 'b'),
        '<td rowspan="2">Words<br>below</td><td>12</td><td>34</td>',
        td('56', '78'),
        td('Words', '12', '34'),
        td('Coal', '56', '78'),
      ),
    );
  });

  test('a label half-way between rules right across spans the rows between them', () => {
    const sheet = new Sheet().rule(30, 600, 36);
    ['ab', 'cd'].forEach((label, group) => {
      const y = 40 + 120 * group;
      sheet.write('12', 200, y).write('34', 300, y);
      sheet.write(label, 40, y + 44);
      sheet.write('56', 200, y + 60).rule(30, 600, y + 116);
    });
    const rows = (label: string): string[] => [
      `<td rowspan="2">${label}</td><td>12</td><td>34</td>`,
      td('56', ''),
    ];
    expect(sheet.aligned()).toBe(table(...rows('ab'), ...rows('cd')));
  });

  test('labels in the middle of their rows span them though some rows have none', () => {
    const sheet = new Sheet();
    const tall = (label: string, y: number): void => {
      for (const at of [0, 40]) sheet.write('12', 200, y + at).write('34', 300, y + at);
      if (label) sheet.write(label, 40, y + 20);
    };
    ['ab', 'cd', 'ef'].forEach((label, group) => void tall(label, 20 + 80 * group));
    for (const y of [260, 300]) sheet.write('56', 200, y).write('78', 300, y);
    sheet.write('gh', 40, 340).write('12', 200, 340).write('34', 300, 340);
    expect(sheet.aligned()).toContain('<td rowspan="2">cd</td>');
  });

  test('above the first rule such a label stands half-way between its texts', () => {
    const sheet = new Sheet();
    ['ab', 'cd'].forEach((label, group) => {
      const y = 40 + 180 * group;
      for (const at of [0, 1, 2, 3]) sheet.write('12', 200, y + 40 * at).write('34', 300, y + 40 * at);
      sheet.write(label, 40, y + 60);
    });
    sheet.rule(30, 600, 202).rule(30, 600, 382).write('ef', 40, 400).write('56', 200, 400);
    expect(sheet.aligned()).toContain('<td rowspan="4">ab</td>');
  });

  test('the name of a total that runs over columns spans them', () => {
    const sheet = body(new Sheet(), 40).write('the total of all', 88, 160).write('1234', 500, 160);
    expect(sheet.aligned()).toBe(
      table(...rows, '<td colspan="2">the total of all</td><td></td><td></td><td>1234</td>'),
    );
  });

  test('where columns are ruled, cells without a rule between them are one', () => {
    const sheet = new Sheet();
    for (const [row, label] of ['ab', 'cd', 'ef', 'gh'].entries()) {
      const y = 40 + 40 * row;
      sheet.write(label, 40, y).upright(100, y - 8, y + 32);
      if (row === 2) sheet.write('1990', 215, y);
      else {
        sheet
          .write('12', 150, y)
          .write('34', 300, y)
          .upright(240, y - 8, y + 32);
      }
    }
    expect(sheet.aligned()).toBe(
      table(
        td('ab', '12', '34'),
        td('cd', '12', '34'),
        '<td>ef</td><td colspan="2">1990</td>',
        td('gh', '12', '34'),
      ),
    );
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

  test('a hundred rows take no time', () => {
    const long = { x: 0, y: 0, width: 690, height: 100 * lineHeight + 20 };
    const lines = Array.from({ length: 800 }, (_, at) => ({
      box: cell(20 + 80 * (at % 8), 10 + lineHeight * Math.floor(at / 8), 50, 20),
      text: `${at}`,
    }));
    const started = performance.now();
    const found = alignedStructure(nothing, createRaster(700, long.height), long, lines, []);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(found?.structure.cells).toHaveLength(800);
  });

  test('a header cell that is shaded down beside names on white makes these a row of the header', () => {
    const sheet = new Sheet()
      .shade({ x: 10, y: 10, width: 170, height: 80 })
      .shade({ x: 180, y: 10, width: 500, height: 40 })
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
});

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
});
