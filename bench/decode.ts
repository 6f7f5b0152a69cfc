/** `bench decode`: what drafting gains, by drafter and block, and what forwards of a full-size model cost. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { precisions } from '../engine/model';
import { writeFullSizeModel } from '../engine/testing/full-size-model';
import { batchesOf, type DrafterRun, measureDrafters, type PlanRow, plainName } from './decode-drafters';
import { type ForwardRun, measureApart } from './decode-forwards';

export interface DecodeRun {
  readonly overfitted: DrafterRun;
  readonly fullSize?: Readonly<Record<string, FullSizeRow>>;
}

interface FullSizeRow extends ForwardRun {
  /**
   * Tokens per round from which a block pays: its draft and its verify over a one-row forward. And what decoding would
   * gain at the overfitted crops' acceptance and at the paper's (9.68 tokens a forward with blocks of 32).
   */
  readonly blocks: Readonly<
    Record<string, { readonly breakEven: number; readonly ratio: number; readonly paperRatio?: number }>
  >;
  /** As `DrafterRun.batches`. */
  readonly batches: Readonly<Record<string, number>>;
}

const blockLengths = [8, 16, 32];
/** Windows of more rows than that take minutes with weights of full size. */
const fullSizeBatches = [1, 2, 4];
const paperTokensPerForward = 9.68;

export async function measureDecode(fullSize: string | undefined, threads: number): Promise<DecodeRun> {
  const overfitted = await measureDrafters();
  if (fullSize === undefined) return { overfitted };
  if (!existsSync(path.join(fullSize, 'config.json'))) await writeFullSizeModel(fullSize);
  const rows: Record<string, FullSizeRow> = {};
  for (const weights of precisions) {
    console.error(`decode: ${weights}`);
    // Batches cost minutes; one kind of weights is enough to see what becomes of the gain.
    const batched = weights === 'int8' ? fullSizeBatches.flatMap((size) => [size, 34 * size]) : [];
    const counts = [...new Set([1, 10, 17, 18, 34, ...batched])].sort((a, b) => a - b);
    const run = await measureApart(fullSize, weights, counts, threads);
    rows[weights] = {
      ...run,
      blocks: blocksOf(run, overfitted),
      batches: batchesOf(run.forwardSeconds, acceptedIn(overfitted)),
    };
  }
  return { overfitted, fullSize: rows };
}

function blocksOf({ forwardSeconds }: ForwardRun, { plans }: DrafterRun): FullSizeRow['blocks'] {
  const one = forwardSeconds[1] ?? Number.NaN;
  return Object.fromEntries(
    blockLengths.map((length) => {
      // The draft has one row less than the verify; it is taken to cost as much.
      const breakEven = (2 * (forwardSeconds[length + 2] ?? Number.NaN)) / one;
      const tokens = (plans[`block ${length}`]?.acceptedPerRound ?? 0) + 1;
      const paper = length === 32 && { paperRatio: (2 * paperTokensPerForward) / breakEven };
      return [length, { breakEven, ratio: tokens / breakEven, ...paper }];
    }),
  );
}

const acceptedIn = ({ plans }: Pick<DrafterRun, 'plans'>): number => plans['block 32']?.acceptedPerRound ?? 0;

export function decodeSummary({ overfitted, fullSize }: DecodeRun): string {
  const cell = (value: number): string => value.toFixed(2).padStart(8);
  const line = (name: string, { tokensPerForward, acceptedPerRound, ratio, wholeRatio }: PlanRow): string =>
    name.padEnd(44) + [tokensPerForward, acceptedPerRound, ratio, wholeRatio].map(cell).join('');
  const lines = [
    `${overfitted.crops} crops, ${overfitted.threads} thread(s); ids of all plans equal those of ${plainName} decoding`,
    `${'plan'.padEnd(44)}${['tok/fwd', 'accepted', 'ratio', 'whole'].map((name) => name.padStart(8)).join('')}`,
    ...Object.entries(overfitted.plans).map(([name, row]) => line(name, row)),
    ...Object.entries(overfitted.batches).map(([size, ratio]) => `batch ${size}: ratio ${ratio.toFixed(2)}`),
  ];
  for (const [weights, { forwardSeconds, memoryPeak, blocks, batches }] of Object.entries(fullSize ?? {})) {
    const seconds = Object.entries(forwardSeconds).map(([rows, value]) => `${rows}: ${value.toFixed(2)} s`);
    lines.push(
      '',
      `full size, ${weights}: ${seconds.join(', ')}; memory peak ${memoryPeak.region.toFixed(2)} GiB`,
    );
    for (const [length, { breakEven, ratio }] of Object.entries(blocks)) {
      lines.push(
        `  block ${length}: pays from ${breakEven.toFixed(1)} tokens a round; ratio ${ratio.toFixed(2)}`,
      );
    }
    for (const [size, ratio] of Object.entries(batches))
      lines.push(`  batch ${size}: ratio ${ratio.toFixed(2)}`);
  }
  return lines.join('\n');
}
