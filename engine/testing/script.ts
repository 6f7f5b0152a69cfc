/**
 * What a scripted engine is to do with a file: the file's own content, as JSON. Anything else is a one-page file.
 * So a test writes its scenario as files and opens them through the real window.
 */
import fs from 'node:fs';
import { z } from 'zod';

export const script = z.object({
  pages: z.number().int().min(1).max(5000).default(1),
  /** Time that reading one page takes. */
  pageMs: z.number().min(0).default(0),
  /** `open` refuses the file with this code. */
  reject: z.enum(['unreadable', 'unsupported', 'empty-file', 'too-large']).optional(),
  /** `open` wants this password. */
  password: z.string().optional(),
  /** Reading this page fails. */
  failOnPage: z.number().int().optional(),
  /** The engine process ends while it reads this page, until the file named here exists. */
  crashOnPage: z.number().int().optional(),
  crashOnceFile: z.string().optional(),
  /** Does not hear that it is to stop. */
  deaf: z.boolean().default(false),
  existingTextPages: z.array(z.number().int()).default([]),
  blankPages: z.array(z.number().int()).default([]),
  unsupportedPages: z.array(z.number().int()).default([]),
  /**
   * Slow model on command: before each token the engine waits until the number in this file is larger than the count
   * of tokens already given in this job. Regions then grow token by token.
   */
  tokenGate: z.string().optional(),
  /**
   * Slow decoder on command: regions are decoded in rounds, and once as many rounds are finished (of all regions since
   * the engine started) as the number in this file, the engine is held until the number grows. See `RoundGate`.
   */
  roundGate: z.string().optional(),
  /** Every event of the decoder is added to this file as it happens, a line of JSON each: `LoggedDecode`. */
  decodeLog: z.string().optional(),
  /** Plain decoding reads another word here, counted from the region's start: the check finds a difference. */
  differsAt: z.number().int().min(0).optional(),
  /** Extra text put into the first paragraph, for hostile input. */
  inject: z.string().optional(),
});

export type Script = z.infer<typeof script>;

export function parseScript(content: string): Script {
  try {
    return script.parse(JSON.parse(content));
  } catch {
    return script.parse({}); // an ordinary file, not a scenario
  }
}

/** Once for each `crashOnceFile`; without such a file every time. */
export function crashesNow(script: Script): boolean {
  if (script.crashOnceFile === undefined) return true;
  if (fs.existsSync(script.crashOnceFile)) return false;
  fs.writeFileSync(script.crashOnceFile, 'crashed');
  return true;
}
