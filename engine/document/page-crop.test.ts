import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, centre } from '../base/geometry';
import { applyEdit } from './edits';
import { cropOf, cropPage, splitPage } from './page-crop';
import { turnPage } from './page-surgery';
import { mapBoxFromSource, mapBoxToSource } from './page-transform';
import { printedLines, sketchDocument, sketchReading } from './test-documents';
import type { Page, Region } from './types';

const whole = { width: 1000, height: 1400 } as const;

const box = fc.record({
  x: fc.integer({ min: 0, max: 900 }),
  y: fc.integer({ min: 0, max: 1300 }),
  width: fc.integer({ min: 20, max: 1000 }),
  height: fc.integer({ min: 20, max: 1400 }),
});

const page: fc.Arbitrary<Page> = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 900 }),
      y: fc.integer({ min: 0, max: 1300 }),
      width: fc.integer({ min: 1, max: 100 }),
      height: fc.integer({ min: 1, max: 100 }),
    }),
    { maxLength: 6 },
  )
  .map((boxes) => {
    const [sketched] = sketchDocument([
      boxes.map((at, index) => ({
        label: 'text' as const,
        box: at,
        lines: printedLines(['one', 'two'], at.x, at.y),
        readings: [
          { ...sketchReading(`a${index}`, 'one'), spans: [{ start: 0, end: 3, box: { ...at, width: 1 } }] },
        ],
        correction: { text: `mine ${index}`, format: 'plain' as const },
      })),
    ]).pages;
    if (!sketched) throw new Error('no page');
    const transform = { ...sketched.transform, sourceWidth: whole.width, sourceHeight: whole.height };
    return { ...sketched, ...whole, transform };
  });

const idsOf = (regions: readonly Region[]): string[] => regions.map(({ id }) => id);
const everyId = ({ regions, outside = [] }: Page): string[] =>
  [...idsOf(regions), ...idsOf(outside.map(({ region }) => region))].sort();

/** Where each region is in the source, and what a person made of it. */
const inSource = ({ regions, outside = [], transform }: Page): Map<string, unknown> =>
  new Map(
    [...regions, ...outside.map(({ region }) => region)].map((region) => [
      region.id,
      [mapBoxToSource(region.box, transform), region.correction, region.readings.map(({ text }) => text)],
    ]),
  );

describe('a cropped page', () => {
  it('keeps every region with its texts: inside where its centre is, else outside, never nowhere', () => {
    fc.assert(
      fc.property(page, box, (before, cut) => {
        const after = cropPage(before, cut);
        expect([after.width, after.height]).toEqual([cropOf(after).width, cropOf(after).height]);
        expect(everyId(after)).toEqual(everyId(before));
        expect(inSource(after)).toEqual(inSource(before));
        const isInside = (at: Box): boolean => {
          const { x, y } = centre(at);
          return x >= 0 && x < after.width && y >= 0 && y < after.height;
        };
        for (const region of after.regions) expect(isInside(region.box)).toBe(true);
        for (const { region } of after.outside ?? []) expect(isInside(region.box)).toBe(false);
      }),
    );
  });

  it('is whole again when the crop is taken back, in the old order, whatever crops came between', () => {
    fc.assert(
      fc.property(page, fc.array(box, { minLength: 1, maxLength: 4 }), (before, cuts) => {
        const cropped = cuts.reduce<Page>((now, cut) => cropPage(now, cut), before);
        const back = cropPage(cropped, null);
        expect(back).toEqual({ ...before, transform: { ...before.transform, byHand: true } });
      }),
    );
  });

  it('is told in the pixels of the whole page, so that the same crop twice is one', () => {
    fc.assert(
      fc.property(page, box, (before, cut) => {
        const once = cropPage(before, cut);
        expect(cropPage(once, cut)).toEqual(once);
      }),
    );
  });

  it('O11: turns with its regions, and back; the crop shows the same part of the source', () => {
    fc.assert(
      fc.property(page, box, fc.constantFrom<1 | 2 | 3>(1, 2, 3), (before, cut, quarterTurns) => {
        const cropped = cropPage(before, cut);
        const turned = turnPage(cropped, { quarterTurns, skewDegrees: 0 });
        const shown = (of: Page): Box =>
          mapBoxToSource({ x: 0, y: 0, width: of.width, height: of.height }, of.transform);
        expect(shown(turned)).toEqual(shown(cropped));
        expect(inSource(turned)).toEqual(inSource(cropped));
        expect(turnPage(turned, { quarterTurns: 0, skewDegrees: 0 })).toEqual(cropped);
      }),
    );
  });

  it('boxes go to the source and back', () => {
    fc.assert(
      fc.property(page, box, box, (before, cut, at) => {
        const { transform } = cropPage(before, cut);
        expect(mapBoxFromSource(mapBoxToSource(at, transform), transform)).toEqual(at);
      }),
    );
  });

  it('is refused where nothing would be left of it', () => {
    const [first] = sketchDocument([[]]).pages;
    if (!first) throw new Error('no page');
    expect(() => cropPage(first, { x: 5000, y: 0, width: 100, height: 100 })).toThrow('not enough');
    expect(() => cropPage(first, { x: 0, y: 0, width: 9, height: 100 })).toThrow('not enough');
  });
});

