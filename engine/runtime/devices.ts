/** What this machine can compute on, and why something cannot be used. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { type Adapter, describeAdapter } from './adapters';
import { type DeviceName, deviceNames } from './device-names';
import { type ProbeOptions, probeDevice } from './device-probe';

export interface DeviceReport extends Partial<Adapter> {
  readonly device: DeviceName;
  readonly usable: boolean;
  /** Left out by `auto`: it computes on the processor after all. */
  readonly software: boolean;
  /** Why it is not usable, or what else to know. */
  readonly notes: readonly string[];
}

interface Backend {
  readonly name: string;
  readonly bundled: boolean;
}

const homes: Readonly<Record<DeviceName, string>> = {
  cpu: 'everywhere',
  webgpu: 'on Linux, Windows and macOS with Apple processors',
  cuda: 'on Linux and Windows with NVIDIA graphics',
  dml: 'on Windows',
  coreml: 'on macOS with Apple processors',
};

/** Every device of `deviceNames`, in that order. Trying the ones that the build offers takes a second or so. */
export async function findDevices(options: ProbeOptions = {}): Promise<readonly DeviceReport[]> {
  const reports: DeviceReport[] = [];
  for (const device of deviceNames) reports.push(await findDevice(device, options));
  return reports;
}

export async function findDevice(device: DeviceName, options: ProbeOptions = {}): Promise<DeviceReport> {
  const unusable = (...notes: string[]): DeviceReport => ({ device, usable: false, software: false, notes });
  const runtime = await import('onnxruntime-node');
  if (device === 'cpu') {
    const [processor] = cpus();
    const name = processor && `${processor.model.trim()}, ${cpus().length} threads`;
    return {
      device,
      usable: true,
      software: false,
      ...(name !== undefined && { name }),
      notes: floatNotes(),
    };
  }
  const backends: readonly Backend[] = runtime.listSupportedBackends();
  const backend = backends.find(({ name }) => name === device);
  if (!backend) {
    return unusable(`Not in this build of ONNX Runtime; it exists ${homes[device]}.`);
  }
  if (!backend.bundled && !providerFile(device)) {
    return unusable(
      `The ${device} provider is not installed. It comes with: node node_modules/onnxruntime-node/script/install.js --onnxruntime-node-install=cuda12`,
    );
  }
  const probe = await probeDevice(device, options);
  if (probe.fault !== undefined) return unusable(inPlainWords(device, probe.fault));
  const adapter = describeAdapter(probe);
  const notes = adapter.software
    ? ['A software adapter: it computes on the processor and is slower than cpu. auto leaves it out.']
    : [];
  return { device, usable: true, ...adapter, notes };
}

export async function runtimeVersion(): Promise<string> {
  return (await import('onnxruntime-node')).env.versions.node ?? '';
}

/** The library of a provider that is not bundled. */
function providerFile(device: DeviceName): string | undefined {
  const entry = createRequire(__filename).resolve('onnxruntime-node');
  const folder = join(dirname(entry), '..', 'bin', 'napi-v6', process.platform, process.arch);
  const name =
    process.platform === 'win32'
      ? `onnxruntime_providers_${device}.dll`
      : `libonnxruntime_providers_${device}.so`;
  return [join(folder, name)].find((path) => existsSync(path));
}

function inPlainWords(device: DeviceName, fault: string): string {
  if (/No supported adapters|Failed to get a WebGPU adapter/.test(fault)) {
    const needed = { linux: 'Vulkan', win32: 'Direct3D 12', darwin: 'Metal' } as Partial<
      Record<string, string>
    >;
    return `No adapter: there is no graphics processor with a ${needed[process.platform] ?? 'suitable'} driver.`;
  }
  // The place in the runtime's sources says nothing to whoever reads this.
  const reason = fault.replace(/^\/\S+\.(?:cc|cpp|h):\d+ [\s\S]* was false\. /, '').trim();
  return `${device} does not work here: ${reason}`;
}

/** Models run in fp32 here, so this hurts nobody; whoever brings a float16 model should know. */
function floatNotes(): string[] {
  return 'Float16Array' in globalThis
    ? ['This Node has Float16Array: onnxruntime-node refuses float16 tensors unless it is removed first.']
    : [];
}
