/**
 * The `nano` family as a Reader: the line reader's characters are the prior reading, the decoder edits it. Tables,
 * formulas, regions whose text is known and scripts without training data stay as the line reader has them.
 */
import { join } from 'node:path';
import { throwIfAborted } from '../../base/errors';
import type { Decode, DecodedReading, DecodePlan, Drafter, LoopGuard } from '../../decoding/types';
import type { DecodeMode, Line, ModelInfo, Reading, RegionMark } from '../../document';
import { openModelFolder } from '../../runtime';
import { type LineSteps, type LineText, openLinesReader } from '../lines';
import { printedRows } from '../printed-lines';
import type { Reader, ReadOptions, ReadRequest, RegionReading } from '../reader';
import { type LineEvidence, lineEvidence } from './line-evidence';
import { NanoModel } from './nano-model';
import { anchoredPriorDrafter } from './prior-drafter';
import { type PriorLine, type PriorPeak, type PriorReading, peaksOf, priorReadingOf } from './prior-reading';
import type { NanoVerifier } from './region-verifier';
import { isLockedRegion, type NanoTask } from './slots';

/** A region about to be decoded: what a plan can build drafters from. */
export interface NanoSession {
  readonly task: NanoTask;
  readonly verifier: NanoVerifier;
  /** Masks per block as trained. */
  readonly trainedBlockLength: number;
  /** Drafts the prior reading. */
  readonly prior: Drafter;
  /** Asked for in place of the usual one. */
  readonly mode?: DecodeMode;
}

export interface NanoReaderOptions {
  /** Folder that holds `nano` and the models of the line reader. */
  readonly modelsFolder: string;
  /** The model folder, where it is another. */
  readonly folder?: string;
  readonly threads: number;
  readonly decode: Decode;
  /** Chosen anew for every region; drafters belong to one region. */
  planFor(session: NanoSession): { readonly plan: DecodePlan; readonly loopGuard: LoopGuard | 'off' };
}

export const nanoModelId = 'nano';

/** Throws `model-missing` or `model-damaged`, naming the file and the item. */
export async function openNanoReader(options: NanoReaderOptions): Promise<Reader> {
  const folder = options.folder ?? join(options.modelsFolder, nanoModelId);
  const { manifest, sha256 } = await openModelFolder(folder);
  const model = await NanoModel.open(folder, options);
  const lines = await openLinesReader(options);
  const info: ModelInfo = { id: nanoModelId, name: manifest.name, version: manifest.version, sha256 };
  return {
    models: [info, ...lines.models],
    async *read(requests, readOptions) {
      const seen = new SeenLines();
      for await (const base of lines.read(requests, readOptions, seen)) {
        const request = requests.find(({ regionId }) => regionId === base.regionId);
        const prior = request && priorOf(request, base, seen, model);
        yield prior && request
          ? await editReading(model, options, { request, base, prior }, readOptions)
          : base;
      }
    },
    textOf: (ids) => ids.map((id) => model.vocabulary.textOf(id)).join(''),
    bytesOf: (id) => new TextEncoder().encode(model.vocabulary.textOf(id)),
    async close() {
      await lines.close();
      await model.close();
    },
  };
}

/** Keeps what the recogniser saw of the lines of one call. */
class SeenLines {
  private readonly evidence = new Map<Line, LineEvidence>();
  private readonly texts = new Map<Line, LineText>();

  onSteps(line: Line, { values, steps, classes, features }: LineSteps): void {
    this.evidence.set(line, lineEvidence(values, steps, classes, features));
  }

  onText(line: Line, text: LineText): void {
    this.texts.set(line, text);
  }

  /** Undefined for a line that was not recognised. */
  find(line: Line): { readonly evidence: LineEvidence; readonly text: LineText } | undefined {
    const evidence = this.evidence.get(line);
    const text = this.texts.get(line);
    return evidence && text && { evidence, text };
  }
}

