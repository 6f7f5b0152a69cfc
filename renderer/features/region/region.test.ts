import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Region } from '../../../engine/document';
import {
  cutAt,
  cutLine,
  drawnBox,
  handles,
  movedBox,
  printedLine,
  sizedBox,
  smallestSide,
} from './page-geometry';
import { countChanges, diffWords } from './word-diff';

const words = fc
  .array(fc.constantFrom('the', 'cat', 'sat', 'on', 'a', 'mat', '.', '\n', '中', 'x²'), { maxLength: 30 })
  .map((parts) => parts.join(' '));

describe('the difference of two texts', () => {
  it('gives both texts back', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'grapheme' })), words, (before, after) => {
        const parts = diffWords(before, after);
        const text = (kind: string): string =>
          parts
            .filter((part) => part.kind === 'same' || part.kind === kind)
            .map((part) => part.text)
            .join('');
        expect(text('removed')).toBe(before);
        expect(text('added')).toBe(after);
      }),
    );
  });

  it('is nothing for equal texts, and one place for one changed word', () => {
    fc.assert(
      fc.property(words, (text) => {
        expect(countChanges(diffWords(text, text))).toBe(0);
      }),
    );
    const parts = diffWords('The cat sat on the mat.', 'The cat sits on the mat.');
    expect(parts).toEqual([
      { kind: 'same', text: 'The cat ' },
      { kind: 'removed', text: 'sat' },
      { kind: 'added', text: 'sits' },
      { kind: 'same', text: ' on the mat.' },
    ]);
    expect(countChanges(parts)).toBe(1);
  });

  it('ends soon for long texts that have nothing in common', () => {
    const long = (word: string): string => Array.from({ length: 4000 }, (_, index) => word + index).join(' ');
    const start = Date.now();
    diffWords(long('a'), long('b'));
    expect(Date.now() - start).toBeLessThan(3000);
  });
});

const page = { width: 1000, height: 1400 };
const box = fc
  .tuple(fc.nat(900), fc.nat(1300), fc.integer({ min: 4, max: 100 }), fc.integer({ min: 4, max: 100 }))
  .map(([x, y, width, height]) => ({ x, y, width, height }));
const way = fc.integer({ min: -2000, max: 2000 });

describe('boxes', () => {
  const expectOnPage = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(page.width);
    expect(y + height).toBeLessThanOrEqual(page.height);
  };

  it('stay on the page and keep a size that can be taken hold of', () => {
    fc.assert(
      fc.property(box, way, way, fc.constantFrom(...handles), (from, right, down, edges) => {
        const moved = movedBox(from, right, down, page);
        expectOnPage(moved);
        expect([moved.width, moved.height]).toEqual([from.width, from.height]);
        const sized = sizedBox(from, edges, right, down, page);
        expectOnPage(sized);
        expect(Math.min(sized.width, sized.height)).toBeGreaterThanOrEqual(smallestSide);
        expectOnPage(drawnBox(from, { x: right, y: down }, page));
      }),
    );
  });

  it('a handle moves only its own edges', () => {
    const from = { x: 100, y: 100, width: 50, height: 40 };
    expect(sizedBox(from, { x: 1, y: 0 }, 10, 99, page)).toEqual({ ...from, width: 60 });
    expect(sizedBox(from, { x: -1, y: 1 }, 10, 5, page)).toEqual({ x: 110, y: 100, width: 40, height: 45 });
  });
});

const region: Region = {
  id: 'r',
  label: 'text',
  box: { x: 0, y: 0, width: 100, height: 60 },
  task: 'text',
  state: 'unchecked',
  lines: [0, 20, 40].map((y) => ({ box: { x: 0, y, width: 100, height: 16 } })),
  marks: [],
  readings: [],
  history: [],
};

describe('cuts', () => {
  it('snap between lines, and go anywhere else', () => {
    expect(cutAt(region, { x: 5, y: 19 }, false)).toEqual({ line: 1 });
    expect(cutAt(region, { x: 5, y: 37 }, false)).toEqual({ line: 2 });
    expect(cutAt({ ...region, lines: [] }, { x: 5, y: 200 }, false)).toEqual({ y: 59 });
    expect(cutAt(region, { x: 30, y: 5 }, true)).toEqual({ x: 30 });
    expect(cutLine(region, { line: 1 })).toEqual({ x1: 0, x2: 100, y1: 18, y2: 18 });
  });
});

it('a line of the text is found in print when both have as many lines', () => {
  expect(printedLine(region, 'a\n\nb\nc', 2)).toEqual(region.lines[1]?.box);
  expect(printedLine(region, 'a\nb', 1)).toBeUndefined();
  expect(printedLine(region, 'a\n\nb\nc', 1)).toBeUndefined();
});
