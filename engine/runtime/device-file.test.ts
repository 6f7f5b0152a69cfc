import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DeviceFile, type MeasuredOn } from './device-file';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-devices-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const path = (): string => join(folder, 'not', 'there', 'devices.json');
const on: MeasuredOn = {
  device: 'webgpu',
  adapter: 'NVIDIA H200',
  driver: '570.1',
  model: 'a'.repeat(64),
  threads: 2,
  software: '0.1.0, 1.30.0',
};
const points = [
  { rows: 1, milliseconds: 2 },
  { rows: 34, milliseconds: 3 },
];

it('keeps figures for other runs, each for what it was measured on', async () => {
  await new DeviceFile(path()).keepCosts(on, points);
  const file = new DeviceFile(path());
  expect(await file.costs(on)).toEqual(points);
  const others: Partial<MeasuredOn>[] = [
    { device: 'cpu' },
    { adapter: 'NVIDIA L4' },
    { driver: '570.2' },
    { model: 'b'.repeat(64) },
    { threads: 4 },
    { software: '0.2.0, 1.30.0' },
  ];
  for (const other of others) expect(await file.costs({ ...on, ...other })).toBeUndefined();
});

it('throws away what a new driver or version makes void, and nothing else', async () => {
  const file = new DeviceFile(path());
  await file.keepCosts(on, points);
  await file.keepCosts({ ...on, device: 'cpu' }, points);
  await file.keepCosts({ ...on, driver: '571' }, points);
  expect(await file.costs(on)).toBeUndefined();
  expect(await file.costs({ ...on, driver: '571' })).toEqual(points);
  expect(await file.costs({ ...on, device: 'cpu' })).toEqual(points);
  expect(JSON.parse(await readFile(path(), 'utf8')).costs).toHaveLength(2);
});

it('knows of a trial that ended the process', async () => {
  const file = new DeviceFile(path());
  await file.beginTrial('webgpu');
  expect(await new DeviceFile(path()).unfinishedTrial('webgpu')).toMatch(/^\d{4}-/);
  expect(await file.unfinishedTrial('dml')).toBeUndefined();
  const old = { device: 'webgpu', begun: '2020-01-01T00:00:00.000Z' };
  await writeFile(path(), JSON.stringify({ version: 1, costs: [], trials: [old] }));
  expect(await file.unfinishedTrial('webgpu')).toBeUndefined();
  await file.beginTrial('webgpu');
  expect(await file.unfinishedTrial('webgpu')).toMatch(/^\d{4}-/);
  await file.endTrial('webgpu');
  expect(await file.unfinishedTrial('webgpu')).toBeUndefined();
});

it('takes a damaged file for an empty one, and can do without', async () => {
  const file = new DeviceFile(join(folder, 'devices.json'));
  for (const text of ['', '{"version":1,"costs":[{}],"trials":[]}', '[1', '{"version":2}']) {
    await writeFile(join(folder, 'devices.json'), text);
    expect(await file.costs(on)).toBeUndefined();
  }
  await file.keepCosts(on, points);
  expect(await file.costs(on)).toEqual(points);
  const nowhere = new DeviceFile(undefined);
  await nowhere.keepCosts(on, points);
  expect(await nowhere.costs(on)).toEqual(points);
  const impossible = new DeviceFile(join(folder, 'devices.json', 'below a file'));
  await expect(impossible.keepCosts(on, points)).resolves.toBeUndefined();
});
