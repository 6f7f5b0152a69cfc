import { expect, test } from 'vitest';
import { Sheet, table, td } from '../../testing/table-sheet';

test('where rules part the rows, what stands below a name in the middle is its second line, not a title', () => {
  const headed = (isParted: boolean): string => {
    const sheet = new Sheet().write('kind', 40, 40).write('mean of all', 325, 40).write('cost', 560, 40);
    sheet.write('yields', 325, 64).rule(30, 640, 94);
    if (isParted) sheet.rule(30, 640, 62);
    for (const y of [100, 140, 180, 220]) {
      sheet
        .write('ab', 40, y)
        .write('30 kg', 410, y)
        .write('12', 600, y)
        .rule(30, 640, y + 30);
    }
    return sheet.aligned();
  };
  const row = td('ab', '30 kg', '12');
  const rows = [row, row, row, row];
  expect(headed(false)).toBe(table(td('kind', 'mean of all<br>yields', 'cost'), ...rows));
  expect(headed(true)).toBe(table(td('kind', 'mean of all', 'cost'), '<td colspan="3">yields</td>', ...rows));
});

test('a word in the middle of the table is a title also where it ends with the numbers of its column', () => {
  const sheet = new Sheet()
    .write('Ore', 40, 40)
    .write('Sum', 354, 40)
    .write('Rate', 608, 40)
    .rule(30, 650, 70);
  for (const y of [120, 160, 200, 240, 280]) sheet.write('1234', 346, y).write('56', 624, y);
  sheet.write('ab', 40, 120).write('cd', 40, 240).write('in 1954', 322, 80);
  const rowOf = (label: string): string => td(label, '1234', '56');
  expect(sheet.aligned()).toBe(
    table(td('Ore', 'Sum', 'Rate'), '<td colspan="3">in 1954</td>', ...['ab', '', '', 'cd', ''].map(rowOf)),
  );
});

test('near the end a name alone before its value is a total only where it does not begin as the others do', () => {
  const ended = (x: number): string => {
    const sheet = new Sheet();
    for (const y of [40, 80, 120])
      sheet.write('kind', 40, y).write('some long text', 200, y).write('12', 500, y);
    return sheet.write('all in', x, 160).write('36', 500, 160).aligned();
  };
  const row = td('kind', 'some long text', '12');
  expect(ended(200)).toBe(table(row, row, row, td('', 'all in', '36')));
  expect(ended(264)).toBe(table(row, row, row, '<td colspan="2">all in</td><td>36</td>'));
});

test('a label in the middle of rows is of one of them where their grounds differ', () => {
  const grouped = (isShaded: boolean): string => {
    const sheet = new Sheet();
    for (const [row, y] of [40, 80, 120, 160, 200, 240].entries()) {
      if (isShaded && row % 2 === 1) sheet.shade({ x: 30, y: y - 8, width: 500, height: 40 }, 210);
      sheet.write('12', 200, y).write('34', 300, y).write('56', 400, y);
      if (row % 3 === 1) sheet.write('kind', 40, y);
    }
    return sheet.aligned();
  };
  const others = td('12', '34', '56');
  const first = `<td rowspan="3">kind</td>${others}`;
  expect(grouped(false)).toBe(table(first, others, others, first, others, others));
  const [bare, labelled] = [td('', '12', '34', '56'), td('kind', '12', '34', '56')];
  expect(grouped(true)).toBe(table(bare, labelled, bare, bare, labelled, bare));
});

test('lines of a name that stand on one middle are no titles', () => {
  const sheet = new Sheet().write('yields', 416, 40).write('(kg)', 424, 66).rule(30, 650, 94);
  for (const y of [100, 140, 180, 220])
    sheet.write('kind', 40, y).write('some text', 400, y).write('12', 620, y);
  const row = td('kind', 'some text', '12');
  expect(sheet.aligned()).toBe(table(td('', 'yields<br>(kg)', ''), row, row, row, row));
});
