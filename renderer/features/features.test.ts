import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Region } from '../../engine/document';
import { formatDuration } from '../i18n/duration';
import { rowHeight, rowsOf, thumbnailHeight } from './library/rows';
import { pagePointAt, scaleOf, scrollToKeep } from './page/geometry';
import { roomLeftOf } from './page/margin-room';
import { shortText } from './page/region-text';
import { findActions } from './palette/find-actions';

const size = fc.record({
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
});

describe('scale', () => {
  it('fits the whole page into the view, and no smaller than needed', () => {
    fc.assert(
      fc.property(size, size, (page, view) => {
        const scale = scaleOf('fit', 3, page, view);
        expect(scale).toBeGreaterThan(0);
        const free = Math.max(1, view.width - 48);
        const freeTall = Math.max(1, view.height - 48);
        expect(page.width * scale).toBeLessThanOrEqual(free * 1.000001);
        expect(page.height * scale).toBeLessThanOrEqual(freeTall * 1.000001);
        expect(Math.max((page.width * scale) / free, (page.height * scale) / freeTall)).toBeCloseTo(1);
      }),
    );
  });

  it('is what was asked for, and 1 before anything has a size', () => {
    expect(scaleOf('custom', 2.5, { width: 10, height: 10 }, { width: 1, height: 1 })).toBe(2.5);
    expect(scaleOf('fit', 2, { width: 0, height: 0 }, { width: 100, height: 100 })).toBe(1);
  });

  it('zooming keeps the point under the pointer where it is, once the page is larger than the view', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 2000, noNaN: true }),
        fc.double({ min: 0, max: 600, noNaN: true }),
        fc.double({ min: 1, max: 6, noNaN: true }),
        (anchor, at, scale) => {
          const scroll = scrollToKeep(anchor, at, scale, 2000, 600);
          const found = pagePointAt(at, scroll, scale, 2000, 600);
          if (scroll > 0) expect(found).toBeCloseTo(anchor, 4);
        },
      ),
    );
  });
});

describe('rows of the library', () => {
  const documents = {
    a: { id: 'a', name: 'a', relativePath: 'a', pageIds: ['a1', 'a2'], removedPages: 0 },
    b: { id: 'b', name: 'b', relativePath: 'b', pageIds: ['b1'], removedPages: 0 },
  };

  it('are documents with their pages below them', () => {
    expect(
      rowsOf(['a', 'b'], documents).map((row) => (row.kind === 'page' ? row.pageId : row.documentId)),
    ).toEqual(['a', 'a1', 'a2', 'b', 'b1']);
  });

  it('are as high as their page is, within limits', () => {
    expect(thumbnailHeight({ width: 100, height: 50 }, 148)).toBe(74);
    expect(thumbnailHeight({ width: 900, height: 30_000 }, 148)).toBe(280);
    expect(thumbnailHeight(undefined, 100)).toBe(141);
    const row = { kind: 'page', documentId: 'a', pageId: 'a1' } as const;
    expect(rowHeight(row, { width: 100, height: 100 }, 148, 2)).toBeGreaterThan(
      rowHeight(row, { width: 100, height: 100 }, 148, 1),
    );
  });
});

describe('room for a badge', () => {
  const region = (id: string, x: number, y: number, width: number, height: number): Region => ({
    id,
    label: 'text',
    box: { x, y, width, height },
    task: 'text',
    state: 'unchecked',
    lines: [],
    marks: [],
    readings: [],
    history: [],
  });

  it('is the gutter between columns, and open towards the margin', () => {
    const left = region('l', 100, 100, 400, 300);
    const right = region('r', 540, 120, 400, 300);
    const below = region('b', 300, 600, 100, 20);
    const all = [left, right, below];
    expect(roomLeftOf(left, all)).toBeUndefined();
    expect(roomLeftOf(right, all)).toBe(40);
    expect(roomLeftOf(below, all)).toBeUndefined();
  });
});

describe('finding commands', () => {
  const all = ['Open files…', 'Open folder…', 'Read this page again', 'Página seguinte'].map((name) => ({
    item: name,
    name,
  }));

  it('by the beginnings of words, in any order, without accents', () => {
    expect(findActions(all, 'op fo')).toEqual(['Open folder…']);
    expect(findActions(all, 'again read')).toEqual(['Read this page again']);
    expect(findActions(all, 'pagina')).toEqual(['Página seguinte']);
    expect(findActions(all, 'xyz')).toEqual([]);
    expect(findActions(all, '')).toHaveLength(4);
  });

  it('names that begin with it come first', () => {
    const two = ['Next page', 'Page width'].map((name) => ({ item: name, name }));
    expect(findActions(two, 'page')).toEqual(['Page width', 'Next page']);
  });
});

it('the name of a region is one short line of its text', () => {
  const counters = { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds: 0 };
  const reading = {
    id: 'x',
    model: 'm',
    task: 'text',
    mode: 'ctc',
    format: 'plain',
    stop: 'end',
    counters,
    text: `one\n two ${'long '.repeat(50)}`,
  } as const;
  const base: Region = {
    id: 'r',
    label: 'text',
    box: { x: 0, y: 0, width: 1, height: 1 },
    task: 'text',
    state: 'unchecked',
    lines: [],
    marks: [],
    readings: [reading],
    history: [],
  };
  expect(shortText(base)).toMatch(/^one two long .*…$/);
  expect(shortText({ ...base, correction: { text: 'mine', format: 'plain' } })).toBe('mine');
  expect(shortText({ ...base, readings: [] })).toBe('');
});

it('durations are coarse', () => {
  const t = (key: string, values?: object): string => `${key} ${JSON.stringify(values)}`;
  expect(formatDuration(0.2, t)).toBe('time.seconds {"count":1}');
  expect(formatDuration(89, t)).toBe('time.seconds {"count":89}');
  expect(formatDuration(150, t)).toBe('time.minutes {"count":3}');
  expect(formatDuration(7500, t)).toBe('time.hours {"hours":2,"minutes":5}');
});
