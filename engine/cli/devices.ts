/** `palimpsest devices`: what this machine can compute on; and what commands say of the device that they got. */
import { parseArgs } from 'node:util';
import {
  type Account,
  type DecodeSettings,
  DeviceFile,
  type DeviceReport,
  findDevices,
  modelNames,
} from '../index';
import type { CliHost } from './host';
import { parsedOrUsage, UsageError } from './usage-error';

export interface DevicesArguments {
  readonly command: 'devices';
  readonly json: boolean;
  /** Forget what was measured, and which driver ended a trial. */
  readonly again: boolean;
}

export function devicesArguments(rest: readonly string[]): DevicesArguments {
  const { values, positionals } = parsedOrUsage(() =>
    parseArgs({
      args: [...rest],
      allowPositionals: true,
      strict: true,
      options: { json: { type: 'boolean' }, again: { type: 'boolean' } },
    }),
  );
  if (positionals.length > 0) throw new UsageError('devices takes no files.');
  return { command: 'devices', json: values.json ?? false, again: values.again ?? false };
}

export async function listDevices({ json, again }: DevicesArguments, host: CliHost): Promise<void> {
  const file = new DeviceFile(host.deviceFile);
  if (again) await file.forget();
  const reports = await findDevices({ file });
  host.stdout(json ? `${JSON.stringify(reports, undefined, 2)}\n` : reports.map(inLines).join(''));
}

function inLines({ device, usable, name, driver, notes }: DeviceReport): string {
  const state = usable ? 'usable' : 'not usable';
  const what = [name, driver].flatMap((part) => part ?? []).join(', driver ');
  return `${device}\t${state}${what === '' ? '' : `\t${what}`}\n${notes.map((note) => `\t${note}\n`).join('')}`;
}

/** Fall-backs, and an option that changes nothing, are said on stderr. */
export function warnOfDevice(
  { model, decode: { device = 'auto' } }: { readonly model: string; readonly decode: DecodeSettings },
  use: Account['use'],
  host: CliHost,
): void {
  for (const warning of use?.warnings ?? []) host.stderr(`palimpsest: ${warning}\n`);
  if (device !== 'auto' && device !== 'cpu' && modelNames().includes(model)) {
    host.stderr(`palimpsest: the model ${model} runs on the processor; --device ${device} changes nothing\n`);
  }
}
