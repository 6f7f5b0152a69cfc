/**
 * Follows a growing text along another reader's text of the same region: which id of the other text comes next?
 * Edit distance, one column for each new id, so that an early mistake is put right as soon as the contexts agree again.
 */

/** Skipping an id of the prior is the cheapest edit: a match right behind it then beats a substitution. */
const skipCost = 0.8;
const substitutionCost = 1;
const insertionCost = 1;
/** What each of the last matching ids is worth when places compete, and how many of them count. */
const runWorth = 0.25;
const runCounted = 8;
/** Places this far from the present one are considered. */
const band = 96;
/** Lost: this many edits within so many ids. Then the nearest place with `rejoinRun` matching ids is taken. */
const lostEdits = 4;
const lostWindow = 6;
const rejoinRun = 4;
/** An edit counts as understood once so many ids agree behind it. */
const understoodRun = 2;

export class Alignment {
  private readonly prior: readonly number[];
  /** Index j: least cost of turning the first j ids of the prior into the text so far. Infinite outside the band. */
  private costs: Float64Array;
  private spare: Float64Array;
  /** Index j: how many of the text's last ids are the prior's ids just before j. */
  private readonly runs: Uint32Array;
  private readonly recentCosts: number[] = [];
  private current = 0;
  /** Since the text last agreed: the place then, and the ids written. */
  private agreedPlace = 0;
  private idsSince = 0;
  private readonly edits = { substitutions: 0, insertions: 0 };

  constructor(prior: readonly number[]) {
    this.prior = prior;
    this.costs = Float64Array.from({ length: prior.length + 1 }, (_, skipped) => skipped * skipCost);
    this.spare = new Float64Array(prior.length + 1);
    this.runs = new Uint32Array(prior.length + 1);
  }

  /** Index into the prior of the id expected next; its length where the prior has ended. */
  get place(): number {
    return this.current;
  }

  /** Matching ids just before the place. */
  get run(): number {
    return this.runs[this.current] ?? 0;
  }

  /**
   * A single strange id may replace the prior's or stand before it; one id cannot tell. What most edits of this text
   * turned out to be decides (a reader that misses spaces makes insertions).
   */
  get insertionLikely(): boolean {
    return this.edits.insertions > this.edits.substitutions;
  }

  push(id: number): void {
    const { prior, runs, costs: before, spare: after } = this;
    const low = Math.max(0, this.current - band);
    const high = Math.min(prior.length, this.current + band);
    for (let place = prior.length; place > 0; place--) {
      runs[place] = prior[place - 1] === id ? (runs[place - 1] ?? 0) + 1 : 0;
    }
    after.fill(Number.POSITIVE_INFINITY);
    for (let place = low; place <= high; place++) {
      const edit = prior[place - 1] === id ? 0 : substitutionCost;
      after[place] = Math.min(
        (before[place] ?? Number.POSITIVE_INFINITY) + insertionCost,
        (before[place - 1] ?? Number.POSITIVE_INFINITY) + edit,
        (after[place - 1] ?? Number.POSITIVE_INFINITY) + skipCost,
      );
    }
    this.costs = after;
    this.spare = before;
    this.settle(this.best(low, high));
    this.learn();
    if (this.isLost()) this.rejoin();
  }

  /** The cheapest place; of equals the one nearest to what a strange id most likely means. */
  private best(low: number, high: number): number {
    const expected = this.current + (this.insertionLikely ? 0 : 1);
    let best = Math.min(expected, high);
    let bestScore = Number.POSITIVE_INFINITY;
    for (let place = low; place <= high; place++) {
      const worth = runWorth * Math.min(this.runs[place] ?? 0, runCounted);
      const score = (this.costs[place] ?? 0) - worth;
      const nearer = Math.abs(place - expected) < Math.abs(best - expected);
      if (score < bestScore || (score === bestScore && nearer)) {
        best = place;
        bestScore = score;
      }
    }
    return best;
  }

  private settle(place: number): void {
    this.current = place;
    this.recentCosts.push(this.costs[place] ?? 0);
    if (this.recentCosts.length > lostWindow) this.recentCosts.shift();
  }

  private learn(): void {
    this.idsSince += 1;
    if (this.run < understoodRun) return;
    const steps = this.current - this.agreedPlace;
    if (this.idsSince > understoodRun) {
      if (this.idsSince > steps) this.edits.insertions += 1;
      else if (this.idsSince === steps) this.edits.substitutions += 1;
    }
    this.agreedPlace = this.current;
    this.idsSince = 0;
  }

  private isLost(): boolean {
    const first = this.recentCosts[0] ?? 0;
    const last = this.recentCosts[this.recentCosts.length - 1] ?? 0;
    return this.run < rejoinRun && last - first >= lostEdits;
  }

  private rejoin(): void {
    let nearest: number | undefined;
    for (let place = 0; place < this.runs.length; place++) {
      if ((this.runs[place] ?? 0) < rejoinRun) continue;
      if (nearest === undefined || Math.abs(place - this.current) < Math.abs(nearest - this.current)) {
        nearest = place;
      }
    }
    if (nearest === undefined) return;
    const cost = this.costs[this.current] ?? 0;
    this.costs.fill(Number.POSITIVE_INFINITY);
    this.costs[nearest] = cost;
    this.current = nearest;
    this.recentCosts.length = 0;
  }
}
