import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settleAccents } from './alphabet';
import { decodeCtc, type RankedSteps } from './ctc';
import { planBatches } from './line-batch';

const characters = ['', 'a', 'b', 'ö', 'o', ' '];

/** Steps of [class, probability, second class]; the blank comes in between where it is neither. */
function ranked(steps: readonly (readonly [number, number, number?])[]): RankedSteps {
  const ranks = 3;
  const classes = new Int32Array(steps.length * ranks);
  const probabilities = new Float32Array(steps.length * ranks);
  steps.forEach(([best, probability, second = 0], step) => {
    const order = best === 0 ? [0, second, 0] : [best, 0, second];
    order.forEach((index, rank) => {
      classes[step * ranks + rank] = index;
      probabilities[step * ranks + rank] = rank === 0 ? probability : ((1 - probability) * 0.9) / rank;
    });
  });
  return { classes, probabilities, steps: steps.length, ranks };
}

const decode = (...steps: (readonly [number, number, number?])[]) => decodeCtc(ranked(steps), characters);

describe('decodeCtc', () => {
  test('repeats merge, a blank between them keeps both', () => {
    expect(decode([1, 0.9], [1, 0.9], [0, 0.9], [1, 0.9], [2, 0.9]).text).toBe('aab');
  });

  test('spaces at the ends go, inside they stay', () => {
    expect(decode([5, 0.9], [1, 0.9], [5, 0.8], [2, 0.9], [5, 0.9]).text).toBe('a b');
  });

  test('a line of blanks is empty and certain of nothing', () => {
    expect(decode([0, 0.9], [0, 0.9])).toMatchObject({ text: '', confidence: 0 });
  });

  test('certainty is the mean over characters of their surest step', () => {
    expect(decode([1, 0.6], [1, 0.8], [2, 0.4]).confidence).toBeCloseTo(0.6, 5);
  });
});

describe('settleAccents', () => {
  test('an accent in doubt that the page has nowhere else gives way to the bare letter', () => {
    const doubtful = decode([3, 0.6, 4]);
    const [line] = settleAccents([doubtful]);
    expect(line?.text).toBe('o');
  });

  test('a letter that the page has for sure elsewhere stays, and so does a sure one', () => {
    const doubtful = decode([3, 0.6, 4]);
    const certain = decode([3, 0.97, 4]);
    expect(settleAccents([doubtful, certain]).map(({ text }) => text)).toEqual(['ö', 'ö']);
  });

  test('only for its own bare letter', () => {
    expect(settleAccents([decode([3, 0.6, 1])])[0]?.text).toBe('ö');
  });
});

test('planBatches: every line once, padding small, runs bounded', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 48, max: 3200 }), { maxLength: 120 }), (widths) => {
      const batches = planBatches(widths);
      const members = batches.flatMap((batch) => batch.members);
      expect([...members].sort((a, b) => a - b)).toEqual(widths.map((_, index) => index));
      for (const { width, members: inside } of batches) {
        if (inside.length > 1) expect(inside.length * width).toBeLessThanOrEqual(1280);
        for (const index of inside) {
          expect(width).toBeGreaterThanOrEqual(widths[index]!);
          expect(width).toBeLessThan(widths[index]! + 32);
        }
      }
    }),
  );
});
