import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hash } from '../../testing/scripted-verifier';
import { Alignment } from './alignment';

const priorOf = (length: number, vocabulary: number): number[] =>
  Array.from({ length }, (_, place) => hash(place, 77) % vocabulary);

const follow = (prior: readonly number[], text: readonly number[]): Alignment => {
  const alignment = new Alignment(prior);
  for (const id of text) alignment.push(id);
  return alignment;
};

describe('alignment', () => {
  it('steps along a text that agrees', () => {
    const prior = priorOf(50, 10);
    const alignment = new Alignment(prior);
    prior.forEach((id, place) => {
      alignment.push(id);
      expect(alignment.place).toBe(place + 1);
    });
  });

  it('takes a single strange id for a substitution, a skipped one for a deletion', () => {
    const prior = [10, 11, 12, 13, 14];
    expect(follow(prior, [10, 11, 99]).place).toBe(3);
    expect(follow(prior, [10, 12]).place).toBe(3);
  });

  it('learns from insertions that a strange id may be another one', () => {
    const prior = priorOf(40, 5000);
    const alignment = follow(prior, [...prior.slice(0, 5), 6000, ...prior.slice(5, 10), 6001]);
    expect(alignment.insertionLikely).toBe(true);
    expect(alignment).toMatchObject({ place: 10 });
    const replaced = follow(prior, [...prior.slice(0, 5), 6000, ...prior.slice(6, 10), 6001]);
    expect(replaced).toMatchObject({ insertionLikely: false, place: 11 });
  });

  it('finds the place again after substitutions, insertions and deletions, once three ids agree', () => {
    const edit = fc.record({
      at: fc.integer({ min: 1, max: 190 }),
      kind: fc.constantFrom('substitute', 'insert', 'delete'),
      length: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 8 }), fc.integer({ min: 1, max: 3 }), (edits, seed) => {
        const prior = priorOf(200, 5000);
        const alignment = new Alignment(prior);
        let place = 0;
        let clean = 0;
        const write = (id: number): void => alignment.push(id);
        while (place < prior.length) {
          const found = edits.find((each) => each.at === place && clean >= 6);
          if (found) {
            const strange = Array.from(
              { length: found.length },
              (_, index) => 6000 + (hash(seed, place, index) % 99),
            );
            if (found.kind !== 'delete') strange.forEach(write);
            if (found.kind !== 'insert') place += found.length;
            clean = 0;
          }
          const id = prior[place];
          if (id === undefined) break;
          write(id);
          place++;
          clean++;
          if (clean >= 3 && place > 3) expect(alignment.place).toBe(place);
        }
      }),
    );
  });

  it('rejoins beyond its band after a passage that the text leaves out or adds', () => {
    const prior = priorOf(800, 5000);
    const left = follow(prior, [...prior.slice(0, 40), ...prior.slice(400, 412)]);
    expect(left.place).toBe(412);
    const foreign = Array.from({ length: 150 }, (_, place) => 6000 + place);
    const added = follow(prior, [...prior.slice(0, 40), ...foreign, ...prior.slice(40, 52)]);
    expect(added.place).toBe(52);
  });

  it('survives a prior that is empty or ends early', () => {
    expect(follow([], [1, 2, 3]).place).toBe(0);
    expect(follow([1, 2], [1, 2, 3, 4, 5]).place).toBe(2);
  });
});
