/** Files that a person has already: linked where the disk allows it, else copied. They themselves stay as they are. */
import { createReadStream, createWriteStream } from 'node:fs';
import { link, readdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PalimpsestError, throwIfAborted } from '../base/errors';
import { isWanted } from './catalogue';
import { asWriteFault } from './write-fault';

export interface OwnFiles {
  readonly kind: 'reader' | 'layout';
  /** Name in the model's folder → where it lies now. */
  readonly files: ReadonlyMap<string, string>;
  /** As the folder, or the repository that a hub's cache names. */
  readonly name: string;
  /** Where a hub's cache says that they come from. */
  readonly origin?: { readonly repository: string; readonly commit: string };
}

/** Looks at a folder or an ONNX file. Throws `not-found` or `unsupported`. */
export async function ownFiles(path: string): Promise<OwnFiles> {
  const info = await stat(path).catch(() => undefined);
  if (!info) throw new PalimpsestError('not-found', `There is no file or folder ${path}.`, { file: path });
  if (!info.isDirectory()) {
    if (/\.onnx$/i.test(path)) {
      const name = basename(path).replace(/\.onnx$/i, '');
      return {
        kind: 'layout',
        files: new Map([['model.onnx', path]]),
        name: generic(name) ? parentName(path) : name,
      };
    }
    throw new PalimpsestError('unsupported', `${path} is neither a model folder nor an ONNX file.`, {
      file: path,
    });
  }
  const entries = await readdir(path);
  const graphs = entries.filter((name) => /\.onnx$/i.test(name));
  const [graph] = graphs;
  if (graph !== undefined && graphs.length === 1) {
    return {
      kind: 'layout',
      files: new Map([['model.onnx', join(path, graph)]]),
      name: basename(resolve(path)),
    };
  }
  const files = entries.filter(isWanted).map((name) => [name, join(path, name)] as const);
  if (!files.some(([name]) => name === 'config.json')) {
    const message =
      graphs.length > 1
        ? 'holds several ONNX files: name the one to add'
        : 'holds no model: it has no config.json';
    throw new PalimpsestError('unsupported', `The folder ${path} ${message}.`, { file: path });
  }
  return { kind: 'reader', files: new Map(files), ...placeInCache(resolve(path)) };
}

/** Puts a file's content at `target`; returns how. */
export async function takeFile(
  from: string,
  target: string,
  {
    signal,
    onBytes,
  }: { readonly signal?: AbortSignal | undefined; readonly onBytes?: (have: number) => void },
): Promise<'linked' | 'copied'> {
  throwIfAborted(signal);
  // A hub's cache holds links, and a link to a link would break with it.
  const real = await realpath(from);
  await rm(target, { force: true });
  try {
    await link(real, target);
    return 'linked';
  } catch {
    // Another disk, or one that knows no links.
  }
  let have = 0;
  const source = createReadStream(real, { highWaterMark: 1 << 20 });
  source.on('data', (chunk) => {
    have += chunk.length;
    onBytes?.(have);
  });
  try {
    await pipeline(source, createWriteStream(target), { ...(signal && { signal }) });
  } catch (error) {
    await rm(target, { force: true });
    throwIfAborted(signal);
    throw asWriteFault(error, target);
  }
  return 'copied';
}

const generic = (name: string): boolean => /^(?:model|inference|onnx|export)$/i.test(name);

function parentName(path: string): string {
  return basename(dirname(resolve(path))) || 'layout';
}

/** `…/models--owner--name/snapshots/<commit>`, as Hugging Face's own programs lay their cache out. */
function placeInCache(folder: string): Pick<OwnFiles, 'name' | 'origin'> {
  const match = /models--([\w.-]+?)--([\w.-]+)[\\/]snapshots[\\/]([0-9a-f]{40})$/.exec(folder);
  const [, owner, name, commit] = match ?? [];
  if (owner === undefined || name === undefined || commit === undefined) return { name: basename(folder) };
  return { name, origin: { repository: `${owner}/${name}`, commit } };
}
