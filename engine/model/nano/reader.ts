/**
 * The `nano` family as a Reader: the line reader's characters and tables are the prior reading, the decoder edits it.
 * Formulas, regions whose text is known, scripts without training data and tables that the weights were not trained on,
 * that are too long or whose cells would not stay stay as the line reader has them.
 */
import { join } from 'node:path';
import { throwIfAborted } from '../../base/errors';
import type { Decode, DecodePlan, Drafter, LoopGuard } from '../../decoding/types';
import type { DecodeMode, ModelInfo } from '../../document';
import { openModelFolder } from '../../runtime';
import { openLinesReader } from '../lines';
import type { BlockLength, Reader, ReadOptions, RegionReading } from '../reader';
import { keepsCells } from './config';
import { editedReading, nanoModelId } from './edited-reading';
import { NanoModel } from './nano-model';
import { anchoredPriorDrafter } from './prior-drafter';
import type { PriorReading } from './prior-reading';
import { readPriors } from './region-priors';
import type { NanoVerifier } from './region-verifier';
import type { NanoTask } from './slots';
import { haveSameCells } from './table-text';

/** A region about to be decoded: what a plan can build drafters from. */
export interface NanoSession {
  readonly task: NanoTask;
  readonly verifier: NanoVerifier;
  /** Masks per block as trained. */
  readonly trainedBlockLength: number;
  /** Drafts the prior reading. */
  readonly priorDrafter: Drafter;
  /** Asked for in place of the usual ones. */
  readonly mode?: DecodeMode;
  readonly blockLength?: BlockLength;
}

export interface NanoReaderOptions {
  /** Folder that holds `nano` and the models of the line reader. */
  readonly modelsFolder: string;
  readonly threads: number;
  readonly decode: Decode;
  /** Chosen anew for every region; drafters belong to one region. */
  planFor(session: NanoSession): { readonly plan: DecodePlan; readonly loopGuard: LoopGuard | 'off' };
}

/** Throws `model-missing` or `model-damaged`, naming the file and the item. */
export async function openNanoReader(
  options: NanoReaderOptions,
): Promise<Reader & Required<Pick<Reader, 'forwardCosts'>>> {
  const folder = join(options.modelsFolder, nanoModelId);
  const { manifest, sha256 } = await openModelFolder(folder);
  const model = await NanoModel.open(folder, options);
  const lines = await openLinesReader(options);
  const info: ModelInfo = { id: nanoModelId, name: manifest.name, version: manifest.version, sha256 };
  return {
    models: [info, ...lines.models],
    async *read(requests, readOptions) {
      for await (const { base, prior } of readPriors(lines, model, requests, readOptions)) {
        yield prior ? await editReading(model, options, { base, prior }, readOptions) : base;
      }
    },
    textOf: (ids) => ids.map((id) => model.vocabulary.textOf(id)).join(''),
    forwardCosts: (rowCounts) => model.forwardCosts(rowCounts, 3),
    bytesOf: (id) => new TextEncoder().encode(model.vocabulary.textOf(id)),
    async close() {
      await lines.close();
      await model.close();
    },
  };
}

interface Edit {
  readonly base: RegionReading;
  readonly prior: PriorReading;
}

async function editReading(
  model: NanoModel,
  options: NanoReaderOptions,
  { base, prior }: Edit,
  { signal, mode, blockLength, onDecodeEvent }: ReadOptions,
): Promise<RegionReading> {
  const started = Date.now();
  const task: NanoTask = base.reading.format === 'table-html' ? 'table' : 'text';
  const region = await model.prepare(prior, task);
  throwIfAborted(signal);
  const cap = model.capFor(prior);
  const verifier = model.session(region, cap, signal);
  try {
    const { plan, loopGuard } = options.planFor({
      task,
      verifier,
      trainedBlockLength: model.config.blockLength,
      priorDrafter: anchoredPriorDrafter(prior.ids, { keepsCells: keepsCells(model.config) }),
      ...(mode && { mode }),
      ...(blockLength !== undefined && { blockLength }),
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
        onDecodeEvent?.(base.regionId, step.value);
        continue;
      }
      throwIfAborted(signal);
      // A text that ends early leaves out rows: rather no edit than a row less.
      if (task === 'table' && keepsCells(model.config) && !haveSameCells(prior.ids, step.value.ids))
        return base;
      const milliseconds = base.reading.counters.milliseconds + Date.now() - started;
      return editedReading(model.vocabulary, base, step.value, milliseconds);
    }
  } finally {
    verifier.close();
  }
}
