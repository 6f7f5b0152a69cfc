import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page, Region } from '../../engine/document';
import { regionStates } from '../../engine/document/labels';
import { sketchDocument } from '../../engine/document/test-documents';
import { countRegions, firstChange, fits, isDoubtful, nextPlace, type Place } from './review';
import { reuseRegions, sameValue } from './same-value';

const sketch = fc.record({
  label: fc.constant('text' as const),
  state: fc.constantFrom(...regionStates),
  marks: fc.subarray([{ kind: 'low-confidence' as const }]),
});
const document = fc
  .array(fc.array(sketch, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .map((pages) => sketchDocument(pages));

const stateOf = (pages: readonly Page[]) => ({
  pages: Object.fromEntries(pages.map((page) => [page.id, page])),
  documents: {
    d: { id: 'd', name: 'd', relativePath: 'd', pageIds: pages.map(({ id }) => id), removedPages: 0 },
  },
});
const places = (pages: readonly Page[], wanted: (region: Region) => boolean): Place[] =>
  pages.flatMap((page) => page.regions.filter(wanted).map(({ id }) => ({ pageId: page.id, regionId: id })));

describe('X10: the next place', () => {
  it('walks through all that are wanted in order, comes round, and the other way is the same backwards', () => {
    fc.assert(
      fc.property(document, ({ pages }) => {
        const state = stateOf(pages);
        const wanted = places(pages, isDoubtful);
        const [first] = pages;
        if (!first) return;
        const walk = (step: 1 | -1): Place[] => {
          let at: { pageId: string; regionId: string | undefined } = {
            pageId: first.id,
            regionId: undefined,
          };
          return wanted.map(() => {
            const next = nextPlace(state, 'd', at, step, isDoubtful);
            if (!next) throw new Error('none found');
            at = next;
            return next;
          });
        };
        expect(walk(1)).toEqual(wanted);
        const last = wanted[wanted.length - 1];
        if (!last)
          expect(
            nextPlace(state, 'd', { pageId: first.id, regionId: undefined }, 1, isDoubtful),
          ).toBeUndefined();
        else expect(nextPlace(state, 'd', last, 1, isDoubtful)).toEqual(wanted[0]);
        for (const [index, place] of wanted.entries()) {
          const before = wanted[(index - 1 + wanted.length) % wanted.length];
          expect(nextPlace(state, 'd', place, -1, isDoubtful)).toEqual(before);
        }
      }),
    );
  });
});

it('counts every region once by its state, without the pages that are left out', () => {
  fc.assert(
    fc.property(document, ({ pages }) => {
      const counts = countRegions(stateOf(pages), 'd');
      expect(regionStates.reduce((sum, state) => sum + counts[state], 0)).toBe(counts.all);
      for (const state of regionStates) {
        expect(counts[state]).toBe(places(pages, (region) => fits(region, state)).length);
      }
      const [first, ...rest] = pages;
      if (!first) return;
      const without = countRegions(stateOf([{ ...first, excluded: true }, ...rest]), 'd');
      expect(without.all).toBe(counts.all - first.regions.length);
    }),
  );
});

describe('pages that come anew', () => {
  it('keep the regions that are the same, and only those', () => {
    fc.assert(
      fc.property(document, fc.nat(), ({ pages }, pick) => {
        const [page] = pages;
        if (!page || page.regions.length === 0) return;
        const copy: Page = JSON.parse(JSON.stringify(page));
        expect(sameValue(page, copy)).toBe(true);
        expect(
          reuseRegions(page, copy).regions.every((region, index) => region === page.regions[index]),
        ).toBe(true);
        const at = pick % page.regions.length;
        const changed: Page = {
          ...copy,
          regions: copy.regions.map((region, index) =>
            index === at ? { ...region, noteMark: 'x' } : region,
          ),
        };
        const reused = reuseRegions(page, changed);
        expect(reused.regions.map((region, index) => region === page.regions[index])).toEqual(
          page.regions.map((_, index) => index !== at),
        );
        expect(firstChange(page, reused)).toBe(page.regions[at]?.id);
        expect(firstChange(page, reuseRegions(page, copy))).toBeUndefined();
      }),
    );
  });

  it('lead to the neighbour of a region that is gone', () => {
    const [page] = sketchDocument([[{ label: 'text' }, { label: 'text' }, { label: 'text' }]]).pages;
    if (!page) throw new Error('no page');
    const without = { ...page, regions: page.regions.slice(0, 2) };
    expect(firstChange(page, without)).toBe(page.regions[1]?.id);
    expect(firstChange(without, page)).toBe(page.regions[2]?.id);
  });
});
