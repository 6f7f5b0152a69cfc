/** Files behind what a person dropped or named: folders are walked, in the order a person would sort them. */
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { throwIfAborted } from '../base/errors';
import { kindFor } from './kinds/registry';
import { readMediaType } from './media-type';
import type { ListedSource } from './types';

const naturalOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Left by operating systems; never meant as documents. */
const systemFiles = new Set([
  'thumbs.db',
  'desktop.ini',
  'ehthumbs.db',
  'icon\r',
  '$recycle.bin',
  '__macosx',
]);

/** Files that often lie beside scans. Found in a folder they are passed over, with a reason; named, they are tried. */
const companions = new Map<string, string>([
  ...[
    'txt',
    'md',
    'json',
    'jsonl',
    'xml',
    'html',
    'htm',
    'csv',
    'tsv',
    'yml',
    'yaml',
    'log',
    'tex',
    'bib',
  ].map((ending) => [ending, 'a text file'] as const),
  ...['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'rtf', 'epub'].map(
    (ending) => [ending, 'an office document'] as const,
  ),
  ...['zip', '7z', 'rar', 'gz', 'tar'].map((ending) => [ending, 'an archive'] as const),
  ...['mp4', 'mov', 'avi', 'mkv', 'mp3', 'wav', 'm4a'].map((ending) => [ending, 'a recording'] as const),
  ...['sha256', 'md5', 'db', 'sqlite', 'lnk', 'url'].map((ending) => [ending, 'not a page'] as const),
]);

/**
 * Every file behind `paths`, in the given order, folders recursively and in natural order. `relativePath` starts with
 * the name of the folder's own content (`a/1.png` for `<folder>/a/1.png`) or is the file's name. Links that lead in a
 * circle are followed once. Unreadable folders and missing paths come as `failed`, never as exceptions; only
 * `cancelled` is thrown.
 */
export async function* listSources(
  paths: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<ListedSource> {
  for (const given of paths) {
    throwIfAborted(signal);
    const relativePath = path.basename(given);
    try {
      const stat = await fs.stat(given);
      if (stat.isDirectory()) yield* listFolder(given, '', new Set(), signal);
      else yield { kind: 'file', path: given, relativePath };
    } catch (error) {
      throwIfAborted(signal);
      yield failed(given, relativePath, error);
    }
  }
}

async function* listFolder(
  folder: string,
  relative: string,
  above: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ListedSource> {
  throwIfAborted(signal);
  let entries: Dirent[];
  let inside: ReadonlySet<string>;
  try {
    const real = await fs.realpath(folder);
    if (above.has(real)) return;
    inside = new Set(above).add(real);
    entries = await fs.readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield failed(folder, relative || path.basename(folder), error);
    return;
  }
  entries.sort((a, b) => naturalOrder.compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.') || systemFiles.has(entry.name.toLowerCase())) continue;
    const full = path.join(folder, entry.name);
    const relativePath = relative ? `${relative}/${entry.name}` : entry.name;
    const kind = await kindOf(full, entry);
    if (kind === 'folder') yield* listFolder(full, relativePath, inside, signal);
    else if (kind === 'file') yield await listedFile(full, relativePath);
    else if (kind !== 'other') yield failed(full, relativePath, kind);
  }
}

async function kindOf(full: string, entry: Dirent): Promise<'folder' | 'file' | 'other' | Error> {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  if (!entry.isSymbolicLink()) return 'other';
  try {
    const stat = await fs.stat(full);
    return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other';
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function listedFile(full: string, relativePath: string): Promise<ListedSource> {
  const what = companions.get(path.extname(full).slice(1).toLowerCase());
  if (what === undefined || (await holdsPages(full))) return { kind: 'file', path: full, relativePath };
  return { kind: 'skipped', path: full, relativePath, reason: `Passed over: by its name it is ${what}.` };
}

/** A picture or PDF is one under any name. */
async function holdsPages(full: string): Promise<boolean> {
  try {
    return kindFor((await readMediaType(full)).mediaType) !== undefined;
  } catch {
    return false;
  }
}

function failed(full: string, relativePath: string, error: unknown): ListedSource {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const gone = code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP';
  const message = gone
    ? `${relativePath} does not exist.`
    : `${relativePath} cannot be opened: ${code === 'EACCES' || code === 'EPERM' ? 'no permission' : String(code)}.`;
  return {
    kind: 'failed',
    path: full,
    relativePath,
    error: { code: gone ? 'not-found' : 'unreadable', message, file: path.basename(full) },
  };
}
