import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, type DeviceReport, findDevices } from '../index';
import { drawPage, png } from '../testing/drawn-page';
import { missingAdapter } from '../testing/webgpu-adapter';
import { assetsDir, makeWorkplace, type Workplace } from '../testing/workplace';
import { runCli } from './run';

const missing = await missingAdapter();
const model = join(__dirname, '../model/glm-ocr/fixtures/overfitted/model');

let place: Workplace;
beforeAll(async () => {
  place = await makeWorkplace();
  const { canvas } = drawPage(300, 80, [{ text: 'A line', x: 30, y: 50 }]);
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
    deviceFile: place.path('devices.json'),
  });
  return finished;
}

const absent = process.platform === 'darwin' ? 'dml' : 'coreml';

it('lists devices as lines and as JSON, each with its reason', async () => {
  const json = await palimpsest('devices', '--json');
  expect(json.code).toBe(0);
  const reports: DeviceReport[] = JSON.parse(json.out);
  expect(reports.map(({ device }) => device)).toEqual(['cpu', 'webgpu', 'cuda', 'dml', 'coreml']);
  const lines = await palimpsest('devices', '--again');
  expect(lines.out).toMatch(/^cpu\tusable/m);
  expect(lines.out).toMatch(new RegExp(`^${absent}\\tnot usable\\n\\tNot in this build`, 'm'));
});

it('refuses a device that cannot be had, with the reason', async () => {
  const { code, errors } = await palimpsest(
    ...['read', 'page.png', '--task', 'text', '--model', model, '--device', absent],
  );
  expect(code).toBe(1);
  expect(errors).toMatch(new RegExp(`${absent} cannot be used.*Use --device auto`));
  expect((await palimpsest('read', 'page.png', '--task', 'text', '--device', 'gpu')).code).toBe(2);
  expect((await palimpsest('read', 'page.png', '--task', 'text', '--block', 'long')).code).toBe(2);
});

it('says that a device changes nothing for a model of the processor', async () => {
  const { code, errors } = await palimpsest(
    ...['read', 'page.png', '--task', 'text', '--model', 'lines', '--device', 'webgpu'],
  );
  expect(code).toBe(0);
  expect(errors).toMatch(/lines runs on the processor; --device webgpu changes nothing/);
});

it('states device and block length in the account', async () => {
  const { code } = await palimpsest(
    ...['convert', 'page.png', '--out', 'out', '--model', model, '--block', 'auto', '--device', 'cpu'],
    ...['--summary', 'account.json', '--quiet'],
  );
  expect(code).toBe(0);
  const account: Account = JSON.parse(await place.text('account.json'));
  expect(account.device).toBe('cpu');
  expect(account.use).toMatchObject({ device: 'cpu', block: { setting: 'auto' }, warnings: [] });
  expect(Object.values(account.use?.block.drafts ?? {}).length).toBeGreaterThan(0);
});

it.skipIf(missing !== undefined)(
  `reads on WebGPU where it is asked to, and says so${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  { timeout: 600_000 },
  async () => {
    const reading = ['read', 'page.png', '--task', 'text', '--model', model];
    const here = await palimpsest(...reading, '--device', 'cpu');
    const there = await palimpsest(...reading, '--device', 'webgpu');
    expect(there).toMatchObject({ code: 0, out: here.out });
    // The fall-back of SwiftShader, which gets attention over pictures wrong, is not silent.
    const webgpu = (await findDevices()).find(({ device }) => device === 'webgpu');
    if (webgpu?.software) expect(there.errors).toMatch(/Pictures are encoded on the processor/);
  },
);
