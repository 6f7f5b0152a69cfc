/** What forwards cost by their rows: what the choice of block length needs. */
import { yieldToHost } from '../../base/abort';
import { medianOf } from '../../base/median';
import type { ForwardPoint } from '../reader';

/** Rows in the cache while costs are measured: a region of half a page. */
export const usualPrefix = 512;

/** Median milliseconds of a forward over so many rows; takes `runs` + 1 forwards per count. `now` in milliseconds. */
export async function timeForwards(
  rowCounts: readonly number[],
  forward: (rows: number) => Promise<unknown>,
  { runs, now = () => performance.now() }: { readonly runs: number; readonly now?: () => number },
): Promise<ForwardPoint[]> {
  const costs: ForwardPoint[] = [];
  for (const rows of rowCounts) {
    // The first run plans its memory and does not count.
    await forward(rows);
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const started = now();
      await forward(rows);
      times.push(now() - started);
      await yieldToHost();
    }
    costs.push({ rows, milliseconds: medianOf(times) ?? 0 });
  }
  return costs;
}
