// Builds everything that runs from dist/: Node bundles by esbuild, the window by Vite.
//   node scripts/build.mjs [--force] [--only cli,pdfjs]
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stampFolder = path.join(root, '.cache', 'build');

/** Native or separately replaceable modules: loaded from node_modules at run time, never bundled. */
export const external = [
  'electron',
  'onnxruntime-node',
  '@napi-rs/canvas',
  'libheif-js',
  'libheif-js/*',
  'libsql',
];

/** Its message says all; a stack trace would not help. */
export class BuildError extends Error {}

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} entry
 * @property {string} out
 * @property {'node' | 'pdfjs' | 'preload' | 'vite'} kind
 */
/** @type {Target[]} */
const targets = [
  { name: 'pdfjs', entry: 'engine/intake/pdf/pdfjs-entry.ts', out: 'dist/pdfjs.cjs', kind: 'pdfjs' },
  {
    name: 'line-thread',
    entry: 'engine/model/lines/line-thread.ts',
    out: 'dist/line-thread.cjs',
    kind: 'node',
  },
  { name: 'cli', entry: 'engine/cli/main.ts', out: 'dist/cli.cjs', kind: 'node' },
  { name: 'engine-host', entry: 'electron/engine-host.ts', out: 'dist/engine-host.cjs', kind: 'node' },
  { name: 'main', entry: 'electron/main.ts', out: 'dist/main.cjs', kind: 'node' },
  { name: 'preload', entry: 'electron/preload.ts', out: 'dist/preload.cjs', kind: 'preload' },
  { name: 'renderer', entry: 'renderer/index.html', out: 'dist/renderer', kind: 'vite' },
];

/**
 * @typedef {object} BuildOptions
 * @property {string[]} [only] names of targets; all when left out
 * @property {boolean} [force] build even when nothing changed
 * @property {boolean} [quiet] say nothing but errors
 * @param {BuildOptions} [options]
 */
