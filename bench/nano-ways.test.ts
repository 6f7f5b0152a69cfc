import { expect, it } from 'vitest';
import { differencesOf } from './nano-ways';

it('counts what is left out, put in and said twice', () => {
  expect(differencesOf([1, 2, 3, 4], [1, 2, 3, 4])).toEqual({ omitted: 0, added: 0, repeated: 0 });
  expect(differencesOf([1, 2, 3, 4], [1, 4])).toEqual({ omitted: 2, added: 0, repeated: 0 });
  expect(differencesOf([1, 2, 3], [1, 2, 2, 3, 9])).toEqual({ omitted: 0, added: 2, repeated: 1 });
  expect(differencesOf([], [7])).toEqual({ omitted: 0, added: 1, repeated: 0 });
});
