/** Child processes of tests run bundled, as the application does. */
import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));
const engine = join(here, '..');
const root = join(engine, '..');

/**
 * Bundles a file (its path below `engine`, without ending) before the tests of a file and removes it afterwards; the
 * function gives its path. It lies below the repository, where native packages are found.
 */
export function bundledProgram(entry: string): () => string {
  const folder = join(root, '.cache', `test-${process.pid}-${basename(entry)}`);
  const file = join(folder, 'main.cjs');
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    await build({
      entryPoints: [join(engine, `${entry}.ts`)],
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      // As the application is built for Electron 22.
      target: 'node16.17',
      define: { 'import.meta.url': '__bundleUrl' },
      banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
      external: ['libsql', 'onnxruntime-node', '@napi-rs/canvas', 'libheif-js'],
      logLevel: 'error',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => file;
}
