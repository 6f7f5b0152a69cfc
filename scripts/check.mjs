// npm run check: style, types, import rules, unused code. All run, even after one failed, so that
// one look shows everything. `npm run check -- --fix` lets Biome repair what it can first.
import fs from 'node:fs';
import path from 'node:path';
import { run, say } from './process.mjs';
import { ensureDependencies, launch, root, seconds } from './setup.mjs';

const folders = ['engine', 'electron', 'renderer', 'bench', 'e2e', 'scripts', 'workshop'];

/** @param {string[]} args */
async function main(args) {
  await ensureDependencies();
  const present = folders.filter((folder) => fs.existsSync(path.join(root, folder)));
  const bin = (/** @type {string[]} */ ...parts) => path.join(root, 'node_modules', ...parts);
  if (args.includes('--fix')) {
    await run(process.execPath, [bin('@biomejs', 'biome', 'bin', 'biome'), 'check', '--write', '.'], {
      cwd: root,
    });
  }
  // In a log, colours are noise.
  const plain = process.stdout.isTTY ? [] : ['--colors=off'];
  /** @type {[string, string[]][]} */
  const steps = [
    ['biome', [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--max-diagnostics=50', ...plain, '.']],
    ['tsc', [bin('typescript', 'bin', 'tsc'), '-b']],
    ['dependency-cruiser', [bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), ...present]],
    ['knip', [bin('knip', 'bin', 'knip.js'), '--no-progress']],
  ];
  const failed = [];
  for (const [name, command] of steps) {
    const start = Date.now();
    const { code } = await run(process.execPath, command, { cwd: root, limitSeconds: 600 });
    say(`check: ${name} ${code === 0 ? 'ok' : 'failed'} (${seconds(start)} s)`);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) say(`check failed: ${failed.join(', ')}`);
  return failed.length > 0 ? 1 : 0;
}

await launch(() => main(process.argv.slice(2)));
