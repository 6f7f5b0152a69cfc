/** Opens one file: size and type are checked, its hash is taken, and its kind does the rest. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { PalimpsestError, throwIfAborted, toErrorData } from '../base/errors';
import { silentLogger } from '../base/logger';
import type { FileInfo, OpenContext } from './kinds/kind';
import { kindFor, supportedKinds } from './kinds/registry';
import { defaultLimits } from './limits';
import { type MediaType, readMediaType } from './media-type';
import type { OpenOptions, Source } from './types';

/**
 * Fails with `not-found`, `empty-file`, `too-large`, `unsupported`, `unreadable`, `encrypted` (a password is needed,
 * or the given one is wrong) or `cancelled`; the error's place names the file. Close the source after use.
 */
export async function openSource(file: string, options: OpenOptions = {}): Promise<Source> {
  const place = { file: path.basename(file) };
  try {
    const context: OpenContext = {
      limits: { ...defaultLimits, ...options.limits },
      logger: options.logger ?? silentLogger,
      ...(options.password === undefined ? {} : { password: options.password }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.vendorDir === undefined ? {} : { vendorDir: options.vendorDir }),
    };
    const { mediaType, bytes } = await identify(file, context);
    const kind = kindFor(mediaType.mediaType);
    if (!kind) {
      const message = `This is ${mediaType.name}, which cannot be read. Supported are ${supportedKinds}.`;
      throw new PalimpsestError('unsupported', message);
    }
    const sha256 = await hashFile(file, context.signal);
    const info: FileInfo = {
      name: path.basename(file),
      path: file,
      bytes,
      sha256,
      mediaType: mediaType.mediaType,
    };
    return withPlace(await kind.open(info, context));
  } catch (error) {
    throw located(error, place);
  }
}

async function identify(
  file: string,
  context: OpenContext,
): Promise<{ mediaType: MediaType; bytes: number }> {
  throwIfAborted(context.signal);
  const stat = await fs.stat(file).catch(failAccess);
  if (stat.isDirectory()) throw new PalimpsestError('invalid-request', 'This is a folder, not a file.');
  if (!stat.isFile()) throw new PalimpsestError('unsupported', 'This is not an ordinary file.');
  if (stat.size === 0) throw new PalimpsestError('empty-file', 'The file is empty (0 bytes).');
  const most = context.limits.maxFileBytes;
  if (stat.size > most) {
    const megabytes = (size: number): string => `${Math.ceil(size / 1e6)} MB`;
    throw new PalimpsestError(
      'too-large',
      `The file has ${megabytes(stat.size)}; at most ${megabytes(most)} are opened.`,
    );
  }
  return { mediaType: await readMediaType(file).catch(failAccess), bytes: stat.size };
}

function failAccess(error: unknown): never {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    throw new PalimpsestError('not-found', 'The file does not exist.', {}, error);
  }
  const reason =
    code === 'EACCES' || code === 'EPERM' ? 'it may not be read (no permission)' : (code ?? 'unknown reason');
  throw new PalimpsestError('unreadable', `The file cannot be opened: ${reason}.`, {}, error);
}

function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

async function hashFile(file: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    throwIfAborted(signal);
    hash.update(chunk);
  }
  return hash.digest('hex');
}

/** Whatever goes wrong later also names file and page. */
function withPlace(source: Source): Source {
  const file = source.info.name;
  const naming = async <T>(page: number, work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw located(error, { file, page });
    }
  };
  return {
    info: source.info,
    pages: source.pages,
    rasterise: (page, options) => naming(page, source.rasterise(page, options)),
    text: (page, options) => naming(page, source.text(page, options)),
    close: () => source.close(),
  };
}

function located(error: unknown, place: { file: string; page?: number }): PalimpsestError {
  if (error instanceof PalimpsestError) return error.at(place);
  const code = errorCode(error);
  if (code === 'ENOENT') return new PalimpsestError('not-found', 'The file has gone.', place, error);
  const data = toErrorData(error);
  return new PalimpsestError(data.code, data.message, place, error);
}
