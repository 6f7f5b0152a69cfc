/** Where the code of worker threads lies: bundles of their own in dist/. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of a bundle, beside the running file or in a dist/ above it; undefined where it has not been built. */
export function findBundle(name: string): string | undefined {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    for (const candidate of [join(folder, name), join(folder, 'dist', name)]) {
      if (existsSync(candidate)) return candidate;
    }
    if (dirname(folder) === folder) return undefined;
  }
}
