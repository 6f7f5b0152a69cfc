/** Conversions in processes of their own: run to the end, or killed at a seeded moment. */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Account, ConvertEvent } from '../index';
import type { Conversion, Weight } from './conversion-process';
import type { Workplace } from './workplace';

type Line =
  | ConvertEvent
  | Weight
  | { readonly kind: 'account'; readonly account: Account }
  | { readonly kind: 'connection' }
  | { readonly kind: 'fault'; readonly message: string };

export interface RunOptions {
  /** Killed so long after that many page events; never when left out. */
  readonly kill?: { readonly pages: number; readonly milliseconds: number };
  /** Put before the command, such as `unshare -n`. */
  readonly within?: readonly string[];
}

export interface Run {
  readonly lines: readonly Line[];
  readonly account: Account | undefined;
  readonly wasKilled: boolean;
}

/** Throws when the process fails by itself. */
export function runConversionProcess(
  program: string,
  conversion: Conversion,
  { kill, within = [] }: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const [command = process.execPath, ...before] = [...within, process.execPath];
    const child = spawn(command, [...before, program, JSON.stringify(conversion)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let errors = '';
    let pages = 0;
    let isCounting = false;
    const killSoon = (): void => {
      if (!kill || isCounting || pages < kill.pages) return;
      isCounting = true;
      setTimeout(() => child.kill('SIGKILL'), kill.milliseconds);
    };
    killSoon();
    child.stderr.on('data', (data: Buffer) => (errors += String(data)));
    child.stdout.on('data', (data: Buffer) => {
      out += String(data);
      pages = out.split('"kind":"page"').length - 1;
      killSoon();
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      // The last line may be cut off by the kill.
      const lines = out
        .split('\n')
        .slice(0, -1)
        .map((line): Line => JSON.parse(line));
      const last = lines[lines.length - 1];
      const account = last?.kind === 'account' ? last.account : undefined;
      const wasKilled = signal === 'SIGKILL';
      if (!wasKilled && (code !== 0 || !account)) {
        reject(new Error(`The conversion ended by itself (${code}): ${errors}${out.slice(-500)}`));
      } else resolve({ lines, account, wasKilled });
    });
  });
}

/** Spread over the start of the program and all of its pages. */
export function killAt(seed: number, pages: number): NonNullable<RunOptions['kill']> {
  const random = ((seed * 2654435761) >>> 0) / 2 ** 32;
  if (seed % 7 === 0) return { pages: 0, milliseconds: Math.floor(100 + random * 900) };
  return { pages: 1 + Math.floor(random * (pages - 1)), milliseconds: (seed * 11) % 17 };
}

/** All results below a folder by name, without what tells of time: the report, and seconds in JSON. */
export async function resultsIn(place: Workplace, ...folder: string[]): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const name of await place.list(...folder)) {
    if (name === 'palimpsest-report.html') continue;
    const content = await readFile(place.path(...folder, name));
    results[name] = content
      .toString(name.endsWith('.png') ? 'base64' : 'utf8')
      .replace(/"milliseconds": ?[\d.]+/g, '');
  }
  return results;
}

/** An account without times, and with its paths below the folder of results. */
export function timeless(account: Account | undefined, folder: string): unknown {
  const text = JSON.stringify(account, (key, value) => (key === 'seconds' ? undefined : value));
  return JSON.parse(text.split(folder).join(''));
}
