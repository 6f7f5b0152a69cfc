/** The published baselines (`shared/eval/baselines/*.json`) as item results, for totals over the very same items. */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ItemResult } from './score-item';

const baselineFile = z.object({
  engine: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      language: z.string(),
      pages: z.number(),
      s_per_page: z.number(),
      cer: z.number(),
      ned: z.number(),
      wer: z.number(),
      bow_f1: z.number(),
      ref_chars: z.number(),
      order: z.string().optional(),
    }),
  ),
});

export interface Baseline {
  readonly engine: string;
  readonly results: readonly ItemResult[];
}

/** Empty when the folder is not there. CER without diacritics was not recorded: NaN. */
export function readBaselines(folder: string): Baseline[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const { engine, items } = baselineFile.parse(
        JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')),
      );
      return {
        engine,
        results: items.map((item) => ({
          item: {
            id: item.id,
            kind: item.kind,
            language: item.language,
            orderReliable: item.order !== 'unreliable',
            compared: true,
          },
          score: {
            metric: 'text',
            text: {
              cer: item.cer,
              cerWithoutDiacritics: Number.NaN,
              ned: item.ned,
              wer: item.wer,
              bagOfWordsF1: item.bow_f1,
              edits: item.cer * item.ref_chars,
              referenceCharacters: item.ref_chars,
            },
          },
          pages: item.pages,
          seconds: item.s_per_page * item.pages,
          characters: 0,
        })),
      };
    });
}