export async function build(options = {}) {
  const say = options.quiet ? () => {} : (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  const names = options.only ?? targets.map((target) => target.name);
  for (const name of names) {
    if (!targets.some((target) => target.name === name)) throw new Error(`unknown build target: ${name}`);
  }
  for (const target of targets.filter(({ name }) => names.includes(name))) {
    if (!fs.existsSync(path.join(root, target.entry))) {
      say(`build: ${target.name} skipped (${target.entry} does not exist)`);
      continue;
    }
    if (!options.force && isFresh(target)) {
      say(`build: ${target.name} unchanged`);
      continue;
    }
    const start = Date.now();
    let inputs;
    try {
      inputs = target.kind === 'vite' ? await buildWindow(target) : await buildNode(target);
    } catch (error) {
      const isEsbuild = typeof error === 'object' && error !== null && 'errors' in error;
      // esbuild has already printed where and what.
      const reason = isEsbuild ? 'see above' : error instanceof Error ? error.message : String(error);
      throw new BuildError(`build: ${target.name} failed: ${reason}`);
    }
    writeStamp(target, inputs);
    say(`build: ${target.name} → ${target.out} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
}

/** @param {Target} target @returns {Promise<string[]>} the project's own files that went into it */
async function buildNode(target) {
  const esbuild = await import('esbuild');
  const isPdfjs = target.kind === 'pdfjs';
  const result = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [target.entry],
    outfile: target.out,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Electron 22's Node; newer ones run the same code.
    target: 'node16.17',
    external,
    // Smaller, and each bundle has the licence comments of what is inside.
    minifySyntax: true,
    legalComments: 'eof',
    sourcemap: isPdfjs ? false : 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    // `import()` becomes `require`: Electron's archive is invisible to Node's own module loader.
    ...(isPdfjs ? {} : { supported: { 'dynamic-import': false } }),
    logOverride: { 'empty-import-meta': 'silent' },
    metafile: true,
    write: false,
    // pdf.js asks "am I in Node?" by process.type and would then load optional native modules.
    define: isPdfjs
      ? { 'process.type': '"browser"', 'import.meta.url': '__filename' }
      : { 'import.meta.url': '__bundleUrl', 'import.meta.dirname': '__dirname' },
    // A sandboxed preload has neither a file name nor the url module.
    ...(target.kind === 'node'
      ? { banner: { js: "const __bundleUrl = require('url').pathToFileURL(__filename).href;" } }
      : {}),
  });
  for (const file of result.outputFiles) replaceFile(file.path, file.contents);
  if (isPdfjs) copyPdfData();
  return Object.keys(result.metafile.inputs).filter(
    (file) => !file.includes('node_modules/') && !file.includes(':'),
  );
}

/** pdf.js reads character maps, standard fonts and decoders as files beside its bundle. */
function copyPdfData() {
  for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
    const from = path.join(root, 'node_modules', 'pdfjs-dist', folder);
    fs.cpSync(from, path.join(root, 'dist', 'pdfjs', folder), { recursive: true });
  }
}

/** @param {Target} target */
async function buildWindow(target) {
  const { build: viteBuild } = await import('vite');
  const fresh = path.join(root, 'dist', `.renderer-${process.pid}`);
  process.env.PALIMPSEST_RENDERER_OUT = fresh;
  try {
    await viteBuild({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn' });
    // Swapped as a whole: a window opened meanwhile sees either the old files or the new ones.
    const out = path.join(root, target.out);
    const old = path.join(root, 'dist', `.renderer-old-${process.pid}`);
    if (fs.existsSync(out)) fs.renameSync(out, old);
    fs.renameSync(fresh, out);
    fs.rmSync(old, { recursive: true, force: true });
  } finally {
    delete process.env.PALIMPSEST_RENDERER_OUT;
    fs.rmSync(fresh, { recursive: true, force: true });
  }
  return windowInputs();
}

/** Vite does not say what it read, so every file that the window may use counts. */
function windowInputs() {
  const folders = ['renderer', 'engine/document', 'engine/protocol', 'engine/base'];
  return [...folders.flatMap(listFiles), 'vite.config.ts'].filter((file) => !/\.test\.tsx?$/.test(file));
}

/** @param {string} folder @returns {string[]} */
function listFiles(folder) {
  const absolute = path.join(root, folder);
  if (!fs.existsSync(absolute)) return [];
  return fs
    .readdirSync(absolute, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    );
}

/** @param {string} file @param {Uint8Array} contents */
function replaceFile(file, contents) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  fs.writeFileSync(temporary, contents);
  fs.renameSync(temporary, file);
}

/** @param {Target} target */
const stampFile = (target) => path.join(stampFolder, `${target.name}.json`);

/** @param {string[]} inputs */
function hashInputs(inputs) {
  const hash = createHash('sha256');
  for (const file of [...new Set([...inputs, 'scripts/build.mjs', 'package-lock.json'])].sort()) {
    const absolute = path.join(root, file);
    hash
      .update(`${file}\0`)
      .update(fs.existsSync(absolute) ? fs.readFileSync(absolute) : '-')
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {Target} target */
function isFresh(target) {
  if (!fs.existsSync(path.join(root, target.out)) || !fs.existsSync(stampFile(target))) return false;
  try {
    const stamp = JSON.parse(fs.readFileSync(stampFile(target), 'utf8'));
    // For the window the list itself may have grown; bundles tell exactly what they read.
    const inputs = target.kind === 'vite' ? windowInputs() : stamp.inputs;
    return hashInputs(inputs) === stamp.hash;
  } catch {
    return false; // a damaged stamp only means building again
  }
}

/** @param {Target} target @param {string[]} inputs */
function writeStamp(target, inputs) {
  const stamp = { hash: hashInputs(inputs), inputs };
  replaceFile(stampFile(target), Buffer.from(JSON.stringify(stamp, null, 1)));
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  const args = process.argv.slice(2);
  const list = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  try {
    await build({ force: args.includes('--force'), ...(list ? { only: list.split(',') } : {}) });
  } catch (error) {
    console.error(error instanceof BuildError ? error.message : error);
    process.exit(1);
  }
}
