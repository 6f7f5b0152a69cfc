// npm start: opens the window, having installed and built what is missing.
//   npm start                               the window with the sample documents
//   npm start -- <file or folder> …         the window with these
//   npm start -- convert <folder> --out …   the command line, no window
// PALIMPSEST_XVFB=1 runs the window on a virtual display (Linux).
import fs from 'node:fs';
import path from 'node:path';
import { buildTargets, isCommand, runCli } from './cli.mjs';
import { has, hasDisplay, isRoot, run, say } from './process.mjs';
import {
  callerFolder,
  ensureDependencies,
  ensureWindowPackages,
  launch,
  root,
  SetupError,
} from './setup.mjs';

/** @param {string[]} args */
async function main(args) {
  if (isCommand(args)) return runCli(args);
  const files = args.filter((arg) => !arg.startsWith('-')).map((arg) => path.resolve(callerFolder(), arg));
  const unknown = files.find((file) => !fs.existsSync(file));
  // Neither a command nor a file: the command line's own usage text says what there is.
  if (unknown) return runCli(args);

  const virtual = process.env.PALIMPSEST_XVFB === '1';
  if (!virtual && !hasDisplay()) {
    throw new SetupError(
      'No display (DISPLAY is not set): set PALIMPSEST_XVFB=1 for a virtual one, or convert without a window: npm start -- convert <folder> --out <folder>',
    );
  }
  await ensureDependencies();
  const missing = await ensureWindowPackages();
  if (missing) say(`set-up: ${missing}`);
  if (virtual && !has('xvfb-run'))
    throw new SetupError('PALIMPSEST_XVFB=1 needs xvfb-run (Debian package xvfb).');
  await buildTargets();
  const { ensureElectron } = await import('./electron-runtime.mjs');
  const runtime = await ensureElectron();

  const opened = files.length > 0 ? files : sampleDocuments();
  // Chromium's sandbox refuses to run as root.
  const sandbox = process.platform === 'linux' && isRoot() ? ['--no-sandbox'] : [];
  const switches = args.filter((arg) => arg.startsWith('-'));
  const command = [runtime.executable, ...sandbox, root, ...switches, ...opened];
  const line = virtual ? ['xvfb-run', '-a', ...command] : command;
  const env = { ...process.env, ...runtime.env };
  const result = await run(/** @type {string} */ (line[0]), line.slice(1), { cwd: root, env });
  return result.code;
}

/** The pictures and PDFs; their expected texts lie beside them for the tests. */
function sampleDocuments() {
  const folder = path.join(root, 'assets', 'samples');
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => /\.(jpe?g|png|tiff?|pdf)$/.test(name));
  return names.sort().map((name) => path.join(folder, name));
}

await launch(() => main(process.argv.slice(2)));
