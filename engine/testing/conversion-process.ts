/**
 * A conversion in a process of its own, for tests that kill it or weigh it: `main.cjs <JSON of Conversion>`. Prints a
 * line for every event, what it weighs after each file, the account at the end, and for each attempt at a network
 * connection `connection`.
 */

import { existsSync, readdirSync, writeSync } from 'node:fs';
import net from 'node:net';
import { type ConvertOptions, createEngine, type EngineOptions } from '../index';
import { stubToolbox } from './stub-tools';

export interface Conversion {
  readonly options: Omit<ConvertOptions, 'pages' | 'signal'>;
  readonly cacheDir: string;
  /** In place of the stub, with milliseconds for each region: the shipped models in this folder. */
  readonly assetsDir?: string;
  readonly vendorDir?: string;
  readonly milliseconds?: number;
}

/** After a file: bytes in memory, open files (where the system tells them), files in the cache folder. */
export interface Weight {
  readonly kind: 'weight';
  readonly resident: number;
  readonly handles: number;
  readonly cached: number;
}

function weigh(cacheDir: string): Weight {
  const handles = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0;
  const pages = `${cacheDir}/pages`;
  const cached = existsSync(pages) ? readdirSync(pages).length : 0;
  return { kind: 'weight', resident: process.memoryUsage.rss(), handles, cached };
}

const say = (value: unknown): void => void writeSync(1, `${JSON.stringify(value)}\n`);

// Below everything that could want one: http, fetch, sockets of native add-ons' JavaScript.
net.Socket.prototype.connect = function connect(): never {
  say({ kind: 'connection' });
  throw new Error('There is no network.');
};

async function run({ options, cacheDir, assetsDir, vendorDir, milliseconds = 0 }: Conversion): Promise<void> {
  const engineOptions: EngineOptions = {
    assetsDir: assetsDir ?? '',
    cacheDir,
    ...(vendorDir !== undefined && { vendorDir }),
    ...(assetsDir === undefined && { toolbox: stubToolbox({ milliseconds }) }),
  };
  const engine = createEngine(engineOptions);
  try {
    const conversion = engine.convert(options);
    for (;;) {
      const step = await conversion.next();
      if (step.done) return say({ kind: 'account', account: step.value });
      say(step.value);
      if (step.value.kind === 'file-done') say(weigh(cacheDir));
    }
  } finally {
    await engine.close();
  }
}

run(JSON.parse(process.argv[2] ?? '{}')).catch((error: unknown) => {
  say({ kind: 'fault', message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
