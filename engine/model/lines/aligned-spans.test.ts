import { describe, expect, test } from 'vitest';
import { Sheet, table, td } from '../../testing/table-sheet';

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
    const head = (tone: number, ground = 90): string => {
      const sheet = new Sheet()
        .shade({ x: 10, y: 10, width: 600, height: 100 }, ground)
        .write('Men', 210, 24);
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
    expect(head(30, 50)).toBe(seen);
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

  test.each([26, 32])(
    'a label that wraps beside two rows spans them where no rule divides it (%d)',
    (pitch) => {
      const sheet = new Sheet()
        .write('Name', 40, 20)
        .write('a', 200, 20)
        .write('b', 300, 20)
        .rule(30, 600, 48);
      for (const [group, lower] of ['below', 'Coal'].entries()) {
        const y = 52 + (2 * pitch + 8) * group;
        sheet
          .write('Words', 40, y)
          .write('12', 200, y)
          .write('34', 300, y)
          .rule(190, 600, y + pitch - 1);
        sheet
          .write(lower, 40, y + pitch)
          .write('56', 200, y + pitch)
          .write('78', 300, y + pitch)
          .rule(30, 600, y + 2 * pitch + 1);
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
    },
  );

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

  test('a label whose second line stands at the height of a rule beside it goes on', () => {
    const sheet = new Sheet().write('Name', 40, 10).write('12', 300, 10).rule(30, 600, 36);
    for (const [group, label] of ['Coal', 'Iron'].entries()) {
      const y = 40 + 80 * group;
      sheet
        .write(label, 40, y)
        .write('12', 300, y)
        .rule(290, 600, y + 36);
      sheet
        .write('Waste', 40, y + 26)
        .write('34', 300, y + 42)
        .rule(30, 600, y + 76);
    }
    expect(sheet.aligned()).toContain(
      '<tr><td rowspan="2">Coal<br>Waste</td><td>12</td></tr><tr><td>34</td></tr>',
    );
  });

  test('a label spans no rows past a rule right across', () => {
    const sheet = new Sheet()
      .write('ab', 40, 40)
      .write('cd', 40, 164)
      .write('words', 40, 188)
      .write('ef', 40, 358);
    for (const y of [40, 108, 164, 234, 294, 358, 424]) sheet.write('12', 200, y).write('34', 300, y);
    for (const y of [144, 338, 466]) sheet.rule(30, 600, y);
    expect(sheet.aligned()).not.toContain('rowspan');
  });

  test('a word that is a value elsewhere is no total without a label', () => {
    const sheet = body(new Sheet(), 40).write('gh', 40, 160).write('none', 200, 160).write('12', 500, 160);
    sheet.write('12', 200, 200).write('34', 300, 200).write('none', 200, 240).write('56', 500, 240);
    expect(sheet.aligned()).toContain(td('', 'none', '', '', '56'));
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

  test('columns that an upright divides may stand closer than words', () => {
    const close = (isDrawn: boolean): string => {
      const sheet = new Sheet();
      for (const [row, label] of ['ab', 'cd', 'ef'].entries()) {
        const y = 40 + 40 * row;
        sheet.write(label, 40, y).writeParts(['12', '34'], [8], 150, y).write('56', 300, y);
        for (const x of isDrawn ? [100, 169, 240] : []) sheet.upright(x, y - 8, y + 32);
      }
      return sheet.aligned();
    };
    const rows = (...texts: string[]): string =>
      table(...['ab', 'cd', 'ef'].map((label) => td(label, ...texts)));
    expect(close(true)).toBe(rows('12', '34', '56'));
    expect(close(false)).toBe(rows('12 34', '56'));
  });

  test('a white column stays one where others are ruled', () => {
    const sheet = new Sheet();
    for (const [row, label] of ['ab', 'cd', 'ef'].entries()) {
      const y = 40 + 40 * row;
      sheet.write(label, 40, y).write('12', 150, y).write('34', 260, y).write('56', 400, y);
      for (const x of [100, 330]) sheet.upright(x, y - 8, y + 32);
    }
    expect(sheet.aligned()).toBe(table(...['ab', 'cd', 'ef'].map((label) => td(label, '12', '34', '56'))));
  });

  test('names without uprights between them are not of one cell', () => {
    const sheet = new Sheet().write('ab', 40, 40).write('Men', 150, 40).write('All', 300, 40);
    for (const y of [80, 120, 160]) {
      sheet.write('cd', 40, y).write('12', 150, y).write('34', 300, y);
      for (const x of [100, 240]) sheet.upright(x, y - 8, y + 32);
    }
    expect(sheet.aligned()).toContain(td('ab', 'Men', 'All'));
  });

  test('a text over columns is not in the row of their texts', () => {
    const sheet = new Sheet();
    for (const [row, label] of ['ab', 'cd', '', 'ef', 'gh'].entries()) {
      const y = 40 + 30 * row;
      if (label) sheet.write(label, 40, y).write('12', 150, y).write('34', 260, y);
      else sheet.write('n. a.', 185, y);
      sheet.upright(100, y - 3, y + 27);
      if (label) sheet.upright(210, y - 3, y + 27);
    }
    expect(sheet.aligned()).toContain('<tr><td></td><td colspan="2">n. a.</td></tr>');
  });
});
