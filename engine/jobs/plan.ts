/** What a conversion will do: every source once, in order, each with the stem of its outputs. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { type ListedSource, listSources } from '../intake';
import { outputStems, reservedStems } from './output';

export interface PlannedSource {
  readonly entry: ListedSource;
  readonly stem: string;
}

/**
 * Walks what was named. A file that is named twice, or by itself and through its folder, is taken once. Results of
 * this or an earlier run are not taken for input: what lies below `out`, and the picture folders beside results that
 * are written into the input folder itself. Throws only `cancelled`.
 */
export async function planConversion(
  paths: readonly string[],
  out: string,
  signal: AbortSignal | undefined,
): Promise<PlannedSource[]> {
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
  const stems = outputStems(
    entries.map((entry) => entry.relativePath),
    reservedStems,
  );
  return entries.map((entry, index) => ({ entry, stem: stems[index]! }));
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
