/** What a model runs on: as asked for, or the fastest of what this machine has. */
import { PalimpsestError } from '../base/errors';
import type { ForwardPoint } from '../model';
import type { DeviceName, DeviceReport } from '../runtime';

export type DeviceWish = DeviceName | 'auto';

export interface DeviceChoice {
  readonly report: DeviceReport;
  /** In plain words. */
  readonly why: string;
  /** Devices that should have been usable and were not. */
  readonly warnings: readonly string[];
}

export interface DeviceTools {
  find(device: DeviceName): Promise<DeviceReport>;
  findAll(): Promise<readonly DeviceReport[]>;
  /** Milliseconds of forwards of the model there, measured or known. Throws where the model cannot run. */
  costs(report: DeviceReport): Promise<readonly ForwardPoint[]>;
}

/** Rows of a draft and of its verify, as published models are trained. */
const round = [33, 34];
/** Rows of the forwards that are measured. */
export const measuredRows = [1, 9, 17, ...round];

/**
 * A device that was named and cannot be had is an error (`unsupported`): whoever names one wants it, and silence would
 * cost hours. `auto` never fails: it takes the processor, and says what kept it from taking another.
 */
export async function chooseDevice(wish: DeviceWish, tools: DeviceTools): Promise<DeviceChoice> {
  if (wish !== 'auto') {
    const report = await tools.find(wish);
    if (report.usable) return { report, why: 'It was asked for.', warnings: [] };
    const message = `The device ${wish} cannot be used. ${report.notes.join(' ')} Use --device auto or cpu.`;
    throw new PalimpsestError('unsupported', message);
  }
  const reports = await tools.findAll();
  const usable = reports.filter(({ usable, software }) => usable && !software);
  const [only] = usable;
  if (!only) throw new Error('A machine has a processor.');
  if (usable.length === 1) return { report: only, why: 'No other device is usable.', warnings: [] };
  const timed: { readonly report: DeviceReport; readonly milliseconds: number }[] = [];
  const warnings: string[] = [];
  for (const report of usable) {
    try {
      timed.push({ report, milliseconds: roundTime(await tools.costs(report)) });
    } catch (error) {
      if (report.device === 'cpu') throw error;
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push(`${nameOf(report)} was left out: ${reason}`);
    }
  }
  timed.sort((a, b) => a.milliseconds - b.milliseconds);
  const [best] = timed;
  if (!best) throw new Error('A machine has a processor.');
  const figures = timed.map(({ report, milliseconds }) => `${nameOf(report)} ${milliseconds.toFixed(1)} ms`);
  return { report: best.report, why: `Draft and verify take: ${figures.join(', ')}.`, warnings };
}

const nameOf = ({ device, name }: DeviceReport): string =>
  name === undefined || device === 'cpu' ? device : `${device} (${name})`;

/** Milliseconds of one draft and one verify; points at these rows are among those measured. */
function roundTime(points: readonly ForwardPoint[]): number {
  return round.reduce((sum, rows) => {
    const point = points.find((each) => each.rows === rows);
    if (!point) throw new Error(`No forward over ${rows} rows was measured.`);
    return sum + point.milliseconds;
  }, 0);
}
