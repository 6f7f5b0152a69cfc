/**
 * The command line where Linux has no display. Chromium ends a process that finds none as soon as its event loop
 * starts, so the loop is kept from starting: the work is done in a thread while this one waits.
 */
import { Worker } from 'node:worker_threads';

/** Runs in the thread. Streams of a thread go through the waiting one, so it writes to the descriptors itself. */
const threadCode = `
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const stream = (descriptor) => ({ write: (text) => (writeSync(descriptor, text), true) });
const end = (code) => {
  workerData.result[1] = code;
  Atomics.store(workerData.result, 0, 1);
  Atomics.notify(workerData.result, 0);
};
require(workerData.bundle)
  .main(workerData.args, { stdout: stream(1), stderr: stream(2), cwd: process.cwd() })
  .then(end, (error) => {
    writeSync(2, String(error && error.stack) + '\\n');
    end(1);
  });
`;

export function hasDisplay(env: NodeJS.ProcessEnv, platform: string): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/** Runs the command line to its end and gives its exit code. Ctrl+C ends the process at once. */
export function runCommandLineInThread(bundle: string, args: readonly string[]): number {
  const result = new Int32Array(new SharedArrayBuffer(8));
  new Worker(threadCode, { eval: true, workerData: { result, bundle, args } });
  Atomics.wait(result, 0, 0);
  return result[1] ?? 1;
}
