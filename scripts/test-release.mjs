// npm run test:release: the slow checks (packaging, whole corpora, windows tagged @release), with a
// record of what was run on which commit in bench/results/release.json.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildTargets } from './cli.mjs';
import { say } from './process.mjs';
import { ensureDependencies, ensureWindowPackages, launch, root } from './setup.mjs';
import { addCounts, closingLine, runPlaywright, runVitest } from './test-runners.mjs';

/** @param {string[]} args */
function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** @param {string[]} filters */
async function main(filters) {
  await ensureDependencies();
  await buildTargets();
  const missing = await ensureWindowPackages();
  if (missing) say(missing);
  const results = path.join(root, 'test-results');
  const common = { filters, release: true, limitSeconds: 2 * 3600 };
  const vitest = await runVitest({ ...common, json: path.join(results, 'vitest-release.json') });
  const playwright = await runPlaywright({ ...common, json: path.join(results, 'playwright-release.json') });
  const counts = addCounts(vitest, playwright);
  // A filtered run is a developer's try; only a whole one is a record.
  if (filters.length === 0) {
    const record = {
      commit: git('rev-parse', 'HEAD'),
      modified: git('status', '--porcelain', '--untracked-files=no') !== '',
      date: new Date().toISOString(),
      machine: `${process.platform} ${process.arch}, Node ${process.versions.node}`,
      ...counts,
      tests: [...vitest.tests, ...playwright.tests],
    };
    const file = path.join(root, 'bench', 'results', 'release.json');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
  }
  console.log(closingLine(counts));
  return counts.failed > 0 ? 1 : 0;
}

await launch(() => main(process.argv.slice(2)));
