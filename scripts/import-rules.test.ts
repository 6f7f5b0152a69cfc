import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** [file, what it imports, how, the rule that must object (none: allowed)] */
const cases: [file: string, imported: string, kind: 'value' | 'type', rule?: string][] = [
  ['engine/document/a.ts', '../base/x', 'value'],
  ['engine/document/b.ts', '../protocol/x', 'value', 'engine-document'],
  ['engine/base/a.ts', '../document/x', 'type', 'engine-base'],
  ['engine/protocol/a.ts', '../document/x', 'value'],
  ['engine/protocol/b.ts', '../jobs/x', 'type', 'engine-protocol'],
  ['engine/intake/a.ts', '../regions/x', 'value', 'engine-intake'],
  ['engine/intake/b.ts', '../exports/x', 'type', 'engine-intake'],
  ['engine/regions/a.ts', '../runtime/x', 'value'],
  ['engine/regions/b.ts', '../intake/x', 'value', 'engine-regions'],
  ['engine/decoding/a.ts', '../runtime/x', 'value', 'engine-decoding'],
  ['engine/decoding/b.ts', '../model/x', 'type', 'engine-decoding'],
  ['engine/model/a.ts', '../decoding/x', 'type'],
  ['engine/model/b.ts', '../decoding/x', 'value', 'model-decoding-types'],
  ['engine/model/c.ts', '../assembly/x', 'value', 'engine-model'],
  ['engine/assembly/a.ts', '../exports/x', 'value', 'engine-assembly'],
  ['engine/exports/a.ts', '../store/x', 'value', 'engine-exports'],
  ['engine/store/a.ts', '../jobs/x', 'value', 'engine-store'],
  ['engine/runtime/a.ts', '../document/x', 'value', 'engine-runtime'],
  ['engine/runtime/b.ts', 'onnxruntime-node', 'value'],
  ['engine/model/d.ts', 'onnxruntime-node', 'value', 'onnxruntime-only-in-runtime'],
  ['engine/library/a.ts', 'node:https', 'value'],
  ['engine/library/b.ts', '../model/x', 'value', 'engine-library'],
  ['engine/model/e.ts', 'node:http', 'value', 'network-only-in-library'],
  ['electron/f.ts', 'net', 'value', 'network-only-in-library'],
  ['engine/jobs/a.ts', '../intake/x', 'value'],
  ['engine/jobs/b.ts', '../exports/x', 'value'],
  ['engine/jobs/c.ts', '../cli/x', 'value', 'engine-jobs'],
  ['engine/jobs/d.ts', '../../electron/x', 'type', 'engine-inside'],
  ['engine/jobs/f.ts', '../testing/x', 'value', 'testing-only-in-tests'],
  ['engine/jobs/f.test.ts', '../testing/x', 'value'],
  ['engine/jobs/e.ts', 'electron', 'value', 'electron-only-in-electron'],
  ['engine/cli/a.ts', '../index', 'value'],
  ['engine/cli/b.ts', '../jobs/x', 'value', 'engine-cli'],
  ['electron/a.ts', 'electron', 'value'],
  ['electron/b.ts', '../engine/protocol/x', 'value'],
  ['electron/c.ts', '../engine/index', 'value', 'electron'],
  ['electron/d.ts', '../engine/base/x', 'value', 'electron'],
  ['electron/engine-host.ts', '../engine/index', 'value'],
  ['renderer/a.ts', '../engine/document/x', 'value'],
  ['renderer/b.ts', '../engine/protocol/x', 'type'],
  ['renderer/c.ts', '../engine/protocol/x', 'value', 'renderer-protocol-types'],
  ['renderer/d.ts', '../engine/jobs/x', 'type', 'renderer'],
  ['renderer/e.ts', '../electron/x', 'type', 'renderer'],
  ['renderer/f.ts', 'node:fs', 'value', 'no-node-in-the-window'],
  ['renderer/g.ts', './missing', 'value', 'must-resolve'],
  ['bench/a.ts', '../engine/index', 'value'],
  ['bench/b.ts', '../renderer/x', 'value', 'bench'],
  ['engine/exports/ring-a.ts', './ring-b', 'value', 'no-cycles'],
];

interface Violation {
  from: string;
  rule: { name: string };
}

let violations: Violation[] = [];
let folder = '';

function write(file: string, text: string) {
  const target = path.join(folder, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text);
}

beforeAll(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'import-rules-')));
  for (const name of ['base', 'document', 'protocol', 'intake', 'runtime', 'regions', 'decoding', 'model']) {
    write(`engine/${name}/x.ts`, 'export const value = 1;\nexport type Shape = number;\n');
  }
  for (const place of [
    'engine/assembly',
    'engine/exports',
    'engine/store',
    'engine/jobs',
    'engine/cli',
    'engine/testing',
  ]) {
    write(`${place}/x.ts`, 'export const value = 1;\nexport type Shape = number;\n');
  }
  for (const place of ['electron', 'renderer'])
    write(`${place}/x.ts`, 'export const value = 1;\nexport type Shape = number;\n');
  write('engine/index.ts', 'export const value = 1;\n');
  write('engine/exports/ring-b.ts', "export { made as value } from './ring-a';\n");
  for (const name of ['electron', 'onnxruntime-node']) {
    write(
      `node_modules/${name}/package.json`,
      `{ "name": "${name}", "version": "1.0.0", "main": "index.js" }`,
    );
    write(`node_modules/${name}/index.js`, 'exports.value = 1;\n');
  }
  write(
    'package.json',
    '{ "dependencies": { "onnxruntime-node": "1" }, "devDependencies": { "electron": "1" } }',
  );
  fs.copyFileSync(path.join(root, 'tsconfig.base.json'), path.join(folder, 'tsconfig.base.json'));
  for (const [file, imported, kind] of cases) {
    write(
      file,
      kind === 'type'
        ? `import type { Shape } from '${imported}';\nexport const made: Shape = 1;\n`
        : `import { value } from '${imported}';\nexport const made = value;\n`,
    );
  }
  const program = path.join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const config = path.join(root, '.dependency-cruiser.cjs');
  const args = [
    program,
    '--config',
    config,
    '--output-type',
    'json',
    'engine',
    'electron',
    'renderer',
    'bench',
  ];
  const result = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
  violations = JSON.parse(result.stdout).summary.violations;
}, 60_000);

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('import rules', () => {
  for (const [file, imported, kind, rule] of cases) {
    const how = kind === 'type' ? ' (types)' : '';
    it(`${rule ? 'forbids' : 'allows'} ${file} → ${imported}${how}`, () => {
      const found = violations
        .filter((violation) => violation.from === file)
        .map(({ rule: { name } }) => name);
      expect(found).toEqual(rule ? expect.arrayContaining([rule]) : []);
    });
  }
});

describe('the preload object', () => {
  it('is used by renderer/bridge.ts alone', ({ skip }) => {
    const preload = path.join(root, 'electron', 'preload.ts');
    if (!fs.existsSync(preload)) return skip('there is no preload yet');
    const name = /exposeInMainWorld\(\s*'(\w+)'/.exec(fs.readFileSync(preload, 'utf8'))?.[1];
    expect(name, 'electron/preload.ts exposes an object by a literal name').toBeTruthy();
    const users = fs
      .readdirSync(path.join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$/.test(file))
      .filter((file) => {
        const text = fs.readFileSync(path.join(root, 'renderer', file), 'utf8');
        return new RegExp(`(window|globalThis)(\\.|\\[['"])${name}\\b`).test(text);
      });
    expect(users).toEqual(['bridge.ts']);
  });
});
