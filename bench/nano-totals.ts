/** What decoding the regions of one task took, way by way, all under the same weights. */
import type { NanoModel } from '../engine/model/nano/nano-model';
import type { PriorReading } from '../engine/model/nano/prior-reading';
import type { NanoTask } from '../engine/model/nano/slots';
import { isTag } from '../engine/model/nano/vocabulary';
import { plainWay, runWay, type Way, type WaySummary, WayTotals, zeroResidualWays } from './nano-ways';

export interface TaskDecoding {
  readonly regions: number;
  /** Committed ids of plain decoding, end tokens counted; of them those that the prior reading has not at their anchor. */
  readonly tokens: number;
  readonly differFromPrior: number;
  readonly ways: Readonly<Record<string, WaySummary & { readonly timesAutoregressive: number }>>;
  /** The default way and block diffusion by kind of item and by how sure the recogniser was of the region. */
  readonly byContent: Readonly<Record<string, Readonly<Record<string, WaySummary>>>>;
}

/** The ways that are kept by content. */
const byContentWays = ['default', 'block diffusion 32'];

export class TaskTotals {
  private readonly plain = new WayTotals();
  private readonly totals = new Map<string, WayTotals>();
  private readonly byContent = new Map<string, Map<string, WayTotals>>();
  private regions = 0;
  private tokens = 0;
  private differ = 0;

  /** `zero`: the same model without what it has learned, where that is to be measured too. */
  constructor(
    private readonly task: NanoTask,
    private readonly ways: Readonly<Record<string, Way>>,
    private readonly model: NanoModel,
    private readonly zero?: NanoModel,
  ) {}

  /** Decodes in all ways; the ids are those of plain decoding. */
  async measure(prior: PriorReading, kind: string): Promise<readonly number[]> {
    const region = await this.model.prepare(prior, this.task);
    const plain = await runWay(this.model, region, plainWay);
    this.plain.add(plain, plain.ids);
    this.differ += plain.differFromPrior;
    this.tokens += plain.tokens;
    this.regions++;
    const content = `${kind}, ${qualityOf(prior)}`;
    for (const [name, way] of Object.entries(this.ways)) {
      const run = await runWay(this.model, region, way);
      totalsIn(this.totals, name).add(run, plain.ids);
      if (!byContentWays.includes(name)) continue;
      const some = this.byContent.get(content) ?? new Map<string, WayTotals>();
      this.byContent.set(content, some);
      totalsIn(some, name).add(run, plain.ids);
    }
    if (this.zero) {
      const copied = await this.zero.prepare(prior, this.task);
      for (const [name, way] of Object.entries(zeroResidualWays)) {
        totalsIn(this.totals, name).add(await runWay(this.zero, copied, way), prior.ids.slice(0, -1));
      }
    }
    return plain.ids;
  }

  result(): TaskDecoding {
    const summaries = (totals: Iterable<[string, WayTotals]>): [string, WaySummary][] =>
      [...totals].map(([name, some]) => [name, some.summary()]);
    const plain = this.plain.summary();
    const all = summaries([['autoregressive', this.plain], ...this.totals]);
    const times = ({ seconds }: WaySummary): number => Number((plain.seconds / seconds).toFixed(2));
    return {
      regions: this.regions,
      tokens: this.tokens,
      differFromPrior: this.differ,
      ways:
        this.regions === 0
          ? {}
          : Object.fromEntries(
              all.map(([name, summary]) => [name, { ...summary, timesAutoregressive: times(summary) }]),
            ),
      byContent: Object.fromEntries(
        [...this.byContent].sort().map(([name, some]) => [name, Object.fromEntries(summaries(some))]),
      ),
    };
  }
}

/** Mean certainty of what the recogniser read, in three classes. Tags are the structure network's. */
function qualityOf(prior: PriorReading): string {
  const read = prior.tokens.filter(({ id }) => !isTag(id));
  const sure = read.reduce((sum, { probabilities }) => sum + probabilities[0], 0) / read.length;
  return sure > 0.99 ? 'sure' : sure > 0.95 ? 'less sure' : 'unsure';
}

function totalsIn(totals: Map<string, WayTotals>, name: string): WayTotals {
  const known = totals.get(name);
  if (known) return known;
  const fresh = new WayTotals();
  totals.set(name, fresh);
  return fresh;
}
