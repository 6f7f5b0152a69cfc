/** The overfitted checkpoint behind the choice of device and block length, as `--block auto` and `--device` use it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reader, ReadOptions } from '../model';
import { type OverfittedCrop, overfittedFolder, readOverfittedCrops } from '../model/glm-ocr/fixtures';
import { DeviceFile, findDevice } from '../runtime';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import type { DecodeSettings } from './decode-plan';
import { Weights } from './open-weights';

const folder = join(overfittedFolder, 'model');
let place: Workplace;
let crops: OverfittedCrop[];
beforeAll(async () => {
  place = await makeWorkplace();
  crops = (await readOverfittedCrops()).filter(({ trained }) => trained).slice(0, 9);
});
afterAll(() => place.remove());

const weightsWith = (deviceFile: DeviceFile, threads = 2): Weights =>
  new Weights({ folder, precision: 'stored', threads, deviceFile });
const open = (settings: Partial<DecodeSettings>, file = new DeviceFile(undefined)): Promise<Reader> =>
  weightsWith(file).reader({ mode: 'self-speculative', blockLength: 32, device: 'cpu', ...settings });

async function idsOf(reader: Reader, options: ReadOptions = {}): Promise<number[][]> {
  const ids: number[][] = [];
  for (const [index, { picture, task, text }] of crops.entries()) {
    const box = { x: 0, y: 0, width: picture.width, height: picture.height };
    // A prior with a wrong letter in each word of every third crop.
    const prior = index % 3 === 0 ? text.replace(/\b\w/g, 'z') : text;
    const request = { regionId: `r${index}`, task, page: picture, box, lines: [], prior };
    for await (const { reading } of reader.read([request], options)) {
      ids.push((reading.tokens ?? []).map(({ id }) => id));
    }
  }
  return ids;
}

it('O05: reads the same with automatic block length and ordered drafters as by plain decoding', {
  timeout: 300_000,
}, async () => {
  const path = place.path('devices.json');
  const reader = await open({ blockLength: 'auto' }, new DeviceFile(path));
  const plain = await idsOf(reader, { mode: 'autoregressive' });
  expect(await idsOf(reader)).toEqual(plain);
  const use = reader.use?.();
  expect(use).toMatchObject({ device: 'cpu', why: 'It was asked for.', block: { setting: 'auto' } });
  const drafts = Object.values(use?.block.drafts ?? {});
  expect(drafts.length).toBeGreaterThan(1);
  for (const { rounds, meanLength } of drafts) {
    expect(rounds).toBeGreaterThan(0);
    expect(meanLength).toBeGreaterThan(1);
  }
  await reader.close();
  // Measured once: the next one finds the figures.
  const kept = JSON.parse(await place.text('devices.json'));
  expect(kept.costs).toHaveLength(1);
  const { measured } = kept.costs[0];
  await (await open({ blockLength: 'auto' }, new DeviceFile(path))).close();
  expect(JSON.parse(await place.text('devices.json')).costs[0].measured).toBe(measured);
  const other = weightsWith(new DeviceFile(path), 1);
  await (await other.reader({ mode: 'self-speculative', blockLength: 'auto', device: 'cpu' })).close();
  expect(JSON.parse(await place.text('devices.json')).costs).toHaveLength(2);
});

it('states blocks of a fixed length as they were asked for', async () => {
  const reader = await open({ blockLength: 8 });
  await idsOf(reader);
  const { block } = reader.use?.() ?? {};
  expect(block?.setting).toBe(8);
  for (const { meanLength } of Object.values(block?.drafts ?? {})) expect(meanLength).toBeGreaterThan(1);
  await reader.close();
});

it('takes the processor by itself where nothing else is usable, and refuses what cannot be had', async () => {
  const webgpu = await findDevice('webgpu');
  const reader = await open({ device: 'auto' });
  if (!webgpu.usable)
    expect(reader.use?.()).toMatchObject({ device: 'cpu', why: 'No other device is usable.' });
  await reader.close();
  const absent = process.platform === 'darwin' ? 'dml' : 'coreml';
  await expect(open({ device: absent })).rejects.toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining(`${absent} cannot be used`),
  });
});
