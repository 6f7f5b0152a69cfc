/**
 * `bench nano`: the embedded model against its own prior (the line reader on the same boxes, in the same order), and
 * what each way of drafting accepts under the same weights. Regions are decoded from one and the same prior reading.
 */
import path from 'node:path';
import {
  blockDiffusionDrafter,
  type DecodedReading,
  type DecodePlan,
  type Drafter,
  decode,
  loopGuards,
} from '../engine/decoding';
import { openDocument } from '../engine/jobs/open-document';
import { readPage } from '../engine/jobs/read-page';
import type { Reader, ReadOptions, ReadRequest, RegionReading } from '../engine/model';
import { type LinesReader, openLinesReader } from '../engine/model/lines';
import { pushId, startAnchor } from '../engine/model/nano/anchor';
import { NanoModel } from '../engine/model/nano/nano-model';
import { anchoredPriorDrafter } from '../engine/model/nano/prior-drafter';
import type { PriorReading } from '../engine/model/nano/prior-reading';
import { readPriors } from '../engine/model/nano/region-priors';
import type { NanoVerifier } from '../engine/model/nano/region-verifier';
import { openPageAnalyser } from '../engine/regions';
import type { Item } from './corpus';
import type { ItemResult } from './score-item';

/** Ways of decoding the same regions. `default` is what the application does. */
const ways: Readonly<Record<string, (verifier: NanoVerifier, prior: readonly number[]) => DecodePlan>> = {
  autoregressive: () => ({ mode: 'autoregressive' }),
  default: (verifier, prior) => drafting([anchoredPriorDrafter(prior), blockDiffusionDrafter(verifier)], 32),
  prior: (_, prior) => drafting([anchoredPriorDrafter(prior, { memo: false, wholeFirst: false })], 32),
  'prior + memo': (_, prior) => drafting([anchoredPriorDrafter(prior, { wholeFirst: false })], 32),
  'prior + memo, whole first': (_, prior) => drafting([anchoredPriorDrafter(prior)], 32),
  'block diffusion 8': (verifier) => drafting([blockDiffusionDrafter(verifier)], 8),
  'block diffusion 16': (verifier) => drafting([blockDiffusionDrafter(verifier)], 16),
  'block diffusion 32': (verifier) => drafting([blockDiffusionDrafter(verifier)], 32),
  'naive parallel 32': (verifier) => ({
    mode: 'parallel',
    denoiser: verifier,
    blockLength: 32,
    threshold: 0.9,
  }),
};

const drafting = (drafters: readonly Drafter[], blockLength: number): DecodePlan => ({
  mode: 'self-speculative',
  drafters,
  blockLength,
});

interface WayTotals {
  regions: number;
  tokens: number;
  forwards: number;
  rounds: number;
  /** Of the decode alone, the prefill included. */
  seconds: number;
  /** Regions whose ids are those of plain greedy decoding. */
  identical: number;
  /** Rounds in which an id differs from the prior's, and what they accepted. */
  editedRounds: number;
  editedAccepted: number;
  accepted: number;
}

export interface NanoDecoding {
  readonly regions: number;
  /** Committed ids, end tokens counted; of them those that the prior reading has not at their anchor. */
  readonly tokens: number;
  readonly differFromPrior: number;
  readonly ways: Readonly<
    Record<string, WayTotals & { tokensPerForward: number; timesAutoregressive: number }>
  >;
}

/** Decodes every text region of the items in every way. */
export async function measureNanoDecoding(
  items: readonly Item[],
  { assetsDir, threads }: { readonly assetsDir: string; readonly threads: number },
  report: (id: string) => void,
): Promise<NanoDecoding> {
  const modelsFolder = path.join(assetsDir, 'models');
  const analyser = await openPageAnalyser({ modelsFolder, threads });
  const lines = await openLinesReader({ modelsFolder, threads });
  const model = await NanoModel.open(path.join(modelsFolder, 'nano'), { threads });
  const meter = new Meter(model);
  const reader = meter.reader(lines);
  try {
    for (const item of items) {
      const open = await openDocument(item.file, item.id, {
        ...(item.password !== undefined && { password: item.password }),
      });
      try {
        for (const page of open.document.pages) {
          await readPage(open.source, page, { analyser, reader, existingText: 'read' });
        }
      } finally {
        await open.source.close();
      }
      report(item.id);
    }
    return meter.result();
  } finally {
    await lines.close();
    await model.close();
    await analyser.close();
  }
}

class Meter {
  private readonly totals = new Map<string, WayTotals>();
  private regions = 0;
  private tokens = 0;
  private differ = 0;

  constructor(private readonly model: NanoModel) {}

  /** Gives what the line reader gives, and decodes each region in all ways on the side. */
  reader(lines: LinesReader): Reader {
    const measure = (prior: PriorReading): Promise<void> => this.measure(prior);
    const { model } = this;
    return {
      models: lines.models,
      async *read(requests: readonly ReadRequest[], options: ReadOptions): AsyncGenerator<RegionReading> {
        for await (const { base, prior } of readPriors(lines, model, requests, options)) {
          if (prior) await measure(prior);
          yield base;
        }
      },
      close: () => lines.close(),
    };
  }

