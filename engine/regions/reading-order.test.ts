import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Box, unionOf } from '../base/geometry';
import { type Orderable, readingOrder } from './reading-order';

interface Named extends Orderable {
  readonly name: string;
}

const lineHeight = 40;
const pitch = 50;

/** A paragraph of `lines` printed lines. */
function block(name: string, x: number, y: number, width: number, lines: number): Named {
  const lineBoxes = Array.from({ length: lines }, (_, index): Box => {
    const last = index === lines - 1 && lines > 1;
    return { x, y: y + index * pitch, width: last ? width * 0.6 : width, height: lineHeight };
  });
  return { name, box: unionOf(lineBoxes), height: lineHeight, lineBoxes };
}

/** Paragraphs one under the other, `gap` between them. */
function column(
  prefix: string,
  x: number,
  y: number,
  width: number,
  lines: readonly number[],
  gap = 30,
): Named[] {
  const made: Named[] = [];
  let top = y;
  lines.forEach((count, index) => {
    made.push(block(`${prefix}${index + 1}`, x, top, width, count));
    top += count * pitch + gap;
  });
  return made;
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed >>> 0;
  return items
    .map((item) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return { item, key: state };
    })
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function expectOrder(blocks: readonly Named[]): void {
  const wanted = blocks.map(({ name }) => name);
  for (let seed = 1; seed <= 5; seed++) {
    expect(readingOrder(shuffled(blocks, seed)).map(({ name }) => name)).toEqual(wanted);
  }
}

describe('readingOrder', () => {
  test('O01: title, abstract, left column, right column', () => {
    const title = block('title', 200, 100, 1200, 1);
    const abstract = block('abstract', 150, 220, 1350, 5);
    const left = column('L', 150, 560, 655, [6, 4, 7, 3, 5, 6]);
    const right = column('R', 845, 560, 655, [5, 7, 3, 6, 4, 5]);
    expectOrder([title, abstract, ...left, ...right]);
  });

  test('O01: a full-width heading between two column bands', () => {
    const upperLeft = column('UL', 150, 200, 655, [5, 6]);
    const upperRight = column('UR', 845, 200, 655, [7, 4]);
    const heading = block('heading', 150, 900, 1350, 1);
    const lowerLeft = column('LL', 150, 1000, 655, [6, 4]);
    const lowerRight = column('LR', 845, 1000, 655, [4, 6]);
    expectOrder([...upperLeft, ...upperRight, heading, ...lowerLeft, ...lowerRight]);
  });

  test('O01: a short heading at the left between two column bands', () => {
    const upperLeft = column('UL', 150, 200, 655, [5, 6]);
    const upperRight = column('UR', 845, 200, 655, [7, 4]);
    const heading = block('heading', 150, 900, 400, 1);
    const lowerLeft = column('LL', 150, 1010, 655, [6, 4]);
    const lowerRight = column('LR', 845, 1010, 655, [4, 6]);
    expectOrder([...upperLeft, ...upperRight, heading, ...lowerLeft, ...lowerRight]);
  });

  test('three columns with a footer line', () => {
    const columns = [0, 1, 2].flatMap((index) =>
      column(`C${index}-`, 100 + index * 500, 200, 450, [8, 5, 9]),
    );
    expectOrder([...columns, block('foot', 100, 1700, 1450, 1)]);
  });

  test('paragraphs that happen to break level stay in their columns', () => {
    const left = column('L', 150, 200, 655, [6, 6, 6]);
    const right = column('R', 845, 200, 655, [6, 6, 6]);
    expectOrder([...left, ...right]);
  });

  test('a sidebar is read as one piece', () => {
    const main = column('M', 150, 200, 900, [8, 9, 7]);
    const side = column('S', 1120, 260, 380, [4, 6, 3]);
    expectOrder([...main, ...side]);
  });

  test('rows of cards are read row by row', () => {
    const cards = [0, 1].flatMap((row) =>
      [0, 1, 2].flatMap((at) => column(`${row}${at}-`, 100 + at * 520, 200 + row * 520, 400, [1, 5], 20)),
    );
    expectOrder(cards);
  });

  test('X01: the parts of a form line stay left to right whatever is below', () => {
    const name = block('name', 150, 200, 300, 1);
    const date = block('date', 900, 203, 250, 1);
    const below: Named[][] = [
      [],
      [block('below', 700, 1500, 700, 6)],
      [block('below', 150, 1400, 400, 3)],
      [block('below', 120, 900, 1400, 8)],
      [block('below', 880, 700, 300, 1)],
    ];
    for (const extra of below) expectOrder([name, date, ...extra]);
  });

  test('label and value pairs are read row by row', () => {
    const rows = ['a', 'b', 'c', 'd'].flatMap((name, index) => [
      block(`${name}-label`, 150, 200 + index * 80, 260, 1),
      block(`${name}-value`, 620, 200 + index * 80, 180 + index * 60, 1),
    ]);
    expectOrder(rows);
  });

  test('nothing is lost, doubled or dependent on the order of the input', () => {
    const anyBlock = fc.record({
      x: fc.integer({ min: 0, max: 1500 }),
      y: fc.integer({ min: 0, max: 2200 }),
      width: fc.integer({ min: 20, max: 1400 }),
      lines: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 30 }), fc.integer(), (specs, seed) => {
        const blocks = specs.map(({ x, y, width, lines }, index) => block(String(index), x, y, width, lines));
        const ordered = readingOrder(blocks).map(({ name }) => name);
        expect([...ordered].sort()).toEqual(blocks.map(({ name }) => name).sort());
        const places = new Set(specs.map(({ x, y }) => `${x} ${y}`));
        if (places.size === specs.length) {
          expect(readingOrder(shuffled(blocks, seed)).map(({ name }) => name)).toEqual(ordered);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('a date at the right comes before the salutation at the left below it', () => {
  expectOrder([
    block('date', 1000, 200, 400, 1),
    block('salutation', 150, 330, 500, 1),
    block('body', 150, 430, 1300, 8),
  ]);
  const left = column('L', 150, 430, 640, [5, 5]);
  const right = column('R', 845, 430, 640, [6, 4]);
  expectOrder([block('date', 1000, 200, 400, 1), ...left, ...right]);
});
