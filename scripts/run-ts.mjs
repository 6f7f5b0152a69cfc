// Runs one TypeScript file of the repository under Node: node scripts/run-ts.mjs bench/main.ts …
// Node 20 cannot strip types itself; esbuild bundles it in a fraction of a second.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { build as buildTargets, external, root } from './build.mjs';

const [entry, ...args] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/run-ts.mjs <file.ts> [arguments]');
  process.exit(2);
}
// What runs in threads comes from dist/.
await buildTargets({ only: ['pdfjs', 'line-thread'], quiet: true });
// Beside dist/cli.cjs in depth, so that code which looks for the project root upwards finds it.
const outfile = path.join(root, 'dist', `.run-${path.basename(entry, '.ts')}-${process.pid}.cjs`);
await build({
  absWorkingDir: root,
  entryPoints: [path.resolve(process.cwd(), entry)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external,
  sourcemap: 'inline',
  logLevel: 'warning',
  define: { 'import.meta.url': '__bundleUrl', 'import.meta.dirname': '__dirname' },
  banner: { js: "const __bundleUrl = require('url').pathToFileURL(__filename).href;" },
});
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...args], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  fs.rmSync(outfile, { force: true });
  process.exit(code ?? (signal ? 1 : 0));
});
