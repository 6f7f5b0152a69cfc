/** Child processes of tests run bundled, as the application does. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');

/**
 * Bundles a file of this folder before the tests of a file and removes it afterwards; the function gives its path.
 * It lies below the repository, where libsql is found.
 */
export function bundledProgram(entry: string): () => string {
  const folder = join(root, '.cache', `store-test-${process.pid}-${entry}`);
  const file = join(folder, 'main.cjs');
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    await build({
      entryPoints: [join(here, `${entry}.ts`)],
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      // As the application is built for Electron 22.
      target: 'node16.17',
      external: ['libsql'],
      logLevel: 'warning',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => file;
}
