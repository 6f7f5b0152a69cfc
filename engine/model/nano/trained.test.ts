/** The shipped weights give the ids that `workshop/nano` gives with them. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Expected, priorIn, readExpected } from './fixtures';
import { NanoModel } from './nano-model';

let expected: Expected;
let model: NanoModel;
beforeAll(async () => {
  expected = await readExpected('trained');
  model = await NanoModel.open(join(__dirname, '../../../assets/models/nano'), { threads: 2 });
});
afterAll(() => model.close());

it('ids of every region, one token a step', async () => {
  expect(expected.regions.length).toBeGreaterThan(3);
  for (const region of expected.regions) {
    const prepared = await model.prepare(await priorIn(expected, region), region.task);
    const session = model.session(prepared, 2 * region.prior.ids.length + 64);
    const ids = [(await session.prefill()).ids[0] ?? 0];
    for (let last = ids[0] ?? 0; !model.endIds.includes(last) && ids.length < region.greedy.length; ) {
      last = (await session.verify([last])).ids[0] ?? 0;
      session.commit(1);
      ids.push(last);
    }
    session.close();
    expect(ids, region.name).toEqual(region.greedy);
  }
});

it('the regions hold edits of what the line reader read', () => {
  const edited = expected.regions.filter(({ greedy, prior }) => greedy.join() !== prior.ids.join());
  expect(edited.length).toBeGreaterThan(1);
});
