/** What a decode has committed so far, and the rules that stop it. */
import { LoopWatch } from './loop-guard';
import type { DecodedToken, DecodeOptions, LoopFound, StopReason } from './types';

export class Transcript {
  /** Every committed id, an end token or a loop's copies included. */
  readonly ids: number[] = [];
  private stopped: StopReason | undefined;
  private found: LoopFound | undefined;
  private readonly tokens: DecodedToken[] = [];
  private readonly endIds: ReadonlySet<number>;
  private readonly cap: number;
  private readonly watch: LoopWatch | undefined;

  constructor({ endIds, cap, loopGuard }: DecodeOptions) {
    this.endIds = new Set(endIds);
    this.cap = cap;
    this.watch = loopGuard === 'off' ? undefined : new LoopWatch(loopGuard);
  }

  get stop(): StopReason | undefined {
    return this.stopped;
  }

  get loop(): LoopFound | undefined {
    return this.found;
  }

  /** The last committed id: the one that is not in the cache. */
  get pending(): number {
    const id = this.ids[this.ids.length - 1];
    if (id === undefined) throw new Error('Nothing is committed yet.');
    return id;
  }

  /** Ids that the cap still allows. */
  get left(): number {
    return this.cap - this.ids.length;
  }

  /** Commits ids in order until a rule stops the decode, and returns those committed. */
  append(candidates: readonly DecodedToken[]): readonly DecodedToken[] {
    const before = this.ids.length;
    for (const token of candidates) {
      this.ids.push(token.id);
      this.tokens.push(token);
      this.stopped = this.stopAt(token.id);
      if (this.stopped !== undefined) break;
    }
    return this.tokens.slice(before);
  }

  /** Stops for a reason that lies outside the ids. */
  end(reason: StopReason): void {
    this.stopped = reason;
  }

  /** The tokens of the text: no end token, and of a loop only its first copy. */
  text(): readonly DecodedToken[] {
    if (this.stopped === 'end') return this.tokens.slice(0, -1);
    if (this.found !== undefined) return this.tokens.slice(0, this.found.start + this.found.unit);
    return this.tokens.slice();
  }

  private stopAt(id: number): StopReason | undefined {
    if (this.endIds.has(id)) return 'end';
    this.found = this.watch?.check(this.ids);
    if (this.found !== undefined) return 'loop';
    return this.left === 0 ? 'cap' : undefined;
  }
}
