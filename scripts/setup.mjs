// What every launcher needs first: the locked npm packages, and on Debian the libraries of a window.
// Plain Node: runs before anything is installed.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { has, isRoot, run, say } from './process.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Throws with one clear line; launchers print it and leave with 1. */
export class SetupError extends Error {}

/** Installs the npm packages of package-lock.json unless they are there already. */
export async function ensureDependencies() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  }
  if (isInstalled(root)) return;
  say('set-up: installing npm packages (npm ci) …');
  const start = Date.now();
  const windows = process.platform === 'win32';
  const result = await run(windows ? 'npm.cmd' : 'npm', ['ci', '--loglevel=error'], {
    cwd: root,
    output: 'stderr',
    limitSeconds: 1200,
  });
  if (result.code !== 0) {
    const reason = result.timedOut ? 'took longer than 20 minutes' : `failed (exit code ${result.code})`;
    throw new SetupError(`npm ci ${reason}; is the npm registry reachable?`);
  }
  say(`set-up: packages installed (${seconds(start)} s)`);
}

/**
 * True when npm's own record of what lies in node_modules agrees with the lock file. That record is
 * written last, so an interrupted installation counts as missing.
 * @param {string} folder
 */
export function isInstalled(folder) {
  try {
    const wanted = readPackages(path.join(folder, 'package-lock.json'));
    const present = readPackages(path.join(folder, 'node_modules', '.package-lock.json'));
    return Object.entries(wanted).every(([name, entry]) => {
      if (name === '') return true;
      const found = present[name];
      // Builds for other platforms are optional and absent here.
      if (!found) return Boolean(entry.optional || entry.devOptional);
      return found.version === entry.version && found.integrity === entry.integrity;
    });
  } catch {
    return false;
  }
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>}
 */
function readPackages(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8')).packages;
}

const debianPackages = [
  'xvfb',
  'xauth',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libnotify4',
  'libsecret-1-0',
  // For WebGPU: the loader of graphics drivers.
  'libvulkan1',
];

/**
 * The Debian packages that Electron and a virtual display need: installed when this process may,
 * else named. Returns a line that says what is missing, or undefined.
 * @returns {Promise<string | undefined>}
 */
export async function ensureWindowPackages() {
  if (process.platform !== 'linux' || !has('dpkg-query')) return undefined;
  const missing = debianPackages.filter((name) => !isDebianInstalled(name));
  if (missing.length === 0) return undefined;
  const byHand = `missing Debian packages: apt-get install --no-install-recommends ${missing.join(' ')}`;
  if (!isRoot() || !has('apt-get')) return byHand;
  say(`set-up: installing Debian packages: ${missing.join(' ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
  let result = await run('apt-get', install, { env, output: 'capture', limitSeconds: 900 });
  if (result.code !== 0) {
    // Package lists may be old or absent on a fresh machine.
    await run('apt-get', ['update', '-qq'], { env, output: 'capture', limitSeconds: 300 });
    result = await run('apt-get', install, { env, output: 'capture', limitSeconds: 900 });
  }
  if (result.code === 0) return undefined;
  say(result.output.trim().split('\n').slice(-5).join('\n'));
  return byHand;
}

/** @param {string} name */
function isDebianInstalled(name) {
  // Newer releases renamed some libraries (64-bit time); either name will do.
  return [name, `${name}t64`].some((candidate) => {
    const query = spawnSync('dpkg-query', ['-s', candidate], { encoding: 'utf8' });
    return query.status === 0 && query.stdout.includes('ok installed');
  });
}

/** @param {number} start */
export function seconds(start) {
  return ((Date.now() - start) / 1000).toFixed(1);
}

/**
 * Where the user stood when npm was called; npm itself moves to the package's folder.
 * @returns {string}
 */
export function callerFolder() {
  const here = process.cwd();
  return process.env.INIT_CWD && here === root ? process.env.INIT_CWD : here;
}

/** Runs a launcher: a set-up problem is one line, not a stack trace. @param {() => Promise<number>} main */
export async function launch(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
