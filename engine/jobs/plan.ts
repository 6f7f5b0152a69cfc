/** What a conversion will do: every source once, in order, each with the files that it will become. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { findExporter } from '../exports';
import { type ListedSource, listSources } from '../intake';
import type { ConvertOptions } from './convert-options';
import { stemFor } from './export-document';
import { namedBy } from './naming';
import { exists, outputStems, reservedStems } from './output';

export interface PlannedSource {
  readonly entry: ListedSource;
  /** Paths; none for what is passed over or cannot be opened. */
  readonly outputs: readonly { readonly path: string; readonly exists: boolean }[];
}

export type PlanOptions = Pick<
  ConvertOptions,
  'paths' | 'out' | 'formats' | 'naming' | 'onExists' | 'signal'
>;

/** A preview: which files would come out under which names. Opens and writes nothing. Throws only `cancelled`. */
export async function planConversion(options: PlanOptions): Promise<PlannedSource[]> {
  const { out, formats, naming, onExists } = options;
  const entries = await planSources(options.paths, out, options.signal);
  const files = entries.filter((entry) => entry.kind === 'file');
  const stems = outputStems(
    files.map(({ relativePath }, index) => namedBy(naming, relativePath, index + 1)),
    reservedStems,
  );
  const stemOf = new Map<ListedSource, string | undefined>(
    files.map((entry, index) => [entry, stems[index]]),
  );
  const planned: PlannedSource[] = [];
  for (const entry of entries) {
    const wanted = stemOf.get(entry);
    const stem = wanted && (await stemFor({ formats, folder: out, stem: wanted, onExists }));
    const paths = stem ? formats.map((id) => join(out, `${stem}.${findExporter(id).extension}`)) : [];
    const outputs = paths.map(async (path) => ({ path, exists: await exists(path) }));
    planned.push({ entry, outputs: await Promise.all(outputs) });
  }
  return planned;
}

/**
 * Walks what was named. A file that is named twice, or by itself and through its folder, is taken once. Results of
 * this or an earlier run are not taken for input: what lies below `out`, and the picture folders beside results that
 * are written into the input folder itself. Throws only `cancelled`.
 */
export async function planSources(
  paths: readonly string[],
  out: string,
  signal: AbortSignal | undefined,
): Promise<ListedSource[]> {
  const seen = new Set<string>();
  const entries: ListedSource[] = [];
  for (const given of paths) {
    const below = await placeBelow(given, out);
    const listed: ListedSource[] = [];
    for await (const entry of listSources([given], signal)) listed.push(entry);
    const isResult = below === '' ? picturesBeside(listed) : isBelow(below);
    let hidden = 0;
    for (const entry of listed) {
      const path = resolve(entry.path);
      if (seen.has(path)) continue;
      seen.add(path);
      if (isResult(entry)) hidden++;
      else entries.push(entry);
    }
    if (hidden > 0) {
      const reason = 'Passed over: results are written here.';
      entries.push({ kind: 'skipped', path: resolve(out), relativePath: below || '.', reason });
    }
  }
  return entries;
}

/** Where `out` lies below a folder, `/`-separated; '' when it is that folder, undefined when it is elsewhere. */
async function placeBelow(folder: string, out: string): Promise<string | undefined> {
  const real = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));
  const place = relative(await real(folder), await real(out));
  return place === '..' || place.startsWith(`..${sep}`) || isAbsolute(place)
    ? undefined
    : place.split(sep).join('/');
}

function isBelow(place: string | undefined): (entry: ListedSource) => boolean {
  return ({ relativePath }) => place !== undefined && relativePath.startsWith(`${place}/`);
}

/** Folders `<stem>-images` of figures beside a source of that stem. */
function picturesBeside(listed: readonly ListedSource[]): (entry: ListedSource) => boolean {
  const stems = new Set(outputStems(listed.map((entry) => entry.relativePath)));
  return ({ relativePath }) => {
    const stem = /^(.+)-images\/figure-\d+\.(?:png|jpg)$/.exec(relativePath)?.[1];
    return stem !== undefined && stems.has(stem);
  };
}
