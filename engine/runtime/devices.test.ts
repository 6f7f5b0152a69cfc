import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeAdapter, graphicsDevices } from './adapters';
import { deviceNames } from './device-names';
import { probeDevice } from './device-probe';
import { findDevice, findDevices } from './devices';

it('lists every device, and says why where one cannot be used', async () => {
  const devices = await findDevices();
  expect(devices.map(({ device }) => device)).toEqual(deviceNames);
  expect(devices[0]).toMatchObject({ device: 'cpu', usable: true, software: false });
  for (const { usable, notes } of devices) if (!usable) expect(notes.join(' ')).not.toBe('');
});

it.runIf(process.platform === 'linux')('says that there is no adapter where no driver is found', async () => {
  const env = { ...process.env, VK_ICD_FILENAMES: '/nowhere.json', VK_DRIVER_FILES: '/nowhere.json' };
  const webgpu = await findDevice('webgpu', { env });
  expect(webgpu.usable).toBe(false);
  expect(webgpu.notes.join(' ')).toMatch(/No adapter: .*Vulkan/);
});

it('survives a driver that ends the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-driver-'));
  const faulty = join(folder, 'faulty.cjs');
  await writeFile(faulty, "process.kill(process.pid, 'SIGSEGV');");
  const probe = await probeDevice('webgpu', { env: { ...process.env, NODE_OPTIONS: `--require ${faulty}` } });
  expect(probe.fault).toMatch(/ended the process that tried it/);
  await rm(folder, { recursive: true });
});

it('trusts the processor, and a provider that is not there has a reason', async () => {
  expect((await probeDevice('cpu')).fault).toBeUndefined();
  const absent = process.platform === 'win32' ? 'coreml' : 'dml';
  expect((await probeDevice(absent)).fault).toMatch(/backend not found/);
});

const line = (vendorId: string, vendor: string, type: number, metadata: string): string =>
  `2026-11-29 [I:onnxruntime:] Discovered OrtHardwareDevice {vendor_id:0x${vendorId}, device_id:0x2330, vendor:${vendor}, type:${type}, metadata: [${metadata}]}\n`;
const processor = line('1022', 'AMD', 0, '');

it('finds graphics processors in what the runtime says', () => {
  const log =
    processor + line('10de', 'NVIDIA', 1, 'DxgiAdapterNumber=0, Description=NVIDIA RTX 4070, Discrete=1, ');
  expect(graphicsDevices(log)).toEqual([
    { vendorId: 0x10de, vendor: 'NVIDIA', description: 'NVIDIA RTX 4070' },
  ]);
  expect(graphicsDevices(processor)).toEqual([]);
});

it('tells software adapters from real ones', () => {
  const swiftShader = '/opt/electron/libvk_swiftshader.so';
  const radeon = '/usr/lib/x86_64-linux-gnu/libvulkan_radeon.so';
  const real = processor + line('1002', 'AMD', 1, '');
  expect(describeAdapter({ libraries: [swiftShader], log: real })).toEqual({
    name: 'SwiftShader',
    software: true,
  });
  expect(describeAdapter({ libraries: [radeon, swiftShader], log: real }).software).toBe(false);
  if (process.platform === 'darwin') return;
  // All of Mesa's drivers are loaded where one is; without a processor only llvmpipe can be at work.
  const lavapipe = '/usr/lib/x86_64-linux-gnu/libvulkan_lvp.so';
  expect(describeAdapter({ libraries: [radeon, lavapipe], log: processor })).toEqual({
    name: 'llvmpipe',
    software: true,
  });
  // The display card of a virtual machine computes nothing.
  const emulated = processor + line('1234', 'QEMU', 1, '');
  expect(describeAdapter({ libraries: [radeon, lavapipe], log: emulated }).software).toBe(true);
});
