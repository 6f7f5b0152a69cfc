/** Counts and times what a decode does; `counters()` is a snapshot. */
import type {
  DecodeCounters,
  Draft,
  DraftCounters,
  Drafter,
  DrafterCounters,
  DraftRequest,
  ForwardKind,
} from './types';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly number[] ? number[] : T[K] };

const noForwards = (): Record<ForwardKind, number> => ({ prefill: 0, draft: 0, verify: 0, denoise: 0 });

const noDrafts = (): Mutable<DraftCounters> => ({ drafted: 0, accepted: 0, draftedAt: [], acceptedAt: [] });

function addRound(counters: Mutable<DraftCounters>, drafted: number, accepted: number): void {
  counters.drafted += drafted;
  counters.accepted += accepted;
  for (let place = 0; place < drafted; place++) {
    counters.draftedAt[place] = (counters.draftedAt[place] ?? 0) + 1;
    counters.acceptedAt[place] = (counters.acceptedAt[place] ?? 0) + (place < accepted ? 1 : 0);
  }
}

const copyOf = <T extends DraftCounters>(counters: T): T => ({
  ...counters,
  draftedAt: counters.draftedAt.slice(),
  acceptedAt: counters.acceptedAt.slice(),
});

const sumOf = (forwards: Readonly<Record<ForwardKind, number>>): number =>
  forwards.prefill + forwards.draft + forwards.verify + forwards.denoise;

/** Committed ids per model forward, the prefill counted; exactly 1 in autoregressive mode. */
export function tokensPerForward({ tokens, forwards }: DecodeCounters): number {
  const total = sumOf(forwards);
  return total === 0 ? 0 : tokens / total;
}

export class Ledger {
  private readonly now: () => number;
  private readonly begun: number;
  private readonly forwards = noForwards();
  private readonly milliseconds = noForwards();
  private readonly total = { rounds: 0, tokens: 0, ...noDrafts() };
  private readonly drafters = new Map<string, Mutable<DrafterCounters>>();

  constructor(now: () => number) {
    this.now = now;
    this.begun = now();
  }

  /** Milliseconds since the decode began. */
  elapsed(): number {
    return this.now() - this.begun;
  }

  /** Model forwards so far, the prefill counted. */
  get totalForwards(): number {
    return sumOf(this.forwards);
  }

  async forward<T>(kind: ForwardKind, run: () => Promise<T>): Promise<T> {
    const start = this.now();
    const result = await run();
    this.forwards[kind] += 1;
    this.milliseconds[kind] += this.now() - start;
    return result;
  }

  async draft(drafter: Drafter, request: DraftRequest): Promise<Draft> {
    const start = this.now();
    const draft = await drafter.draft(request);
    const spent = this.now() - start;
    const own = this.countersOf(drafter.name);
    own.calls += 1;
    own.drafts += draft.ids.length > 0 ? 1 : 0;
    own.forwards += draft.forwards;
    own.milliseconds += spent;
    this.forwards.draft += draft.forwards;
    this.milliseconds.draft += spent;
    return draft;
  }

  round(drafter: string | undefined, drafted: number, accepted: number, tokens: number): void {
    this.total.rounds += 1;
    this.total.tokens += tokens;
    addRound(this.total, drafted, accepted);
    if (drafter !== undefined) addRound(this.countersOf(drafter), drafted, accepted);
  }

  /** The prefill's own token, which belongs to no round. */
  seed(tokens: number): void {
    this.total.tokens += tokens;
  }

  counters(): DecodeCounters {
    return {
      ...copyOf(this.total),
      forwards: { ...this.forwards },
      milliseconds: { ...this.milliseconds },
      drafters: Object.fromEntries([...this.drafters].map(([name, own]) => [name, copyOf(own)])),
    };
  }

  private countersOf(name: string): Mutable<DrafterCounters> {
    const known = this.drafters.get(name);
    if (known !== undefined) return known;
    const fresh = { calls: 0, drafts: 0, forwards: 0, milliseconds: 0, ...noDrafts() };
    this.drafters.set(name, fresh);
    return fresh;
  }
}
