/** Names the graphics processor and driver behind a provider, as far as a machine tells without asking the network. */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import type { ProbeResult } from './device-probe';

export interface Adapter {
  /** Such as `NVIDIA H200`; absent where it cannot be known. */
  readonly name?: string;
  readonly driver?: string;
  /** It computes on the processor: exact enough, and slower than the `cpu` provider. */
  readonly software: boolean;
}

/** Drivers that need no graphics processor, by their libraries. */
const softwareDrivers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/vk_swiftshader/, 'SwiftShader'],
  [/libvulkan_lvp/, 'llvmpipe'],
];

const hardwareDrivers = /libGLX_nvidia|libnvidia-|libvulkan_(?!lvp)|libamdvlk|amdvlk(?:32|64)\.so/;

/** PCI vendors of emulated display cards: they show a picture and compute nothing. */
const displayOnly = new Set([0x1013, 0x1234, 0x1414, 0x15ad, 0x1a03, 0x1af4, 0x1b36, 0x80ee]);

export interface GraphicsDevice {
  readonly vendorId: number;
  readonly vendor: string;
  readonly description?: string;
}

/** Graphics processors that ONNX Runtime found, from what it logs about them (type 1; 0 is the processor itself). */
export function graphicsDevices(log: string): GraphicsDevice[] {
  const lines = log.matchAll(
    /OrtHardwareDevice \{vendor_id:0x([0-9a-f]+), device_id:0x[0-9a-f]+, vendor:([^,]*), type:1, metadata: \[(.*?)\]\}/g,
  );
  return Array.from(lines, ([, id = '0', vendor = '', metadata = '']) => {
    const description = /(?:^|, )Description=([^,]+)/.exec(metadata)?.[1];
    return { vendorId: Number.parseInt(id, 16), vendor, ...(description !== undefined && { description }) };
  });
}

/** The adapter behind a provider that was probed. */
export function describeAdapter({ log, libraries }: ProbeResult): Adapter {
  const software = softwareDrivers.find(([pattern]) => libraries.some((library) => pattern.test(library)));
  const isHardwareLoaded = libraries.some((library) => hardwareDrivers.test(library));
  if (software && !isHardwareLoaded) return { name: software[1], software: true };
  if (process.platform === 'darwin') {
    return { name: cpus()[0]?.model ?? 'Apple', driver: `Metal, Darwin ${release()}`, software: false };
  }
  const found = graphicsDevices(log).filter(({ vendorId }) => !displayOnly.has(vendorId));
  const nvidia = process.platform === 'linux' ? nvidiaFacts() : undefined;
  if (nvidia) return { ...nvidia, software: false };
  const [first] = found;
  // Without a log (the shell's engine probes in its own process) an adapter is what it seems to be.
  if (!first) return software ? { name: software[1], software: true } : { software: log !== '' };
  const name = first.description ?? `${first.vendor} graphics processor`;
  return {
    name: name.trim(),
    ...(process.platform === 'win32' && { driver: `Windows ${release()}` }),
    software: false,
  };
}

/** What NVIDIA's kernel driver says of itself. */
function nvidiaFacts(): { readonly name: string; readonly driver?: string } | undefined {
  try {
    const folder = '/proc/driver/nvidia/gpus';
    const [gpu = ''] = readdirSync(folder);
    const model = /^Model:\s*(.+)$/m.exec(readFileSync(`${folder}/${gpu}/information`, 'utf8'))?.[1];
    const version = /Module\s+([\d.]+)/.exec(readFileSync('/proc/driver/nvidia/version', 'utf8'))?.[1];
    return model === undefined ? undefined : { name: model.trim(), ...(version && { driver: version }) };
  } catch {
    return undefined;
  }
}
