/** `read`, `compare` and `convert --model <folder>` over a tiny checkpoint of the real architecture. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../index';
import { drawPage, png } from '../testing/drawn-page';
import { assetsDir, makeWorkplace, type Workplace } from '../testing/workplace';
import { runCli } from './run';

const model = join(__dirname, '../model/glm-ocr/fixtures/gravity-like/model');

let place: Workplace;
beforeAll(async () => {
  place = await makeWorkplace();
  const { canvas } = drawPage(420, 160, [
    { text: 'A short letter', x: 30, y: 50 },
    { text: 'with two lines', x: 30, y: 110 },
  ]);
  await place.put('page.png', png(canvas));
});
afterAll(() => place.remove());

async function palimpsest(...argv: string[]): Promise<{ code: number; out: string; errors: string }> {
  const finished = { code: 0, out: '', errors: '' };
  finished.code = await runCli(argv, {
    stdout: (text) => {
      finished.out += text;
    },
    stderr: (text) => {
      finished.errors += text;
    },
    cwd: place.folder,
    assetsDir,
  });
  return finished;
}

describe('palimpsest compare', () => {
  it('finds that draft and verify give the tokens of plain decoding, region by region', async () => {
    const { code, out } = await palimpsest('compare', 'page.png', '--model', model, '--json');
    const found = JSON.parse(out);
    expect(code).toBe(0);
    expect(found.regions).toBeGreaterThan(0);
    expect(found.identical).toBe(found.regions);
    expect(found.tokens).toBeGreaterThan(0);
    // One forward a token: the prefill gives the first.
    expect(found.forwards.autoregressive).toBe(found.tokens);
  });

  it('says so where a model decodes no tokens', async () => {
    const { code, errors } = await palimpsest('compare', 'page.png');
    expect(code).toBe(1);
    expect(errors).toMatch(/decodes no tokens/);
  });
});

describe('palimpsest read', () => {
  it('prints the same text in both modes and writes a trace of every token', async () => {
    const drafted = await palimpsest(
      'read',
      'page.png',
      '--task',
      'text',
      '--model',
      model,
      '--trace',
      'trace.json',
    );
    const plain = await palimpsest(
      'read',
      'page.png',
      '--task',
      'text',
      '--model',
      model,
      '--decode',
      'autoregressive',
    );
    expect(drafted.code).toBe(0);
    expect(drafted.out).toBe(plain.out);
    const trace = JSON.parse(await place.text('trace.json'));
    expect(trace).toMatchObject({ format: 'palimpsest-trace', mode: 'self-speculative' });
    const committed = trace.rounds.flatMap((round: { ids: number[] }) => round.ids);
    expect(committed.length).toBe(trace.counters.tokens);
  });

  it('reads with the line reader too, and refuses a trace of it', async () => {
    expect(await palimpsest('read', 'page.png', '--task', 'text')).toMatchObject({
      code: 0,
      out: 'A short letter\nwith two lines\n',
    });
    const { code, errors } = await palimpsest('read', 'page.png', '--task', 'text', '--trace', 'none.json');
    expect(code).toBe(1);
    expect(errors).toMatch(/no trace/);
  });
});

describe('palimpsest convert', () => {
  it('reads a page with weights from a folder and says which', async () => {
    const argv = [
      'convert',
      'page.png',
      '--out',
      'out',
      '--model',
      model,
      '--summary',
      'account.json',
      '--quiet',
    ];
    expect((await palimpsest(...argv)).code).toBe(0);
    const account: Account = JSON.parse(await place.text('account.json'));
    expect(account.total.tokens).toBeGreaterThan(0);
    expect(account.total.forwards).toBeGreaterThan(0);
    expect(account.models.map(({ name }) => name)).toContain('GravityOCR');
  });

  it('a folder without weights is an error that names it', async () => {
    const { code, errors } = await palimpsest('convert', 'page.png', '--out', 'out', '--model', './nowhere');
    expect(code).toBe(1);
    expect(errors).toMatch(/nowhere.*no model|no model.*nowhere/i);
  });
});