describe('a page cut in two', () => {
  it('gives each region with its texts to the half where its centre lies, in order', () => {
    fc.assert(
      fc.property(
        page,
        fc.integer({ min: 16, max: 984 }),
        fc.constantFrom<'left' | 'right'>('left', 'right'),
        (before, x, first) => {
          const halves = splitPage(before, x, first, ['one', 'two']);
          const [one, two] = halves;
          expect([one.id, two.id, one.part, two.part]).toEqual(['one', 'two', 'a', 'b']);
          expect(one.width + two.width).toBe(before.width);
          const leftIds = idsOf(before.regions.filter((region) => centre(region.box).x < x));
          const rightIds = idsOf(before.regions.filter((region) => centre(region.box).x >= x));
          const [left, right] = first === 'left' ? halves : [two, one];
          expect([idsOf(left.regions), idsOf(right.regions)]).toEqual([leftIds, rightIds]);
          expect(new Map([...inSource(one), ...inSource(two)])).toEqual(inSource(before));
        },
      ),
    );
  });

  it('a half of a half shows its quarter of the source and says which it is', () => {
    const [first] = sketchDocument([[]]).pages;
    if (!first) throw new Error('no page');
    const [, right] = splitPage(first, 800, 'left', ['a', 'b']);
    const [inner] = splitPage(right, 400, 'left', ['c', 'd']);
    expect(inner.part).toBe('ba');
    expect(cropOf(inner)).toEqual({ x: 800, y: 0, width: 400, height: 2339 });
  });

  it('what a crop left outside stays outside of its half', () => {
    const [first] = sketchDocument([
      [
        { label: 'header', text: 'top', box: { x: 100, y: 10, width: 100, height: 20 } },
        { label: 'text', text: 'middle', box: { x: 100, y: 500, width: 100, height: 20 } },
      ],
    ]).pages;
    if (!first) throw new Error('no page');
    const cropped = cropPage(first, { x: 0, y: 100, width: 1654, height: 2000 });
    const [left, right] = splitPage(cropped, 800, 'left', ['a', 'b']);
    expect([left.regions.length, left.outside?.length, right.regions.length, right.outside]).toEqual([
      1,
      1,
      0,
      undefined,
    ]);
    expect(idsOf(cropPage(left, null).regions)).toEqual(idsOf(first.regions));
  });
});

describe('pages taken out', () => {
  const document = sketchDocument([[], [{ label: 'text', text: 'words' }], []]);

  it('are listed for the account, and come back with their texts', () => {
    const { document: less, inverse } = applyEdit(
      document,
      { kind: 'remove-pages', pageIds: ['page-2'] },
      'now',
    );
    expect(less.pages.map(({ id }) => id)).toEqual(['page-1', 'page-3']);
    expect(less.removed).toEqual([{ id: 'page-2', number: 2 }]);
    expect(applyEdit(less, inverse, 'later').document).toEqual(document);
  });

  it('never all of them', () => {
    const pageIds = document.pages.map(({ id }) => id);
    expect(() => applyEdit(document, { kind: 'remove-pages', pageIds }, 'now')).toThrow('keeps one page');
  });
});
