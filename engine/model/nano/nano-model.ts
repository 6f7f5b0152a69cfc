/** A nano folder, loaded: prior readings in, decode sessions out. */
import { floatsOf, floatTensor, openGraph, type Session } from '../../runtime';
import { timeForwards, usualPrefix } from '../decoder/forward-costs';
import { TokenDecoder } from '../decoder/token-decoder';
import type { ForwardPoint } from '../reader';
import { type NanoConfig, readNanoConfig } from './config';
import { buildNanoDecoder, buildPriorGraph } from './graphs';
import { Lexicon } from './lexicon';
import { hostToken, sureOf } from './line-tokens';
import { type PriorReading, readingOf } from './prior-reading';
import { NanoVerifier, type PreparedRegion } from './region-verifier';
import { type NanoTask, shortlistOf, slotTableOf } from './slots';
import { endId, spaceId, Vocabulary } from './vocabulary';
import { floatsIn, readNanoWeights } from './weights';
import { Letters, Words } from './word-flags';

async function openWords({ folder, core }: NanoConfig, vocabulary: Vocabulary): Promise<Words> {
  const lexicon = await Lexicon.open(folder);
  return new Words(lexicon, new Letters(core, vocabulary), vocabulary.characterId('-') ?? 0);
}

export class NanoModel {
  private constructor(
    readonly config: NanoConfig,
    readonly vocabulary: Vocabulary,
    private readonly priorGraph: Session,
    private readonly decoder: TokenDecoder,
    private readonly operations: Float32Array,
    private readonly words?: Words,
  ) {}

  /** Throws `model-missing` or `model-damaged`, naming the file and the item. */
  static async open(folder: string, { threads }: { readonly threads: number }): Promise<NanoModel> {
    const config = await readNanoConfig(folder);
    const weights = await readNanoWeights(config);
    const vocabulary = await Vocabulary.open(folder);
    const operations = await floatsIn(weights.tensor('nano.operation.weight'));
    const priorGraph = await openGraph(buildPriorGraph(config, weights), { threads });
    const decoder = await TokenDecoder.open(config.decoder, buildNanoDecoder(config, weights), threads);
    const words = config.wordMargins && (await openWords(config, vocabulary));
    return new NanoModel(config, vocabulary, priorGraph, decoder, operations, words);
  }

  readonly endIds = [endId];

  /** Most ids of the region's text, the end token counted. */
  capFor(prior: PriorReading): number {
    return 2 * prior.tokens.length + 64;
  }

  async prepare(prior: PriorReading, task: NanoTask): Promise<PreparedRegion> {
    const { config, vocabulary } = this;
    const { tokens, ids } = prior;
    const shortlist = shortlistOf(prior, config, task);
    const features = new Float32Array(tokens.length * config.featureSize);
    tokens.forEach(({ feature }, place) => {
      if (feature) features.set(feature, place * config.featureSize);
    });
    const count = tokens.length;
    const integers = (values: readonly number[]) => ({
      type: 'int64' as const,
      data: BigInt64Array.from(values, BigInt),
      dims: [values.length],
    });
    const floats = (rows: readonly (readonly number[])[], width: number) => {
      const values = new Float32Array(count * width);
      rows.forEach((row, place) => {
        values.set(row, place * width);
      });
      return floatTensor(values, [count, width]);
    };
    const outputs = await this.priorGraph.run({
      ids: integers(ids),
      second: integers(tokens.map(({ runnersUp }) => runnersUp[0])),
      third: integers(tokens.map(({ runnersUp }) => runnersUp[1])),
      ghosts: integers(tokens.map(({ ghost }) => ghost)),
      features: floatTensor(features, [count, config.featureSize]),
      evidence: floats(
        tokens.map(({ evidence }) => evidence),
        config.evidenceSize,
      ),
      weights: floats(
        tokens.map(({ probabilities, ghostProbability }) => [
          probabilities[1],
          probabilities[2],
          ghostProbability,
        ]),
        3,
      ),
      shortlist: integers(shortlist.ids),
    });
    const output = (name: string): Float32Array => floatsOf(outputs, name).data;
    return {
      task,
      prior,
      shortlist,
      slots: slotTableOf(prior, task, config, vocabulary, this.words?.flagsOf(prior)),
      prompt: output('prompt'),
      anchors: output('anchors'),
      tokens: output('tokens'),
      head: output('head'),
    };
  }

  session(region: PreparedRegion, mostIds: number, signal?: AbortSignal): NanoVerifier {
    return new NanoVerifier(this.decoder, this.config, this.operations, region, mostIds, signal);
  }

  /** Median milliseconds of a forward over so many rows behind a prefix of usual length, by `runs` forwards each. */
  async forwardCosts(
    rowCounts: readonly number[],
    runs: number,
    now?: () => number,
  ): Promise<ForwardPoint[]> {
    const blank = { ...hostToken(sureOf(spaceId, 1)), line: 0, column: 0 };
    const tokens = new Array<typeof blank>(usualPrefix).fill(blank);
    const region = await this.prepare(readingOf([...tokens, { ...blank, id: endId }]), 'text');
    const verifier = this.session(region, Math.max(...rowCounts));
    try {
      await verifier.prefill();
      const forward = (rows: number) => verifier.verify(new Array<number>(rows).fill(spaceId));
      return await timeForwards(rowCounts, forward, { runs, ...(now && { now }) });
    } finally {
      verifier.close();
    }
  }

  async close(): Promise<void> {
    await this.priorGraph.release();
    await this.decoder.close();
  }
}
