/** What `workshop/nano/make_fixtures.py` has written: regions with all that the Python reference makes of them. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readWeightFile } from '../../runtime';
import type { PriorToken } from './line-tokens';
import type { PriorReading } from './prior-reading';
import { floatsIn } from './weights';

const root = join(__dirname, 'fixtures');
const numbers = z.array(z.number());

const windowSchema = z.object({
  kind: z.enum(['verify', 'draft']),
  /** The ids of the region whose first `committed` stand before the window. */
  text: z.enum(['greedy', 'committed']),
  committed: z.number(),
  ids: numbers,
  logits: z.string(),
  states: z.array(z.tuple([z.number(), z.number()])),
  columns: z.array(numbers),
  priors: z.array(numbers),
});

const regionSchema = z.object({
  name: z.string(),
  task: z.enum(['text', 'table', 'formula']),
  prior: z.object({
    ids: numbers,
    second: numbers,
    third: numbers,
    ghosts: numbers,
    probabilities: numbers,
    space: numbers,
    ghostProbability: numbers,
    evidence: numbers,
    line: numbers,
    column: numbers,
  }),
  locked: numbers,
  shortlist: numbers,
  /** What each place stands in, and [places, slots], flat, where a slot makes a known word. */
  wordKinds: numbers,
  wordFlags: numbers,
  greedy: numbers,
  greedyText: z.string(),
  committed: numbers,
  /** (place, operation, held, replaced, edits) before the first committed id and after each. */
  states: z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])),
  windows: z.array(windowSchema),
  ctc: z.array(z.object({ classes: numbers, box: numbers })).optional(),
});

export type ExpectedRegion = z.infer<typeof regionSchema>;

export interface Expected {
  readonly regions: readonly ExpectedRegion[];
  /** A tensor by its name. */
  floats(name: string): Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>;
}

export const fixtureModel = (name: string): string => join(root, name, 'model');

export async function readExpected(name: string): Promise<Expected> {
  const tensors = await readWeightFile(join(root, name, 'regions.safetensors'));
  return {
    regions: z
      .array(regionSchema)
      .parse(JSON.parse(await readFile(join(root, name, 'regions.json'), 'utf8'))),
    async floats(tensorName) {
      const tensor = tensors.get(tensorName);
      if (!tensor) throw new Error(`The fixture ${name} has no ${tensorName}.`);
      return { data: await floatsIn(tensor), dims: tensor.dims };
    },
  };
}

/** Of a fixture, in order; with `withLines` only those that have what the recogniser saw of their lines. */
export function regionNames(name: string, withLines = false): readonly string[] {
  const regions = z
    .array(regionSchema)
    .parse(JSON.parse(readFileSync(join(root, name, 'regions.json'), 'utf8')));
  return regions.filter(({ ctc }) => ctc || !withLines).map((region) => region.name);
}

/** The expected prior reading, with its features. */
export async function priorIn({ floats }: Expected, { name, prior }: ExpectedRegion): Promise<PriorReading> {
  const { data, dims } = await floats(`${name}.features`);
  const size = dims[1] ?? 0;
  const at = (values: readonly number[], index: number): number => values[index] ?? 0;
  const evidenceSize = prior.evidence.length / prior.ids.length;
  const tokens = prior.ids.map(
    (id, i): PriorToken => ({
      id,
      runnersUp: [at(prior.second, i), at(prior.third, i)],
      probabilities: [
        at(prior.probabilities, 3 * i),
        at(prior.probabilities, 3 * i + 1),
        at(prior.probabilities, 3 * i + 2),
      ],
      space: at(prior.space, i),
      ghost: at(prior.ghosts, i),
      ghostProbability: at(prior.ghostProbability, i),
      feature: data.subarray(i * size, (i + 1) * size),
      evidence: prior.evidence.slice(evidenceSize * i, evidenceSize * (i + 1)),
      line: at(prior.line, i),
      column: at(prior.column, i),
    }),
  );
  return { tokens, ids: prior.ids };
}

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs((a[i] ?? 0) - (b[i] ?? 0)));
  return largest;
}
