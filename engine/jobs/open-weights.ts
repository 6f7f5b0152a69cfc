/**
 * A folder of weights on the devices that it runs on, with plans that know what its forwards cost there. On each device
 * it is opened once, for all who want it there.
 */
import { costFromTable, decode } from '../decoding';
import {
  type ForwardPoint,
  type GlmOcrReaderOptions,
  hashGlmOcrFolder,
  openGlmOcrReader,
  type Precision,
  type Reader,
} from '../model';
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
import { type Lease, readerOn, SharedModel } from './shared-model';

export interface WeightsOptions {
  /** In Hugging Face layout. */
  readonly folder: string;
  readonly precision: Precision;
  readonly threads: number;
  readonly deviceFile: DeviceFile;
}

export class Weights {
  private readonly devices = new Map<DeviceName, WeightsOnDevice>();
  private hash: Promise<string> | undefined;

  constructor(private readonly options: WeightsOptions) {}

  /** Fails as `openGlmOcrReader` and `chooseDevice` do. Close it when done; the model goes with its last reader. */
  async reader({ device: wish = 'auto', ...way }: Omit<DecodeSettings, 'weights'>): Promise<Reader> {
    const { deviceFile: file } = this.options;
    /** What was only measured is given back in the end. */
    const taken: Lease<Reader>[] = [];
    const take = async (report: DeviceReport): Promise<Lease<Reader>> => {
      const lease = await this.on(report.device).shared.take();
      taken.push(lease);
      return lease;
    };
    const costs: DeviceTools['costs'] = (report) =>
      this.costs(report, async () => (await take(report)).model);
    try {
      const tools: DeviceTools = {
        find: (device) => findDevice(device, { file }),
        findAll: () => findDevices({ file }),
        costs,
      };
      const choice = await chooseDevice(wish, tools);
      const warnings = [...choice.warnings];
      let { report, why } = choice;
      const lease = await take(report).catch(async (error: unknown) => {
        if (wish !== 'auto' || report.device === 'cpu') throw error;
        warnings.push(
          `${report.device} cannot run this model: ${error instanceof Error ? error.message : error}`,
        );
        report = await findDevice('cpu');
        why = 'The faster device failed.';
        return take(report);
      });
      const { devices } = lease.model;
      if (devices?.vision !== devices?.decoder) {
        warnings.push(
          `Pictures are encoded on the processor: attention on ${report.device} is not exact here.`,
        );
      }
      const { plans } = this.on(report.device);
      if (way.blockLength === 'auto' && way.mode === 'self-speculative') {
        plans.cost = costFromTable(await this.costs(report, async () => lease.model));
      }
      taken.splice(taken.indexOf(lease), 1);
      const { device, name, driver } = report;
      return readerOn(lease, way, (setting) => ({
        device,
        ...(name !== undefined && { adapter: name }),
        ...(driver !== undefined && { driver }),
        why,
        warnings,
        block: plans.use(setting),
      }));
    } catch (error) {
      // The next try may find other files.
      this.hash = undefined;
      throw error;
    } finally {
      for (const { giveBack } of taken) await giveBack();
    }
  }

  private sha256(): Promise<string> {
    this.hash ??= hashGlmOcrFolder(this.options.folder, this.options.precision);
    return this.hash;
  }

  private on(device: DeviceName): WeightsOnDevice {
    const known = this.devices.get(device);
    if (known) return known;
    const { folder, threads, precision } = this.options;
    const plans = new DecodePlans();
    const planFor: GlmOcrReaderOptions['planFor'] = (session) => plans.planFor(session);
    const shared = new SharedModel(async () => {
      const sha256 = await this.sha256();
      return openGlmOcrReader({ folder, threads, precision, device, sha256, decode, planFor });
    });
    this.devices.set(device, { shared, plans });
    return { shared, plans };
  }

  /** Measured once for a device and model, then known. */
  private async costs(report: DeviceReport, open: () => Promise<Reader>): Promise<readonly ForwardPoint[]> {
    const { threads, deviceFile } = this.options;
    const on = await measuredOn(report, await this.sha256(), threads);
    const known = await deviceFile.costs(on);
    if (known) return known;
    const points = await (await open()).forwardCosts?.(measuredRows);
    if (!points) throw new Error('This model cannot be timed.');
    await deviceFile.keepCosts(on, [...points]);
    return points;
  }
}

interface WeightsOnDevice {
  readonly shared: SharedModel<Reader>;
  readonly plans: DecodePlans;
}

async function measuredOn(report: DeviceReport, sha256: string, threads: number): Promise<MeasuredOn> {
  const { device, name = '', driver = '' } = report;
  const software = `palimpsest ${engineVersion}, onnxruntime ${await runtimeVersion()}`;
  return { device, adapter: name, driver, model: sha256, threads, software };
}
