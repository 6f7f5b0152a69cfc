/** A model as shipped or installed: a folder with `manifest.json` and the files that it names and hashes. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PalimpsestError } from '../base/errors';
import { hashFile } from './hash-file';

const manifestSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  source: z.string(),
  /** Of models that a user has installed: what they do. */
  kind: z.enum(['reader', 'layout']).optional(),
  files: z.record(
    z.string().regex(/^[^\\/]+$/),
    z.object({
      sha256: z.string().length(64),
      bytes: z.number().int().nonnegative(),
      /** Of installed models: whether the hash is the publisher's, or was only computed from what came. */
      hash: z.enum(['published', 'computed']).optional(),
    }),
  ),
});

export type ModelManifest = z.infer<typeof manifestSchema>;

export interface ModelFolder {
  readonly folder: string;
  readonly manifest: ModelManifest;
  /** One hash for the whole model: over the manifest's file names and hashes. */
  readonly sha256: string;
  path(file: string): string;
}

/** Reads the manifest only; `verifyModelFolder` also hashes the files. */
export async function openModelFolder(folder: string): Promise<ModelFolder> {
  const path = join(folder, 'manifest.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PalimpsestError(
      'model-missing',
      `The model ${folder} is missing: no manifest.json.`,
      { file: path },
      cause,
    );
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const what = issue ? `${issue.path.join('.')}: ${issue.message}` : 'not readable';
    throw new PalimpsestError('model-damaged', `The manifest ${path} is damaged (${what}).`, { file: path });
  }
  const manifest = parsed.data;
  const hash = createHash('sha256');
  for (const [name, file] of Object.entries(manifest.files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${name} ${file.sha256}\n`);
  }
  return { folder, manifest, sha256: hash.digest('hex'), path: (file) => join(folder, file) };
}

/** Throws `model-damaged`, naming the file, when a file's content is not what the manifest says. */
export async function verifyModelFolder(model: ModelFolder): Promise<void> {
  for (const [name, expected] of Object.entries(model.manifest.files)) {
    const path = model.path(name);
    const found = await hashFile(path, 'sha256').catch((cause: unknown) => {
      throw new PalimpsestError('model-missing', `The model file ${path} is missing.`, { file: path }, cause);
    });
    if (found !== expected.sha256) {
      throw new PalimpsestError('model-damaged', `The model file ${path} is not the one in its manifest.`, {
        file: path,
      });
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
