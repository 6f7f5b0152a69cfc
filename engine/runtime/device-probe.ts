/**
 * Tries a provider: does it load, and does it compute rightly? A faulty driver can end the process, so the trial runs
 * in a process of its own where one can be had. The shell's engine cannot start one (its program is the application
 * itself) but is a process of its own already: it notes what it tries before it does, and does not try again what the
 * note says has ended it.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { DeviceFile } from './device-file';
import type { DeviceName } from './device-names';
import { GraphBuilder } from './onnx/graph-builder';

export interface ProbeResult {
  /** Why it does not work; absent where it does. */
  readonly fault?: string;
  /** Native libraries that were loaded afterwards; empty where that cannot be known. */
  readonly libraries: readonly string[];
  /** What the runtime said while it looked for hardware. */
  readonly log: string;
}

export interface ProbeOptions {
  /** Environment of the trial. Default: this process's. */
  readonly env?: NodeJS.ProcessEnv;
  /** Keeps note of trials in this very process. */
  readonly file?: DeviceFile;
}

type Runtime = typeof import('onnxruntime-node');

const limitMilliseconds = 30_000;

/** Never throws. */
export async function probeDevice(device: DeviceName, options: ProbeOptions = {}): Promise<ProbeResult> {
  if (process.versions.electron === undefined) return probeOutside(device, options.env);
  const begun = await options.file?.unfinishedTrial(device);
  if (begun !== undefined) {
    const fault = `It ended the engine when it was tried on ${begun.slice(0, 10)}; palimpsest devices --again tries once more.`;
    return { fault, libraries: [], log: '' };
  }
  await options.file?.beginTrial(device);
  const fault = await attempt(await import('onnxruntime-node'), device, productGraph());
  await options.file?.endTrial(device);
  return { ...(fault !== undefined && { fault }), libraries: loadedLibraries(), log: '' };
}

/** Runs as source text too: uses nothing but its arguments. */
async function attempt(runtime: Runtime, device: string, model: Uint8Array): Promise<string | undefined> {
  try {
    const options = { executionProviders: [device], logSeverityLevel: 4 } as const;
    const session = await runtime.InferenceSession.create(model, options);
    const factor = new runtime.Tensor('float32', Float32Array.of(1, 2, 3, 4), [2, 2]);
    const { product } = await session.run({ factor });
    const values = [7, 10, 15, 22];
    const isRight = values.every((value, place) => product?.data[place] === value);
    return isRight ? undefined : 'It computes wrong results.';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs as source text: uses nothing but its arguments and what every Node has. */
function trial(attemptIn: typeof attempt, librariesOf: typeof loadedLibraries): void {
  const [, runtimePath = '', device = '', model = ''] = process.argv;
  const runtime: Runtime = require(runtimePath);
  runtime.env.logLevel = 'info';
  void attemptIn(runtime, device, Buffer.from(model, 'base64')).then((fault) => {
    process.stdout.write(JSON.stringify({ fault, libraries: librariesOf() }));
  });
}

function loadedLibraries(): string[] {
  if (process.platform !== 'linux') return [];
  const fs: typeof import('node:fs') = require('node:fs');
  const found = fs.readFileSync('/proc/self/maps', 'utf8').match(/\/\S+\.so[.\d]*$/gm) ?? [];
  return [...new Set(found)];
}

function probeOutside(device: DeviceName, env: NodeJS.ProcessEnv = process.env): Promise<ProbeResult> {
  const source = `(${trial.toString()})(${attempt.toString()}, ${loadedLibraries.toString()})`;
  const runtimePath = createRequire(__filename).resolve('onnxruntime-node');
  const model = Buffer.from(productGraph()).toString('base64');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['-e', source, runtimePath, device, model], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let log = '';
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, limitMilliseconds);
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (log += String(chunk)));
    const end = (fault: string): void => {
      clearTimeout(timer);
      const said = resultIn(output);
      resolve(said ? { ...said, log } : { fault, libraries: [], log });
    };
    child.on('error', (error) => end(`The trial could not be started: ${error.message}`));
    child.on('close', (code, signal) => {
      if (isLate) end(`It did not answer within ${limitMilliseconds / 1000} s.`);
      else end(`It ended the process that tried it (${signal ?? `exit code ${code}`}).`);
    });
  });
}

function resultIn(output: string): Pick<ProbeResult, 'fault' | 'libraries'> | undefined {
  if (!output.endsWith('}')) return undefined;
  const said: Pick<ProbeResult, 'fault' | 'libraries'> = JSON.parse(output);
  return said;
}

/** product = factor · factor. */
function productGraph(): Uint8Array {
  const graph = new GraphBuilder();
  const factor = graph.input('factor', 'float32', [2, 2]);
  graph.output('product', graph.node('MatMul', [factor, factor]), 'float32', [2, 2]);
  return graph.finish().bytes;
}
