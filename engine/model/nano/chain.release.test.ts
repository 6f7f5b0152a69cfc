/**
 * `workshop/nano` from texts to a model folder, in its tiny configuration: what it writes, the engine loads and decodes.
 * Needs the workshop's Python (`workshop/README.md`: .cache/workshop, or PALIMPSEST_WORKSHOP_PYTHON); skipped, saying
 * so, without it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { priorIn, readExpected } from './fixtures';
import { NanoModel } from './nano-model';

const root = join(__dirname, '../../..');
const python = process.env.PALIMPSEST_WORKSHOP_PYTHON ?? join(root, '.cache/workshop/bin/python');
const found = existsSync(python);

test.skipIf(!found)(
  `the workshop's chain${found ? '' : ' (skipped: no Python of the workshop)'}`,
  { timeout: 600_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-chain-'));
    try {
      const run = spawnSync(python, ['-m', 'workshop.nano.chain', folder], { cwd: root, encoding: 'utf8' });
      expect(run.status, run.stderr).toBe(0);
      const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
      expect(report.step).toBe(12);
      // Tables were drawn, read by the engine, packed, trained on and decoded.
      expect(report.tables.tables).toBe(2);
      const model = await NanoModel.open(join(folder, 'model'), { threads: 1 });
      const expected = await readExpected('trained');
      const region = expected.regions[0];
      if (!region) throw new Error('The fixture has no region.');
      const prior = await priorIn(expected, region);
      const prepared = await model.prepare(prior, 'text');
      const session = model.session(prepared, model.capFor(prior));
      const first = (await session.prefill()).ids[0];
      expect(prepared.shortlist.ids).toContain(first);
      session.close();
      await model.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
