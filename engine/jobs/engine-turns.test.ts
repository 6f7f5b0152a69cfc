import { describe, expect, it } from 'vitest';
import { EngineTurns } from './engine-turns';

const turnOfLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('turns at the engine', () => {
  it('come one at a time, in the order asked for, also after one that failed', async () => {
    const turns = new EngineTurns();
    const log: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      log.push(`${name} begins`);
      await turnOfLoop();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error('b failed');
    };
    const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => turns.take(work(name))));
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('are not waited for once cancelled, and those behind still come', async () => {
    const turns = new EngineTurns();
    const controller = new AbortController();
    let end: () => void = () => {};
    const first = turns.take(() => new Promise<void>((resolve) => (end = resolve)));
    const begun: string[] = [];
    const second = turns.take(async () => void begun.push('second'), controller.signal);
    const third = turns.take(async () => void begun.push('third'));
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'cancelled' });
    end();
    await Promise.all([first, third, turns.idle()]);
    expect(begun).toEqual(['third']);
    await expect(turns.take(async () => {}, controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
  });
});