/** Undefined where there is nothing to edit. */
function priorOf(
  { task, lines: asked }: ReadRequest,
  { lines, reading }: RegionReading,
  seen: SeenLines,
  { vocabulary, config }: NanoModel,
): PriorReading | undefined {
  if (task !== 'text' || reading.mode !== 'ctc' || reading.text === '') return undefined;
  const sources = new Map(lines.map((line, index) => [line, asked[index]]));
  const priorLines: PriorLine[] = [];
  for (const row of printedRows(lines)) {
    for (const [index, line] of row.entries()) {
      const source = sources.get(line);
      const found = source && seen.find(source);
      if (!found) return undefined;
      const peaks = settlePeaks(peaksOf(found.evidence), found.text, (id) => vocabulary.textOf(id));
      priorLines.push({ evidence: found.evidence, peaks, box: line.box, continues: index > 0 });
    }
  }
  const prior = priorReadingOf(priorLines, config.featureSize, config.featureScale);
  if (prior.tokens.length < 2 || (config.lockedRegions && isLockedRegion(prior, vocabulary)))
    return undefined;
  return prior;
}

/** Takes over where the line reader has preferred the runner-up (accents). */
function settlePeaks(
  peaks: readonly PriorPeak[],
  { peaks: settled }: LineText,
  textOf: (id: number) => string,
): PriorPeak[] {
  return peaks.map((peak, index) => {
    const [second, third] = peak.runnersUp;
    if (settled[index]?.text === textOf(peak.id) || settled[index]?.text !== textOf(second)) return peak;
    const [first, next, last] = peak.probabilities;
    return { ...peak, id: second, runnersUp: [peak.id, third], probabilities: [next, first, last] };
  });
}

interface Edit {
  readonly request: ReadRequest;
  readonly base: RegionReading;
  readonly prior: PriorReading;
}

async function editReading(
  model: NanoModel,
  options: NanoReaderOptions,
  { request, base, prior }: Edit,
  { signal, mode, onDecodeEvent }: ReadOptions,
): Promise<RegionReading> {
  const started = Date.now();
  const region = await model.prepare(prior, 'text');
  throwIfAborted(signal);
  const cap = model.capFor(prior);
  const verifier = model.session(region, cap, signal);
  try {
    const { plan, loopGuard } = options.planFor({
      task: 'text',
      verifier,
      trainedBlockLength: model.config.blockLength,
      prior: anchoredPriorDrafter(prior.ids),
      ...(mode && { mode }),
    });
    const events = options.decode(verifier, plan, {
      endIds: model.endIds,
      cap,
      loopGuard,
      ...(signal && { signal }),
    });
    for (;;) {
      const step = await events.next();
      if (!step.done) {
        onDecodeEvent?.(request.regionId, step.value);
        continue;
      }
      throwIfAborted(signal);
      const milliseconds = base.reading.counters.milliseconds + Date.now() - started;
      return editedReading(model, base, step.value, milliseconds);
    }
  } finally {
    verifier.close();
  }
}

function editedReading(
  { vocabulary }: NanoModel,
  base: RegionReading,
  decoded: DecodedReading,
  milliseconds: number,
): RegionReading {
  let text = '';
  const tokens = decoded.tokens.map((token) => {
    const start = text.length;
    text += vocabulary.textOf(token.id);
    return { ...token, start, end: text.length };
  });
  const marks: RegionMark[] = [...base.marks];
  if (decoded.stop === 'cap') marks.push({ kind: 'cut-off', note: 'The text is longer than the limit.' });
  if (decoded.stop === 'loop') marks.push({ kind: 'looped' });
  const { counters } = decoded;
  const reading: Reading = {
    ...base.reading,
    id: `${base.regionId}-${nanoModelId}`,
    model: nanoModelId,
    mode: decoded.mode,
    text,
    stop: decoded.stop,
    tokens,
    counters: {
      rounds: counters.rounds,
      forwards: Object.values(counters.forwards).reduce((sum, count) => sum + count, 0),
      drafted: counters.drafted,
      accepted: counters.accepted,
      tokens: counters.tokens,
      milliseconds,
    },
  };
  return { ...base, reading, marks };
}
