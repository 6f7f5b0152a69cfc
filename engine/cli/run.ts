/** The command line: arguments in, results on disk, progress on stderr, one summary line on stdout. */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createEngine, type Engine, engineVersion, PalimpsestError, toErrorData } from '../index';
import {
  type CliArguments,
  type CompareArguments,
  parseArguments,
  type ReadArguments,
  UsageError,
  usage,
} from './arguments';
import { convert, exitCancelled, preview, watch } from './convert';
import { listDevices, warnOfDevice } from './devices';
import type { CliHost } from './host';
import { modelFor, runModels } from './models';
import { makeTemporaryFolder } from './temporary-folder';
import { writeJson } from './write-json';

/** Runs one command; returns the exit code: 0 all done, 1 something failed, 2 wrong usage, 130 cancelled. */
export async function runCli(argv: readonly string[], host: CliHost): Promise<number> {
  try {
    const parsed = parseArguments(argv);
    if (parsed.command === 'help') host.stdout(usage);
    else if (parsed.command === 'version') host.stdout(`${engineVersion}\n`);
    else if (parsed.command === 'devices') await listDevices(parsed, host);
    else {
      return await withEngine(host, parsed, (engine) => runCommand(engine, parsed, host));
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      host.stderr(`palimpsest: ${error.message}\n`);
      return 2;
    }
    const data = toErrorData(error);
    host.stderr(`palimpsest: ${data.file ? `${data.file}: ` : ''}${data.message}\n`);
    return data.code === 'cancelled' ? exitCancelled : 1;
  }
}

async function withEngine(
  host: CliHost,
  parsed: EngineCommand,
  work: (engine: Engine) => Promise<number>,
): Promise<number> {
  const layout = parsed.command === 'convert' || parsed.command === 'watch' ? parsed.layout : undefined;
  const cacheDir = await makeTemporaryFolder('run');
  const engine = createEngine({
    assetsDir: host.assetsDir,
    cacheDir,
    threads: threadsOf(parsed),
    modelsDir: host.modelsDir,
    deviceFile: host.deviceFile,
    layout: layout === undefined || layout === 'shipped' ? layout : resolve(host.cwd, layout),
    ...(host.vendorDir === undefined ? {} : { vendorDir: host.vendorDir }),
  });
  try {
    return await work(engine);
  } finally {
    await engine.close();
    await rm(cacheDir, { recursive: true, force: true });
  }
}

type EngineCommand = Exclude<CliArguments, { readonly command: 'help' | 'version' | 'devices' }>;

function threadsOf(parsed: EngineCommand): number {
  if (parsed.command !== 'models') return parsed.threads;
  return parsed.action.kind === 'quantise' ? parsed.action.threads : 2;
}

function runCommand(engine: Engine, parsed: EngineCommand, host: CliHost): Promise<number> {
  switch (parsed.command) {
    case 'convert':
      return parsed.dryRun ? preview(engine, parsed, host) : convert(engine, parsed, host);
    case 'watch':
      return watch(engine, parsed, host);
    case 'read':
      return read(engine, parsed, host);
    case 'compare':
      return compare(engine, parsed, host);
    case 'models':
      return runModels(engine, parsed.action, host);
  }
}

async function read(engine: Engine, parsed: ReadArguments, host: CliHost): Promise<number> {
  const { reading, trace, use } = await engine.readRegion({
    path: resolve(host.cwd, parsed.path),
    task: parsed.task,
    model: await modelFor(host, parsed.model),
    decode: parsed.decode,
    signal: host.signal,
  });
  if (parsed.trace !== undefined) {
    if (!trace) {
      const message = `The model "${parsed.model}" decodes no tokens: there is no trace of it.`;
      throw new PalimpsestError('invalid-request', message);
    }
    await writeJson(resolve(host.cwd, parsed.trace), trace);
  }
  warnOfDevice(parsed, use, host);
  host.stdout(`${reading.text}\n`);
  if (reading.stop === 'cap') host.stderr('palimpsest: the text is cut off at the length limit\n');
  if (reading.stop === 'loop') host.stderr('palimpsest: decoding went round in a loop and was stopped\n');
  return 0;
}

async function compare(engine: Engine, parsed: CompareArguments, host: CliHost): Promise<number> {
  const found = await engine.compare({
    path: resolve(host.cwd, parsed.path),
    model: await modelFor(host, parsed.model),
    blockLength: parsed.decode.blockLength,
    weights: parsed.decode.weights,
    device: parsed.decode.device,
    signal: host.signal,
  });
  const same = found.identical === found.regions;
  warnOfDevice(parsed, found.use, host);
  if (parsed.json) host.stdout(`${JSON.stringify(found, undefined, 2)}\n`);
  else {
    host.stdout(`identical: ${same ? 'yes' : 'no'} (${found.identical}/${found.regions} regions)\n`);
    const { difference } = found;
    if (difference) {
      host.stdout(
        `first difference: page ${difference.page}, region ${difference.region}, token ${difference.token + 1}\n`,
      );
    }
    for (const mode of ['self-speculative', 'autoregressive'] as const) {
      const perForward = found.forwards[mode] > 0 ? found.tokens / found.forwards[mode] : 0;
      host.stdout(`${mode}: ${perForward.toFixed(2)} tokens/forward, ${found.seconds[mode].toFixed(2)} s\n`);
    }
  }
  return same ? 0 : 1;
}
