import { describe, expect, it } from 'vitest';
import { hash } from '../testing/scripted-verifier';
import type { BlockLengthControl, Drafter, ForwardCost, RoundOutcome } from '.';
import { autoBlockLength, costFromTable } from '.';

const longest = 48;

/** Chance that the id at `place` is accepted, given that all before it were. */
type Process = (place: number) => number;

const processes: Readonly<Record<string, Process>> = {
  useless: () => 0.02,
  poor: () => 0.5,
  fair: () => 0.85,
  good: () => 0.97,
  perfect: () => 1,
  'good for a block of 32': (place) => (place < 33 ? 0.97 : 0.1),
  'good for eight': (place) => (place < 8 ? 0.98 : 0.2),
  fading: (place) => 0.99 - 0.012 * place,
  'first id certain, the rest not': (place) => (place === 0 ? 1 : 0.3),
};

const costs: Readonly<Record<string, ForwardCost>> = {
  'forward as dear as 12 rows': (rows) => 1.5 + 0.12 * rows,
  'rows nearly free': (rows) => 20 + 0.02 * rows,
  'rows as dear as forwards': (rows) => 0.05 + 1 * rows,
  'dear beyond 17 rows': costFromTable([
    { rows: 1, milliseconds: 5 },
    { rows: 17, milliseconds: 6 },
    { rows: 34, milliseconds: 14 },
  ]),
};

const drafterWith = (ownForward: boolean): Drafter => ({
  name: 'synthetic',
  draft: () => ({ ids: [], forwards: 0 }),
  ...(ownForward && { draftRows: (length: number) => length }),
});

const time = (cost: ForwardCost, ownForward: boolean, length: number): number =>
  cost(length + 1) + (ownForward && length > 0 ? cost(length) : 0);

/** Ids per millisecond of the best fixed length, known only to whoever knows the process. */
function bestRate(process: Process, cost: ForwardCost, ownForward: boolean): number {
  let best = 0;
  let expected = 1;
  let survival = 1;
  for (let length = 0; length <= longest; length++) {
    best = Math.max(best, expected / time(cost, ownForward, length));
    survival *= process(length);
    expected += survival;
  }
  return best;
}

function outcome(length: number, accepted: number): RoundOutcome {
  const draft = new Array<number>(length).fill(0);
  return { drafter: length > 0 ? 'synthetic' : undefined, prefixLength: 1, draft, accepted, predicted: [] };
}

/** Ids per millisecond over rounds `from` … `to`, at the lengths the control asks for. */
function play(
  control: BlockLengthControl,
  process: Process,
  cost: ForwardCost,
  ownForward: boolean,
  [from, to]: readonly [number, number],
): number {
  const drafter = drafterWith(ownForward);
  let ids = 0;
  let spent = 0;
  for (let round = 0; round < to; round++) {
    const length = control.limitFor(drafter);
    let accepted = 0;
    while (accepted < length && hash(round, accepted) / 2 ** 32 < process(accepted)) accepted++;
    control.observe(outcome(length, accepted));
    if (round < from) continue;
    ids += accepted + 1;
    spent += time(cost, ownForward, length);
  }
  return ids / spent;
}

describe('automatic block length', () => {
  for (const [costName, cost] of Object.entries(costs)) {
    for (const [name, process] of Object.entries(processes)) {
      it(`comes near the best fixed length: ${name} drafts, ${costName}`, () => {
        for (const ownForward of [false, true]) {
          const control = autoBlockLength({ cost, longest });
          const rate = play(control, process, cost, ownForward, [100, 2100]);
          expect(rate / bestRate(process, cost, ownForward)).toBeGreaterThan(0.9);
        }
      });
    }
  }

  it('is not far off from the first round on', () => {
    const cost: ForwardCost = (rows) => 1.5 + 0.12 * rows;
    for (const name of ['fair', 'good', 'perfect', 'good for a block of 32']) {
      const process = processes[name];
      if (process === undefined) throw new Error(name);
      const rate = play(autoBlockLength({ cost, longest }), process, cost, true, [0, 60]);
      expect(rate / bestRate(process, cost, true)).toBeGreaterThan(0.8);
    }
  });

  it('follows drafts that get better and worse', () => {
    const cost: ForwardCost = (rows) => 1.5 + 0.12 * rows;
    const control = autoBlockLength({ cost, longest });
    const drafter = drafterWith(true);
    const run = (process: Process, rounds: number): number => {
      play(control, process, cost, true, [0, rounds]);
      return control.limitFor(drafter);
    };
    const good = run(() => 0.98, 200);
    const bad = run(() => 0.1, 400);
    expect(good).toBeGreaterThan(20);
    expect(bad).toBeLessThan(4);
    expect(run(() => 0.98, 1500)).toBeGreaterThan(20);
  });

  it('keeps the drafters apart', () => {
    const control = autoBlockLength({ cost: (rows) => 1.5 + 0.12 * rows });
    for (let round = 0; round < 50; round++) control.observe({ ...outcome(16, 0), drafter: 'n-gram' });
    for (let round = 0; round < 50; round++) control.observe({ ...outcome(16, 16), drafter: 'prior' });
    expect(control.limitFor({ ...drafterWith(false), name: 'prior' })).toBeGreaterThan(25);
    expect(control.limitFor({ ...drafterWith(false), name: 'n-gram' })).toBeLessThan(4);
  });
});

describe('cost table', () => {
  it('meets its points, joins them by lines and goes on with the last slope', () => {
    const cost = costFromTable([
      { rows: 34, milliseconds: 5 },
      { rows: 1, milliseconds: 2 },
      { rows: 17, milliseconds: 3 },
    ]);
    expect([1, 9, 17, 34, 51].map(cost)).toEqual([2, 2.5, 3, 5, 7]);
    expect(costFromTable([{ rows: 8, milliseconds: 4 }])(100)).toBe(4);
    expect(() => costFromTable([])).toThrow('measured point');
  });
});
