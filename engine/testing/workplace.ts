/** Folders and a real engine for tests of whole paths. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryFolder } from '../cli/temporary-folder';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const assetsDir = join(root, 'assets');

/** A picture of `engine/testing/fixtures`. */
export const fixtures = (name: string): Promise<Buffer> =>
  readFile(join(root, 'engine', 'testing', 'fixtures', name));

export interface Workplace {
  readonly folder: string;
  path(...parts: string[]): string;
  /** Writes a file, folders included, and returns its path. */
  put(name: string, content: string | Uint8Array): Promise<string>;
  text(...parts: string[]): Promise<string>;
  /** All files below a folder, relative, `/`-separated, sorted; without the project that a conversion keeps there. */
  list(...parts: string[]): Promise<string[]>;
  remove(): Promise<void>;
}

/** A fresh folder of its own. */
export async function makeWorkplace(): Promise<Workplace> {
  const folder = await makeTemporaryFolder('test');
  const path = (...parts: string[]): string => join(folder, ...parts);
  return {
    folder,
    path,
    async put(name, content) {
      await mkdir(dirname(path(name)), { recursive: true });
      await writeFile(path(name), content);
      return path(name);
    },
    text: (...parts) => readFile(path(...parts), 'utf8'),
    async list(...parts) {
      const files = await filesBelow(path(...parts));
      return files
        .map((file) =>
          relative(path(...parts), file)
            .split(sep)
            .join('/'),
        )
        .sort();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const entries = found.filter((entry) => entry.name !== '.palimpsest');
  const nested = entries.map((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
  return (await Promise.all(nested)).flat();
}
