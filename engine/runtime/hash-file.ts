/** Hashes of files of any size, read piece by piece. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { throwIfAborted } from '../base/errors';

export interface HashOptions {
  readonly signal?: AbortSignal | undefined;
  /** Hashed before the file's own bytes. */
  readonly before?: string;
  readonly onBytes?: (count: number) => void;
}

/** Lower-case hex. Throws what reading throws, and `cancelled`. */
export async function hashFile(
  path: string,
  algorithm: 'sha256' | 'sha1',
  { signal, before, onBytes }: HashOptions = {},
): Promise<string> {
  const hash = createHash(algorithm);
  if (before !== undefined) hash.update(before);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    throwIfAborted(signal);
    hash.update(chunk);
    onBytes?.(chunk.length);
  }
  return hash.digest('hex');
}
