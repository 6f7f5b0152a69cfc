/**
 * A conversion in a process of its own, for tests that kill it: `main.cjs <JSON of Conversion>`. Prints a line for
 * every event, the account at the end, and for each attempt at a network connection `connection`.
 */

import { writeSync } from 'node:fs';
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
    }
  } finally {
    await engine.close();
  }
}

run(JSON.parse(process.argv[2] ?? '{}')).catch((error: unknown) => {
  say({ kind: 'fault', message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