  result(): NanoDecoding {
    const plain = this.totals.get('autoregressive');
    return {
      regions: this.regions,
      tokens: this.tokens,
      differFromPrior: this.differ,
      ways: Object.fromEntries(
        [...this.totals].map(([name, totals]) => [
          name,
          {
            ...totals,
            seconds: Number(totals.seconds.toFixed(3)),
            tokensPerForward: Number((totals.tokens / totals.forwards).toFixed(2)),
            timesAutoregressive: Number(((plain?.seconds ?? 0) / totals.seconds).toFixed(2)),
          },
        ]),
      ),
    };
  }

  private async measure(prior: PriorReading): Promise<void> {
    const region = await this.model.prepare(prior, 'text');
    const cap = this.model.capFor(prior);
    let greedy: string | undefined;
    for (const [name, planFor] of Object.entries(ways)) {
      const verifier = this.model.session(region, cap);
      const plan = planFor(verifier, prior.ids);
      const options = { endIds: this.model.endIds, cap, loopGuard: loopGuards.text };
      const events = decode(verifier, plan, options);
      const totals = this.totalsOf(name);
      const started = performance.now();
      let anchor = startAnchor;
      for (;;) {
        const step = await events.next();
        if (step.done) {
          totals.seconds += (performance.now() - started) / 1000;
          const ids = step.value.ids.join();
          greedy ??= ids;
          if (ids === greedy) totals.identical++;
          count(totals, step.value);
          break;
        }
        if (step.value.kind !== 'round-verified') continue;
        let edited = false;
        for (const { id } of step.value.committed) {
          if (id !== prior.ids[anchor.place]) {
            edited = true;
            if (name === 'autoregressive') this.differ++;
          }
          anchor = pushId(prior.ids, anchor, id);
        }
        if (!edited) continue;
        totals.editedRounds++;
        totals.editedAccepted += step.value.accepted;
      }
      verifier.close();
    }
    this.regions++;
    this.tokens = this.totals.get('autoregressive')?.tokens ?? 0;
  }

  private totalsOf(name: string): WayTotals {
    const known = this.totals.get(name);
    if (known) return known;
    const fresh: WayTotals = {
      regions: 0,
      tokens: 0,
      forwards: 0,
      rounds: 0,
      seconds: 0,
      identical: 0,
      editedRounds: 0,
      editedAccepted: 0,
      accepted: 0,
    };
    this.totals.set(name, fresh);
    return fresh;
  }
}

function count(totals: WayTotals, { counters }: DecodedReading): void {
  totals.regions++;
  totals.tokens += counters.tokens;
  totals.forwards += Object.values(counters.forwards).reduce((sum, one) => sum + one, 0);
  totals.rounds += counters.rounds;
  totals.accepted += counters.accepted;
}

export interface NanoQuality {
  readonly items: number;
  readonly macro: Comparison;
  readonly micro: Comparison;
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly byLanguage: Readonly<Record<string, Comparison & { readonly items: number }>>;
}

interface Comparison {
  readonly lines: number;
  readonly nano: number;
  /** Below 1: nano is better. */
  readonly ratio: number;
}

/** Both readers on the same items, by CER. */
export function compareQuality(lines: readonly ItemResult[], nano: readonly ItemResult[]): NanoQuality {
  const pairs = lines.flatMap((a) => {
    const b = nano.find(({ item }) => item.id === a.item.id);
    return b && a.score.metric === 'text' && b.score.metric === 'text'
      ? [{ id: a.item.id, language: a.item.language, a: a.score.text, b: b.score.text }]
      : [];
  });
  const macroOf = (some: typeof pairs): Comparison =>
    comparison(
      some.reduce((sum, { a }) => sum + a.cer, 0) / some.length,
      some.reduce((sum, { b }) => sum + b.cer, 0) / some.length,
    );
  const characters = pairs.reduce((sum, { a }) => sum + a.referenceCharacters, 0);
  const languages = [...new Set(pairs.map(({ language }) => language))].sort();
  return {
    items: pairs.length,
    macro: macroOf(pairs),
    micro: comparison(
      pairs.reduce((sum, { a }) => sum + a.edits, 0) / characters,
      pairs.reduce((sum, { b }) => sum + b.edits, 0) / characters,
    ),
    won: pairs.filter(({ a, b }) => b.edits < a.edits).map(({ id, a, b }) => `${id} ${a.edits} → ${b.edits}`),
    lost: pairs
      .filter(({ a, b }) => b.edits > a.edits)
      .map(({ id, a, b }) => `${id} ${a.edits} → ${b.edits}`),
    byLanguage: Object.fromEntries(
      languages.map((language) => {
        const some = pairs.filter((pair) => pair.language === language);
        return [language, { items: some.length, ...macroOf(some) }];
      }),
    ),
  };
}

function comparison(lines: number, nano: number): Comparison {
  const round = (value: number): number => Number(value.toFixed(5));
  return { lines: round(lines), nano: round(nano), ratio: Number((nano / lines).toFixed(3)) };
}
