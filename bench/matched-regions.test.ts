import { describe, expect, it } from 'vitest';
import { scoreMatchedRegions } from './matched-regions';

const truth = 'Dear Sir,\nwe regret to hear the negative result of the Conference of 1938.\nYours truly';
const pair = (lines: string, nano: string, item = 'letter') => ({ item, language: 'en', truth, lines, nano });

describe('scoreMatchedRegions', () => {
  it('compares each region with its part of the truth, and leaves out what the truth has not', () => {
    const score = scoreMatchedRegions([
      pair(
        'we regret to hear the negative\nresult of the Conference of l938.',
        'we regret to hear the negative result of the Conference of 1938.',
      ),
      pair('Telephone 609-75, Prague, Jachymova', 'Telephone 609-75, Prague'),
      pair('Sir', 'Mrs'),
    ]);
    expect(score).toMatchObject({
      regions: 1,
      unmatched: 2,
      changes: 1,
      rightChanges: 1,
      won: ['letter 1 → 0'],
      lost: [],
    });
    expect(score.micro.lines).toBeCloseTo(1 / 64, 4);
    expect(score.micro.nano).toBe(0);
  });

  it('counts what a reader loses or invents within a matched region', () => {
    const score = scoreMatchedRegions([
      pair('we regret to hear the negative result', 'we regret to hear zzz the negative result'),
    ]);
    expect(score).toMatchObject({ lost: ['letter 0 → 4'], changes: 4, rightChanges: 0 });
  });

  it('weighs items equally in the macro mean and characters in the micro mean', () => {
    const score = scoreMatchedRegions([
      pair(
        'we regret to hear the negative result of the Conference of l938.',
        'we regret to hear the negative result of the Conference of l938.',
        'a',
      ),
      pair('Yours truIy, we', 'Yours truly', 'b'),
      pair('result of the Conference', 'result of the Conference', 'b'),
    ]);
    expect(Object.keys(score.byLanguage)).toEqual(['en']);
    expect(score.macro.lines).not.toBeCloseTo(score.micro.lines, 4);
  });

  it('leaves out lines within a region that the truth does not have, by what the line reader read', () => {
    const score = scoreMatchedRegions([
      pair(
        'we regret to hear the negative result\nof the Conference of l938.\nPage 17 ff. (annex)',
        'we regret to hear the negative result\nof the Conference of 1938.\nPqge 17 ff. (annex)',
      ),
    ]);
    expect(Object.values(score.byItem)[0]?.knownLines).toMatchObject({ lines: 1, nano: 0 });
    expect(Object.values(score.byItem)[0]!.all.lines).toBeGreaterThan(10);
  });

  it('leaves nothing out where the readers do not agree on the lines', () => {
    const score = scoreMatchedRegions([
      pair(
        'we regret to hear the negative result\nof the Conference of l938.\nPage 17 ff. (annex)',
        'we regret to hear the negative result of the Conference of 1938.\nPage 17 ff. (annex)',
      ),
    ]);
    expect(Object.values(score.byItem)[0]!.knownLines).toEqual(Object.values(score.byItem)[0]!.all);
  });
});
