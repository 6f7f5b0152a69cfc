/**
 * What was measured on this machine, kept from run to run: milliseconds of forwards by device, driver, model and version
 * of the software, and a note of a trial that may have ended the process. Losing the file costs only time.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type DeviceName, deviceNames } from './device-names';

/** The user's own, unless `PALIMPSEST_CACHE` names another folder. */
export function usualDeviceFile(
  env: Readonly<NodeJS.ProcessEnv> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const name = 'devices.json';
  if (env.PALIMPSEST_CACHE) return join(env.PALIMPSEST_CACHE, name);
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Palimpsest', name);
  if (platform === 'win32') {
    return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Palimpsest', name);
  }
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'palimpsest', name);
}

/** Everything that a measurement depends on. One that differs in any part is measured again. */
export interface MeasuredOn {
  readonly device: DeviceName;
  readonly adapter: string;
  readonly driver: string;
  /** Hash of the weights. */
  readonly model: string;
  readonly threads: number;
  /** Of the application and of ONNX Runtime. */
  readonly software: string;
}

const contents = z.object({
  version: z.literal(1),
  /** Devices whose trial has begun and not ended. */
  trials: z.array(z.object({ device: z.enum(deviceNames), begun: z.string() })),
  costs: z.array(
    z.object({
      device: z.enum(deviceNames),
      adapter: z.string(),
      driver: z.string(),
      model: z.string(),
      threads: z.number(),
      software: z.string(),
      measured: z.string(),
      points: z.array(z.object({ rows: z.number().positive(), milliseconds: z.number().positive() })).min(1),
    }),
  ),
});

type Contents = z.infer<typeof contents>;

/** More than anyone has models; the oldest go first. */
const mostCosts = 100;

/** Drivers are mended: after a week a device is tried again. Milliseconds. */
const trialCounts = 7 * 24 * 3600 * 1000;

const nothing: Contents = { version: 1, trials: [], costs: [] };

export class DeviceFile {
  private held: Contents = nothing;

  /** Without a path nothing outlives the object. */
  constructor(private readonly path: string | undefined) {}

  async costs(on: MeasuredOn): Promise<Contents['costs'][number]['points'] | undefined> {
    return (await this.read()).costs.find((cost) => isSame(cost, on))?.points;
  }

  async keepCosts(on: MeasuredOn, points: Contents['costs'][number]['points']): Promise<void> {
    const { costs, ...rest } = await this.read();
    // What was measured before with another driver or version counts no more.
    const others = costs.filter(
      ({ device, model, threads }) => device !== on.device || model !== on.model || threads !== on.threads,
    );
    const fresh = { ...on, measured: new Date().toISOString(), points };
    await this.write({ ...rest, costs: [...others, fresh].slice(-mostCosts) });
  }

  /** When a trial of the device began that never ended: it took the process with it. Not held against it for ever. */
  async unfinishedTrial(device: DeviceName): Promise<string | undefined> {
    const begun = (await this.read()).trials.find((trial) => trial.device === device)?.begun;
    return begun !== undefined && Date.now() - Date.parse(begun) < trialCounts ? begun : undefined;
  }

  async beginTrial(device: DeviceName): Promise<void> {
    const { trials, ...rest } = await this.read();
    const others = trials.filter((trial) => trial.device !== device);
    await this.write({ ...rest, trials: [...others, { device, begun: new Date().toISOString() }] });
  }

  async endTrial(device: DeviceName): Promise<void> {
    const { trials, ...rest } = await this.read();
    await this.write({ ...rest, trials: trials.filter((trial) => trial.device !== device) });
  }

  /** Everything is measured and tried anew. */
  forget(): Promise<void> {
    return this.write(nothing);
  }

  /** A file that is absent, damaged or of another form counts as empty. */
  private async read(): Promise<Contents> {
    if (this.path === undefined) return this.held;
    const text = await readFile(this.path, 'utf8').catch(() => '');
    const parsed = contents.safeParse(parseJson(text));
    return parsed.success ? parsed.data : nothing;
  }

  /** Never fails: where nothing can be kept, it is measured again next time. */
  private async write(next: Contents): Promise<void> {
    this.held = next;
    if (this.path === undefined) return;
    const unfinished = `${this.path}.${process.pid}.part`;
    try {
      await mkdir(dirname(this.path), { recursive: true });
      await writeFile(unfinished, `${JSON.stringify(next, undefined, 2)}\n`);
      await rename(unfinished, this.path);
    } catch {
      // A cache folder that cannot be written to is no reason to fail.
    }
  }
}

function isSame(a: MeasuredOn, b: MeasuredOn): boolean {
  return (
    a.device === b.device &&
    a.adapter === b.adapter &&
    a.driver === b.driver &&
    a.model === b.model &&
    a.threads === b.threads &&
    a.software === b.software
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
