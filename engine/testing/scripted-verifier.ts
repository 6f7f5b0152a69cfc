/**
 * A causal language model without weights: the next id is a function of the prefix. It watches over its own cache and
 * throws where decoding breaks the rules, and it overwrites its result buffers on every call, as real ones do.
 */
import type { BlockDraftModel, DenoisedRows, Denoiser, TopTwo, Verifier } from '../decoding';

export interface Language {
  readonly vocabularySize: number;
  /** Best and second best id after `prefix` (without prompt), and the distance of their values. */
  next(prefix: readonly number[]): {
    readonly best: number;
    readonly second: number;
    readonly margin: number;
  };
}

/** A well-mixed 32-bit hash of integers. */
export function hash(...values: readonly number[]): number {
  let state = 0x811c9dc5;
  for (const value of values) {
    state = Math.imul(state ^ value, 0x01000193);
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    state ^= state >>> 13;
  }
  return state >>> 0;
}

export interface HashLanguage {
  readonly seed: number;
  readonly vocabularySize: number;
  /** Ids that the next one depends on; a small number makes the text repeat itself. */
  readonly order: number;
  /** Ids below this are end tokens and come about every 40th place, or never. */
  readonly endIds: number;
  readonly ends?: boolean;
}

export function hashLanguage({ seed, vocabularySize, order, endIds, ends = true }: HashLanguage): Language {
  return {
    vocabularySize,
    next(prefix) {
      const state = hash(seed, ...prefix.slice(-order));
      const words = vocabularySize - endIds;
      const isEnd = ends && endIds > 0 && hash(state, 1) % 40 === 0;
      const best = isEnd ? hash(state, 2) % endIds : endIds + (hash(state, 3) % words);
      return { best, second: (best + 1) % vocabularySize, margin: (hash(state, 4) % 1000) / 64 };
    },
  };
}

/** Reads a hidden text: finds its place by what is written, and goes on from there, also after a mistake. */
export function readingLanguage(text: readonly number[], vocabularySize: number, endId: number): Language {
  return {
    vocabularySize,
    next(prefix) {
      let place = 0;
      for (const id of prefix) {
        const ahead = text.slice(place, place + 4).indexOf(id);
        place += ahead < 0 ? 1 : ahead + 1;
      }
      const best = text[place] ?? endId;
      return { best, second: (best + 1) % vocabularySize, margin: 1 };
    },
  };
}

export interface ScriptedVerifierSettings {
  readonly language: Language;
  readonly promptLength?: number;
  readonly capacity?: number;
  /** Whether mask row `place` of a draft or block names the right id. Default: all do. */
  readonly drafts?: (place: number, prefix: readonly number[]) => boolean;
}

export class ScriptedVerifier implements Verifier, BlockDraftModel, Denoiser {
  readonly vocabularySize: number;
  readonly capacity: number;
  readonly maskId: number;
  readonly forwards = { prefill: 0, draft: 0, verify: 0, denoise: 0 };
  /** Rows of each verify and of each draft forward, in order. */
  readonly verifiedRows: number[] = [];
  readonly draftedRows: number[] = [];
  private readonly language: Language;
  private readonly promptLength: number;
  private readonly drafts: (place: number, prefix: readonly number[]) => boolean;
  private readonly cached: number[] = [];
  private prefilled = false;
  private window: { readonly kind: 'verify' | 'denoise'; readonly ids: readonly number[] } | undefined;
  private issued: DenoisedRows | undefined;

  constructor({ language, promptLength = 7, capacity = 10_000, drafts }: ScriptedVerifierSettings) {
    this.language = language;
    this.vocabularySize = language.vocabularySize;
    this.maskId = language.vocabularySize;
    this.promptLength = promptLength;
    this.capacity = capacity;
    this.drafts = drafts ?? (() => true);
  }

  length(): number {
    return this.prefilled ? this.promptLength + this.cached.length : 0;
  }

  async prefill(): Promise<TopTwo> {
    if (this.prefilled) throw new Error('Prefilled twice.');
    this.prefilled = true;
    this.forwards.prefill++;
    return this.issue([this.language.next([])]);
  }

  async verify(ids: readonly number[]): Promise<TopTwo> {
    this.enter(ids.length);
    for (const id of ids) {
      if (!Number.isInteger(id) || id < 0 || id >= this.vocabularySize) throw new Error(`No such id: ${id}.`);
    }
    if (ids[0] !== this.language.next(this.cached).best)
      throw new Error('The pending id is not the greedy one.');
    this.forwards.verify++;
    this.verifiedRows.push(ids.length);
    this.window = { kind: 'verify', ids: ids.slice() };
    return this.issue(ids.map((_, row) => this.language.next([...this.cached, ...ids.slice(0, row + 1)])));
  }

  commit(count: number): void {
    const { window } = this;
    if (window === undefined) throw new Error('Nothing to commit.');
    if (!(count >= 1 && count <= window.ids.length)) throw new Error(`Committed ${count} rows.`);
    for (const id of window.ids.slice(0, count)) {
      const greedy = this.language.next(this.cached).best;
      if (window.kind === 'verify' && id !== greedy) throw new Error('A rejected row was kept in the cache.');
      this.cached.push(id);
    }
    this.window = undefined;
  }

  async draftBlock(pending: number, maskCount: number): Promise<TopTwo> {
    this.enter(maskCount + 1);
    if (pending !== this.language.next(this.cached).best)
      throw new Error('The pending id is not the greedy one.');
    this.forwards.draft++;
    this.draftedRows.push(maskCount + 1);
    this.window = undefined;
    return this.issue(this.continuation([...this.cached, pending], maskCount + 1));
  }

  async denoise(ids: readonly number[]): Promise<DenoisedRows> {
    this.enter(ids.length);
    this.forwards.denoise++;
    this.window = { kind: 'denoise', ids: ids.slice() };
    const known = ids.indexOf(this.maskId);
    const prefix = [...this.cached, ...(known < 0 ? ids : ids.slice(0, known))];
    const rows = ids.map((_, row) => this.language.next([...this.cached, ...ids.slice(0, row + 1)]));
    const from = known < 0 ? ids.length - 1 : known - 1;
    return this.issue([...rows.slice(0, from), ...this.continuation(prefix, ids.length - from)]);
  }

  /** Greedy rows from `prefix` on; the first is causal, later ones are right where `drafts` says so. */
  private continuation(prefix: readonly number[], count: number): ReturnType<Language['next']>[] {
    const text = prefix.slice();
    return Array.from({ length: count }, (_, place) => {
      const row = this.language.next(text);
      text.push(row.best);
      if (place === 0 || this.drafts(place, prefix)) return row;
      return { ...row, best: row.second, second: row.best };
    });
  }

  private enter(rows: number): void {
    if (!this.prefilled) throw new Error('Not prefilled.');
    if (rows < 1 || this.length() + rows > this.capacity) throw new Error('The cache is too small.');
  }

  private issue(rows: readonly ReturnType<Language['next']>[]): DenoisedRows {
    this.issued?.ids.fill(-1);
    this.issued?.values.fill(Number.NaN);
    const ids = Int32Array.from(rows.flatMap(({ best, second }) => [best, second]));
    const values = Float32Array.from(rows.flatMap(({ margin }) => [margin, 0]));
    const probabilities = Float32Array.from(rows, ({ margin }) => 1 / (1 + Math.exp(-margin)));
    this.issued = { ids, values, probabilities };
    return this.issued;
  }
}
