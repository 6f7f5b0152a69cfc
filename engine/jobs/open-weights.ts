/** Opens a folder of weights on the device that it runs on, with plans that know what its forwards cost there. */
import { costFromTable, decode } from '../decoding';
import { hashGlmOcrFolder, openGlmOcrReader, type Reader } from '../model';
import {
  type DeviceFile,
  type DeviceName,
  type DeviceReport,
  findDevice,
  findDevices,
  type MeasuredOn,
  runtimeVersion,
} from '../runtime';
import { DecodePlans, type DecodeSettings } from './decode-plan';
import { chooseDevice, type DeviceTools, measuredRows } from './device-choice';
import { engineVersion } from './engine-version';

export interface WeightsOptions {
  /** In Hugging Face layout. */
  readonly folder: string;
  readonly threads: number;
  readonly settings: DecodeSettings;
  readonly deviceFile: DeviceFile;
}

/** Fails as `openGlmOcrReader` and `chooseDevice` do. */
export async function openWeights(options: WeightsOptions): Promise<Reader> {
  const { folder, threads, settings, deviceFile: file } = options;
  const { weights: precision = 'stored', device: wish = 'auto', blockLength, mode } = settings;
  const sha256 = await hashGlmOcrFolder(folder, precision);
  const plans = new DecodePlans(settings);
  const opened = new Map<DeviceName, Reader>();
  const open = async (device: DeviceName): Promise<Reader> => {
    const known = opened.get(device);
    if (known) return known;
    const reader = await openGlmOcrReader({
      folder,
      threads,
      precision,
      device,
      sha256,
      decode,
      planFor: (session) => plans.planFor(session),
    });
    opened.set(device, reader);
    return reader;
  };
  const costs: DeviceTools['costs'] = async (report) => {
    const on = await measuredOn(report, sha256, threads);
    const known = await file.costs(on);
    if (known) return known;
    const points = await (await open(report.device)).forwardCosts?.(measuredRows);
    if (!points) throw new Error('This model cannot be timed.');
    await file.keepCosts(on, [...points]);
    return points;
  };
  try {
    const tools: DeviceTools = {
      find: (device) => findDevice(device, { file }),
      findAll: () => findDevices({ file }),
      costs,
    };
    const choice = await chooseDevice(wish, tools);
    const warnings = [...choice.warnings];
    let { report, why } = choice;
    const reader = await open(report.device).catch(async (error: unknown) => {
      if (wish !== 'auto' || report.device === 'cpu') throw error;
      warnings.push(
        `${report.device} cannot run this model: ${error instanceof Error ? error.message : error}`,
      );
      report = await findDevice('cpu');
      why = 'The faster device failed.';
      return open('cpu');
    });
    if (reader.devices?.vision !== reader.devices?.decoder) {
      warnings.push(
        `Pictures are encoded on the processor: attention on ${report.device} is not exact here.`,
      );
    }
    if (blockLength === 'auto' && mode === 'self-speculative') {
      plans.cost = costFromTable(await costs(report));
    }
    opened.delete(report.device);
    const { device, name, driver } = report;
    return {
      ...reader,
      use: () => ({
        device,
        ...(name !== undefined && { adapter: name }),
        ...(driver !== undefined && { driver }),
        why,
        warnings,
        block: plans.use(),
      }),
    };
  } finally {
    // What was only measured, or all of it after a fault.
    for (const reader of opened.values()) await reader.close();
  }
}

async function measuredOn(report: DeviceReport, sha256: string, threads: number): Promise<MeasuredOn> {
  const { device, name = '', driver = '' } = report;
  const software = `palimpsest ${engineVersion}, onnxruntime ${await runtimeVersion()}`;
  return { device, adapter: name, driver, model: sha256, threads, software };
}
