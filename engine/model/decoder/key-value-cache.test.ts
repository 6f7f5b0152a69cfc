import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyValueCache } from './key-value-cache';

const config = {
  vocabularySize: 8,
  hiddenSize: 4,
  innerSize: 4,
  layers: 2,
  heads: 2,
  keyValueHeads: 1,
  headSize: 2,
  normEpsilon: 1e-5,
  rotaryBase: 10000,
  rotarySections: [1],
};

const dataOf = (tensors: ReturnType<KeyValueCache['past']>): Float32Array[] =>
  Object.values(tensors).map(({ data }) => {
    if (!(data instanceof Float32Array)) throw new Error('The cache holds floats.');
    return data;
  });

it('holds exactly the rows that were kept, whatever was written, rolled back and grown', () => {
  const step = fc.record({ write: fc.integer({ min: 1, max: 700 }), keep: fc.integer({ min: 0, max: 700 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const cache = new KeyValueCache(config, 4000);
      const kept: number[] = [];
      let next = 1;
      for (const { write, keep } of steps) {
        if (cache.length + write > cache.capacity) break;
        const first = next;
        for (const buffer of dataOf(cache.window(write))) {
          for (let i = 0; i < buffer.length; i++) buffer[i] = first + Math.floor(i / 2);
        }
        next += write;
        const count = Math.min(keep, write);
        for (let row = 0; row < count; row++) kept.push(first + row);
        cache.length += count;
      }
      const rows = kept.flatMap((value) => [value, value]);
      for (const buffer of dataOf(cache.past())) expect([...buffer]).toEqual(rows);
    }),
  );
});

it('says when it is full', () => {
  const cache = new KeyValueCache(config, 5);
  cache.length = 3;
  expect(() => cache.window(3)).toThrow(/no room for 3 \+ 3/);
});
