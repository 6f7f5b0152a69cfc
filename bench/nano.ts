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
import {
  type ErrorRates,
  errorRates,
  type MatchedRegions,
  type RegionPair,
  scoreMatchedRegions,
} from './matched-regions';
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
  /** What the regions read as, against what the line reader has for the same regions. */
  readonly matched: MatchedRegions;
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
  try {
    for (const item of items) {
      const reader = meter.reader(lines, item);
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
  private readonly pairs: RegionPair[] = [];

  constructor(private readonly model: NanoModel) {}

  /** Gives what the line reader gives, and decodes each region in all ways on the side. */
  reader(lines: LinesReader, { id, language, truth }: Item): Reader {
    const { model } = this;
    const compare = async (text: string, prior: PriorReading | undefined): Promise<void> => {
      const nano = prior ? await this.measure(prior) : text;
      if (truth.kind === 'text')
        this.pairs.push({ item: id, language, truth: truth.text, lines: text, nano });
    };
    return {
      models: lines.models,
      async *read(requests: readonly ReadRequest[], options: ReadOptions): AsyncGenerator<RegionReading> {
        for await (const { base, prior } of readPriors(lines, model, requests, options)) {
          if (base.reading.mode === 'ctc') await compare(base.reading.text, prior);
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
      matched: scoreMatchedRegions(this.pairs),
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

  /** Decodes in all ways; the text is that of plain decoding. */
  private async measure(prior: PriorReading): Promise<string> {
    const region = await this.model.prepare(prior, 'text');
    const cap = this.model.capFor(prior);
    let greedy: readonly number[] | undefined;
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
          const { ids } = step.value;
          greedy ??= ids;
          if (ids.join() === greedy.join()) totals.identical++;
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
    return (greedy ?? []).map((id) => this.model.vocabulary.textOf(id)).join('');
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
  readonly macro: ErrorRates;
  readonly micro: ErrorRates;
  readonly won: readonly string[];
  readonly lost: readonly string[];
  readonly byLanguage: Readonly<Record<string, ErrorRates & { readonly items: number }>>;
}

/** Both readers on the same items, by CER. */
export function compareQuality(lines: readonly ItemResult[], nano: readonly ItemResult[]): NanoQuality {
  const pairs = lines.flatMap((a) => {
    const b = nano.find(({ item }) => item.id === a.item.id);
    return b && a.score.metric === 'text' && b.score.metric === 'text'
      ? [{ id: a.item.id, language: a.item.language, a: a.score.text, b: b.score.text }]
      : [];
  });
  const macroOf = (some: typeof pairs): ErrorRates =>
    errorRates(
      some.reduce((sum, { a }) => sum + a.cer, 0) / some.length,
      some.reduce((sum, { b }) => sum + b.cer, 0) / some.length,
    );
  const characters = pairs.reduce((sum, { a }) => sum + a.referenceCharacters, 0);
  const languages = [...new Set(pairs.map(({ language }) => language))].sort();
  return {
    items: pairs.length,
    macro: macroOf(pairs),
    micro: errorRates(
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
