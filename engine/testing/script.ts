/**
 * What a scripted engine is to do with a file: the file's own content, as JSON. Anything else is a one-page file.
 * So a test writes its scenario as files and opens them through the real window.
 */
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
