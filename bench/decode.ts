/** `bench decode`: what drafting gains, by drafter and block, and what forwards of a full-size model cost. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { costFromTable } from '../engine/decoding';
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

export async function measureDecode(fullSize: string | undefined): Promise<DecodeRun> {
  const runs = fullSize === undefined ? [] : await measureFullSize(fullSize);
  const overfitted = await measureDrafters();
  const accepted = overfitted.plans['block 32']?.acceptedPerRound ?? 0;
  const rows = runs.map((run): [string, FullSizeRow] => [
    run.weights,
    { ...run, blocks: blocksOf(run, overfitted), batches: batchesOf(run.forwardSeconds, accepted) },
  ]);
  return { overfitted, ...(rows.length > 0 && { fullSize: Object.fromEntries(rows) }) };
}

async function measureFullSize(folder: string): Promise<ForwardRun[]> {
  if (!existsSync(path.join(folder, 'config.json'))) await writeFullSizeModel(folder);
  const runs: ForwardRun[] = [];
  for (const weights of ['int8', 'int4', 'stored'] as const) {
    // Batches cost minutes; one kind of weights is enough to see what becomes of the gain.
    const batched = weights === 'int8' ? fullSizeBatches.flatMap((size) => [size, 34 * size]) : [];
    const counts = [...new Set([1, 17, 34, ...batched])].sort((a, b) => a - b);
    const run = await measureApart(folder, weights, counts);
    console.error(`decode: ${JSON.stringify(run)}`);
    runs.push(run);
  }
  return runs;
}

function blocksOf({ forwardSeconds }: ForwardRun, { plans }: DrafterRun): FullSizeRow['blocks'] {
  const points = Object.entries(forwardSeconds).map(([rows, seconds]) => {
    return { rows: Number(rows), milliseconds: 1000 * seconds };
  });
  const cost = costFromTable(points);
  return Object.fromEntries(
    blockLengths.map((length) => {
      const breakEven = (cost(length + 1) + cost(length + 2)) / cost(1);
      const tokens = (plans[`block ${length}`]?.acceptedPerRound ?? 0) + 1;
      const paper = length === 32 && { paperRatio: (2 * paperTokensPerForward) / breakEven };
      return [length, { breakEven, ratio: tokens / breakEven, ...paper }];
    }),
  );
}

export function decodeSummary({ overfitted, fullSize }: DecodeRun): string {
  const cell = (value: number): string => value.toFixed(2).padStart(8);
  const line = (name: string, { tokensPerForward, acceptedPerRound, ratio, wholeRatio }: PlanRow): string =>
    name.padEnd(44) + [tokensPerForward, acceptedPerRound, ratio, wholeRatio].map(cell).join('');
  const lines = [
    `${overfitted.crops} crops, processor time of one thread; ids of all plans equal those of ${plainName} decoding`,
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
