// npm test: installs and builds what is missing, runs Vitest, then Playwright against the real
// Electron on a virtual display, and ends with one line that counts both.
//   npm test -- --unit [filter …]    only Vitest      npm test -- --e2e [filter …]    only Playwright
import path from 'node:path';
import { buildTargets } from './cli.mjs';
import { ensureElectron } from './electron-runtime.mjs';
import { say } from './process.mjs';
import { ensureDependencies, ensureWindowPackages, launch, root } from './setup.mjs';
import { addCounts, closingLine, runPlaywright, runVitest } from './test-runners.mjs';

/** @param {string[]} args */
async function main(args) {
  const filters = args.filter((arg) => arg !== '--unit' && arg !== '--e2e');
  const only = args.includes('--unit') ? 'unit' : args.includes('--e2e') ? 'e2e' : undefined;
  await ensureDependencies();
  await buildTargets();
  if (only !== 'unit') {
    // Before Vitest too: the tests of WebGPU use the driver that Electron brings.
    const missing = await ensureWindowPackages();
    if (missing) say(missing);
    await ensureElectron();
  }
  const results = path.join(root, 'test-results');
  let counts = { passed: 0, failed: 0, skipped: 0 };
  if (only !== 'e2e') {
    counts = addCounts(
      counts,
      await runVitest({ filters, json: path.join(results, 'vitest.json'), limitSeconds: 1800 }),
    );
  }
  if (only !== 'unit') {
    const json = path.join(results, 'playwright.json');
    counts = addCounts(counts, await runPlaywright({ filters, json, limitSeconds: 1800 }));
  }
  console.log(closingLine(counts));
  return counts.failed > 0 ? 1 : 0;
}

await launch(() => main(process.argv.slice(2)));
