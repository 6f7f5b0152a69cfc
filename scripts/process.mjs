// Child processes with a time limit, and the few questions about this machine that set-up asks.
// Plain Node: runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';

/** One line of set-up news; standard output belongs to the command line's results. @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [limitSeconds] the whole process group is ended after that
 * @property {'inherit' | 'stderr' | 'capture'} [output] 'stderr': its standard output goes to our standard error
 */

/**
 * Runs a program to its end.
 * @param {string} command @param {string[]} args @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function run(command, args, options = {}) {
  const mode = options.output ?? 'inherit';
  const windows = process.platform === 'win32';
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio:
        mode === 'inherit' ? 'inherit' : mode === 'stderr' ? ['inherit', 2, 2] : ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a hung grandchild (an Electron, a worker) is ended too. Not
      // when output is inherited from a terminal: there Ctrl-C must reach it.
      detached: !windows && !process.stdin.isTTY,
      shell: windows && /\.(cmd|bat)$/.test(command),
    });
    let output = '';
    let timedOut = false;
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      if (!child.pid) return;
      try {
        if (!windows && !process.stdin.isTTY) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // It ended by itself in between.
      }
    };
    const limit = (options.limitSeconds ?? 24 * 3600) * 1000;
    const timer = setTimeout(() => {
      timedOut = true;
      stop('SIGTERM');
      setTimeout(() => stop('SIGKILL'), 5000).unref();
    }, limit);
    const onSignal = (/** @type {NodeJS.Signals} */ signal) => stop(signal);
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      resolve({ code, output, timedOut });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(127);
    });
    // 'exit', not 'close': a grandchild that keeps the pipe open must not hold us up.
    child.on('exit', (code, signal) => setImmediate(() => finish(code ?? (signal === 'SIGINT' ? 130 : 1))));
  });
}

/** Where a program is, if it is installed. @param {string} program @returns {string | undefined} */
export function find(program) {
  const finder = process.platform === 'win32' ? 'where' : 'which';
  const result = spawnSync(finder, [program], { encoding: 'utf8' });
  return result.status === 0 ? result.stdout.split(/\r?\n/)[0] : undefined;
}

/** @param {string} program */
export const has = (program) => find(program) !== undefined;

export const isRoot = () => typeof process.getuid === 'function' && process.getuid() === 0;

export const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
