/**
 * Finds a text that goes round in circles. A pure function of the committed ids, checked id by id, so that every
 * drafter and block length stops at the same place as one-token steps.
 */
import type { LoopFound, LoopGuard } from './types';

/**
 * Real pages repeat: poems their refrains, forms their empty rows, contents pages their dots. A stop therefore needs
 * both many copies and a long stretch of them.
 * - text: 256 ids, 4 copies: 26 equal lines of ten ids, but a whole page read again only for the fourth time.
 * - table: 2048 ids, 8 copies: an empty form of 25 rows and 19 columns is still read to its end.
 * - formula: 400 ids, 8 copies: a zero matrix of 12 by 12 passes.
 */
export const loopGuards: Readonly<Record<'text' | 'table' | 'formula', LoopGuard>> = {
  text: { copies: 4, tokens: 256, longestUnit: 1024 },
  table: { copies: 8, tokens: 2048, longestUnit: 512 },
  formula: { copies: 8, tokens: 400, longestUnit: 256 },
};

export class LoopWatch {
  private readonly guard: LoopGuard;
  /** Index p: how many of the last ids in a row equal the id p places before them. */
  private readonly runs: Int32Array;

  constructor(guard: LoopGuard) {
    this.guard = guard;
    this.runs = new Int32Array(guard.longestUnit + 1);
  }

  /** To be called once for each id, after it was added to `ids`; names the shortest repeated unit. */
  check(ids: readonly number[]): LoopFound | undefined {
    const last = ids.length - 1;
    let found: LoopFound | undefined;
    for (let unit = 1; unit <= this.guard.longestUnit && unit <= last; unit++) {
      if (ids[last] !== ids[last - unit]) {
        this.runs[unit] = 0;
        continue;
      }
      const run = (this.runs[unit] ?? 0) + 1;
      this.runs[unit] = run;
      const stretch = run + unit;
      const copies = Math.floor(stretch / unit);
      if (found === undefined && copies >= this.guard.copies && stretch >= this.guard.tokens) {
        found = { start: ids.length - stretch, unit, copies };
      }
    }
    return found;
  }
}
