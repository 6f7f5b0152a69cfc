import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Page,
  pageMarkKinds,
  type Region,
  regionMarkKinds,
  regionStates,
  tasks,
} from '../../../engine/document';
import { type AccountLine, accountOf, pageLines, placesOf, regionLines } from './account';

const counters = { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds: 1 };

const regions: fc.Arbitrary<Region> = fc
  .record({
    task: fc.constantFrom(...tasks),
    state: fc.constantFrom(...regionStates),
    text: fc.constantFrom('', ' \n', 'words'),
    stop: fc.constantFrom('end', 'cap', 'loop', 'cancelled'),
    marks: fc.uniqueArray(fc.constantFrom(...regionMarkKinds), { maxLength: 3 }),
    corrected: fc.boolean(),
  })
  .map(({ task, state, text, stop, marks, corrected }) => ({
    id: 'set below',
    label: 'text',
    box: { x: 0, y: 0, width: 1, height: 1 },
    task,
    state,
    lines: [],
    marks: marks.map((kind) => ({ kind })),
    readings: [{ id: 'r', model: 'm', task, mode: 'ctc', format: 'plain', text, stop, counters }],
    ...(corrected ? { correction: { text: 'by hand', format: 'plain' as const } } : {}),
    history: [],
  }));

const pagesArbitrary: fc.Arbitrary<readonly Page[]> = fc
  .array(
    fc.record({
      status: fc.constantFrom('waiting', 'working', 'done', 'failed'),
      excluded: fc.boolean(),
      used: fc.boolean(),
      marks: fc.uniqueArray(fc.constantFrom(...pageMarkKinds), { maxLength: 2 }),
      regions: fc.array(regions, { maxLength: 6 }),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map(
      ({ status, excluded, used, marks, regions: own }, index): Page => ({
        id: `p${index}`,
        number: index + 1,
        width: 10,
        height: 10,
        space: 'page-pixels-top-left',
        transform: { sourceWidth: 10, sourceHeight: 10, scale: 1, quarterTurns: 0, skewDegrees: 0 },
        existingText: { found: used ? 'full' : 'none', characters: 0, used },
        status,
        marks: marks.map((kind) => ({ kind })),
        regions: own.map((region, place) => ({ ...region, id: `p${index}-r${place}` })),
        excluded,
      }),
    ),
  );

describe('the account of a batch', () => {
  it('has every page and every region in exactly one part, whatever became of them', () =>
    fc.assert(
      fc.property(pagesArbitrary, fc.nat(9), (pages, removed) => {
        const account = accountOf(pages, removed);
        expect(account.pages).toBe(pages.length + removed);
        const { read, waiting, failed } = account;
        expect(read + waiting + failed + account['left-out'] + account.removed).toBe(account.pages);
        const kept = pages.filter(({ excluded }) => !excluded).flatMap((page) => page.regions);
        expect(account.regions).toBe(kept.length);
        expect(account.text + account.pictures + account.empty + account['left-out-regions']).toBe(
          kept.length,
        );
      }),
    ));

  it('leads to as many places as it counts, each once and in order', () =>
    fc.assert(
      fc.property(
        pagesArbitrary,
        fc.constantFrom<AccountLine>(...pageLines, ...regionLines),
        (pages, line) => {
          const places = placesOf(pages, line);
          expect(places).toHaveLength(accountOf(pages)[line]);
          const keys = places.map(({ pageId, regionId = '' }) => `${pageId} ${regionId}`);
          expect(new Set(keys).size).toBe(keys.length);
          const all = pages.flatMap(({ id, regions: own }) => [
            `${id} `,
            ...own.map((each) => `${id} ${each.id}`),
          ]);
          expect(all.filter((key) => keys.includes(key))).toEqual(keys);
        },
      ),
    ));

  it('counts what a person has dealt with no longer as cut off, looped or marked', () => {
    const [page] = fc.sample(pagesArbitrary, { seed: 5, numRuns: 30 }).flat();
    const [region] = fc.sample(regions, 1);
    if (!page || !region) throw new Error('no sample');
    const looped: Region = { ...region, task: 'text', state: 'unchecked', marks: [{ kind: 'looped' }] };
    const { correction: _, ...uncorrected } = looped;
    const whole = { ...page, excluded: false };
    const before = accountOf([{ ...whole, regions: [uncorrected] }]);
    expect(before.looped).toBe(1);
    expect(before.marked).toBe(1);
    const correction = { text: 'by hand', format: 'plain' as const };
    const after = accountOf([{ ...whole, regions: [{ ...looped, state: 'checked', correction }] }]);
    expect(after.looped + after.marked).toBe(0);
  });
});
