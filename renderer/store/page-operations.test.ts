import fc from 'fast-check';
import { expect, it } from 'vitest';
import { movedTogether } from './page-operations';

const ids = ['a', 'b', 'c', 'd', 'e'];

it('chosen pages move together, keep their order, lose none and stop at the ends', () => {
  fc.assert(
    fc.property(fc.subarray(ids, { minLength: 1 }), fc.constantFrom<1 | -1>(1, -1), (chosen, step) => {
      const moving = new Set(chosen);
      let order: readonly string[] = ids;
      for (let i = 0; i < 6; i += 1) {
        order = movedTogether(order, moving, step);
        expect([...order].sort()).toEqual(ids);
        expect(order.filter((id) => moving.has(id))).toEqual(chosen);
      }
      const rest = ids.filter((id) => !moving.has(id));
      expect(order).toEqual(step > 0 ? [...rest, ...chosen] : [...chosen, ...rest]);
    }),
  );
  expect(movedTogether(ids, new Set(['b', 'c']), 1)).toEqual(['a', 'd', 'b', 'c', 'e']);
});
