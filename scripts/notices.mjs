// npm run notices: writes THIRD_PARTY_NOTICES.md from the shipped packages' own licence files and
// the manifests of the shipped models.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './setup.mjs';

/** @typedef {{ name: string, version: string, licence: string, copyright: string[], text: string }} Notice */

const target = path.join(root, 'THIRD_PARTY_NOTICES.md');

/** @returns {string} */
export function makeNotices() {
  const notices = shippedPackages();
  return [
    '# Third-party notices',
    '',
    'Palimpsest itself is under the MIT licence (LICENSE). It ships, unmodified, the models and packages below. Written by `npm run notices`.',
    '',
    '## Models',
    '',
    ...manifestLines('models'),
    '',
    'The text of the Apache-2.0 licence is below, under pdfjs-dist.',
    '',
    '## Dictionaries',
    '',
    'For spelling, each a folder with its licence beside it. Those under the Mozilla Public License are given as their authors publish them; that is their source.',
    '',
    ...manifestLines('dictionaries'),
    '',
    '## Hunspell',
    '',
    '`hunspell-wasm` contains Hunspell, compiled to WebAssembly, used under the Mozilla Public License 1.1. It is loaded at run time as a separate file, `node_modules/hunspell-wasm/wasm/hunspell.wasm`, outside the application archive: replace it to use another build. Its sources are at the address in that package.',
    '',
    '## libheif',
    '',
    '`libheif-js` contains libheif (with libde265), compiled to WebAssembly, under the GNU Lesser General Public Licence, version 3. It is loaded at run time as a separate file, `node_modules/libheif-js/libheif-wasm/`, outside the application archive: replace the files there to use another build of the library. Its sources are at the address in that package; nothing else of Palimpsest is under that licence. HEIC pictures are refused with a message when the files are removed.',
    '',
    '## Inside other packages',
    '',
    '- `pdfjs-dist`: OpenJPEG, JBIG2 (PDFium), qcms and QuickJS as WebAssembly; their licences lie beside them as `dist/pdfjs/wasm/LICENSE_*`.',
    '- `@napi-rs/canvas`: Skia (BSD-3-Clause) and the libraries that Skia contains.',
    '- `onnxruntime-node`: ONNX Runtime (MIT) and the libraries listed in its ThirdPartyNotices.',
    '- The Electron runtime: MIT; Chromium and Node licences lie beside the executable in `LICENSES.chromium.html`.',
    '',
    '## Packages',
    '',
    '| package | version | licence | copyright |',
    '| --- | --- | --- | --- |',
    ...notices.map(
      ({ name, version, licence, copyright }) =>
        `| ${name} | ${version} | ${licence} | ${copyright.join('; ').replaceAll('|', '\\|')} |`,
    ),
    '',
    '## Licence texts',
    '',
    ...licenceTexts(notices),
    '### GPL-3.0, which LGPL-3.0 (libheif) refers to',
    '',
    '```text',
    fs.readFileSync(path.join(root, 'scripts', 'licences', 'GPL-3.0.txt'), 'utf8').trim(),
    '```',
    '',
  ].join('\n');
}

/** Of packages that are offered under several, the one that they are used under. */
const chosenLicences = new Map([['hunspell-wasm', { licence: 'MPL-1.1', file: 'COPYING.MPL' }]]);

/** Everything that package-lock.json does not mark as for development. @returns {Notice[]} */
function shippedPackages() {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const notices = new Map();
  for (const [location, entry] of Object.entries(lock.packages)) {
    // Builds for one platform carry the licence of the package that wants them.
    if (location === '' || entry.dev || entry.devOptional || (entry.optional && (entry.os || entry.cpu)))
      continue;
    const folder = path.join(root, location);
    if (!fs.existsSync(folder)) continue;
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const chosen = chosenLicences.get(manifest.name);
    const file = chosen?.file ?? fs.readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
    const whole =
      file && fs.statSync(path.join(folder, file)).isFile()
        ? fs.readFileSync(path.join(folder, file), 'utf8')
        : '';
    const { copyright, text } = splitCopyright(whole);
    notices.set(`${manifest.name}@${manifest.version}`, {
      name: manifest.name,
      version: manifest.version,
      licence: chosen?.licence ?? licenceName(manifest),
      copyright: copyright.length > 0 ? copyright : authorOf(manifest),
      text,
    });
  }
  return [...notices.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** @param {any} manifest @returns {string} */
function licenceName(manifest) {
  const licence = manifest.license ?? manifest.licenses;
  if (typeof licence === 'string') return licence;
  if (Array.isArray(licence)) return licence.map((one) => one.type ?? one).join(' OR ');
  return licence?.type ?? 'see its licence file';
}

/** @param {any} manifest @returns {string[]} */
function authorOf(manifest) {
  const author = typeof manifest.author === 'string' ? manifest.author : manifest.author?.name;
  return author ? [author.replace(/\s*[<(].*$/, '')] : [];
}

/** Copyright lines apart from the rest, so that equal licences are printed once. @param {string} whole */
function splitCopyright(whole) {
  const isApache = /apache license/i.test(whole.slice(0, 400));
  const lines = whole.replaceAll('\r', '').split('\n');
  // The Apache text speaks of copyright itself.
  const isCopyright = (/** @type {string} */ line) =>
    !isApache && /^\W*(copyright\b.*(\d{4}|©|\(c\))|©)/i.test(line.trim());
  return {
    copyright: lines.filter(isCopyright).map((line) => line.trim().replace(/^[*#\s]+/, '')),
    text: lines
      .filter((line) => !isCopyright(line))
      .join('\n')
      .trim(),
  };
}

/** @param {Notice[]} notices */
function licenceTexts(notices) {
  /** @type {Map<string, { text: string, licence: string, names: string[] }>} */
  const groups = new Map();
  for (const { name, licence, text } of notices) {
    if (text === '') continue;
    const key = text
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .replace(/^ ?(the )?(mit|isc|bsd)( licen[cs]e)?( mit)? ?/, '')
      .trim();
    const group = groups.get(key) ?? { text, licence, names: [] };
    group.names.push(name);
    groups.set(key, group);
  }
  const apache = [...groups.values()].filter(({ text }) => /apache license/i.test(text.slice(0, 400)));
  const others = [...groups.values()].filter((group) => !apache.includes(group));
  return [...others, ...apache].flatMap(({ text, licence, names }) => [
    `### ${licence}: ${names.join(', ')}`,
    '',
    '```text',
    text.replaceAll('```', "'''"),
    '```',
    '',
  ]);
}

/** @param {string} kind @returns {string[]} */
function manifestLines(kind) {
  const folder = path.join(root, 'assets', kind);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'manifest.json')))
    .sort()
    .map((name) => {
      const manifest = JSON.parse(fs.readFileSync(path.join(folder, name, 'manifest.json'), 'utf8'));
      return `- **${manifest.name}** (\`assets/${kind}/${name}\`), ${manifest.licence}. ${manifest.source}.`;
    });
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  const text = makeNotices();
  fs.writeFileSync(target, text);
  console.log(`${path.relative(root, target)}: ${text.split('\n').length} lines`);
}
