import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseV1Options, FuseVersion, flipFuses, getCurrentFuseWire } from '@electron/fuses';
import { _electron } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDescription } from './packaging';
import { isRoot } from './process.mjs';
import { root } from './setup.mjs';

// The states of a fuse, as the wire has them (characters 0 and 1).
const off = 48;
const on = 49;

const description = readDescription(root);
const samples = path.join(root, 'assets', 'samples');
// Chromium's sandbox refuses to run as root.
const sandbox = process.platform === 'linux' && isRoot() ? ['--no-sandbox'] : [];

let place = '';
let application = '';
let program = '';

beforeAll(() => {
  const result = spawnSync(process.execPath, [path.join(root, 'scripts', 'package.mjs')], {
    encoding: 'utf8',
  });
  expect(result.status, result.stderr).toBe(0);
  const name = `${description.productName}-${process.platform}-${process.arch}`;
  // Far from the checkout, whose node_modules it must not find, and under a name that tests quoting.
  place = fs.mkdtempSync(path.join(os.tmpdir(), 'packaged é '));
  application = path.join(place, name);
  fs.cpSync(path.join(root, 'out', name), application, { recursive: true });
  program = path.join(application, description.executableName + (process.platform === 'win32' ? '.exe' : ''));
});

afterAll(() => fs.rmSync(place, { recursive: true, force: true }));

function palimpsest(...args: string[]) {
  return spawnSync(program, [...sandbox, '--cli', ...args], {
    cwd: place,
    encoding: 'utf8',
    timeout: 300_000,
  });
}

/** How much of the expected text's words the text holds. */
function wordsFound(text: string, expected: string) {
  const words = (from: string) => from.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const found = new Set(words(text));
  const wanted = words(expected);
  return wanted.filter((word) => found.has(word)).length / wanted.length;
}

describe('the packaged application', () => {
  it('holds what it needs and nothing of the sources', () => {
    const resources = path.join(application, 'resources');
    const files = listPackage(path.join(resources, 'app.asar'), { isPack: false });
    for (const file of ['main', 'preload', 'engine-host', 'cli', 'pdfjs', 'line-thread'])
      expect(files).toContain(`/dist/${file}.cjs`);
    expect(files).toContain('/dist/renderer/index.html');
    expect(
      files.filter((file) => /\.tsx?$|\.map$|^\/(engine|electron|renderer|bench|workshop)\//.test(file)),
    ).toEqual([]);
    const platforms = path.join(resources, 'app.asar.unpacked/node_modules/onnxruntime-node/bin/napi-v6');
    expect(fs.readdirSync(platforms)).toEqual([process.platform]);
    const models = (base: string) => fs.readdirSync(path.join(base, 'assets', 'models')).sort();
    expect(models(path.join(resources, 'app.asar.unpacked'))).toEqual(models(root));
  });

  it('cannot be turned into a plain Node or be given other code', async () => {
    const wire = await getCurrentFuseWire(program);
    expect(wire[FuseV1Options.RunAsNode]).toBe(off);
    expect(wire[FuseV1Options.EnableNodeCliInspectArguments]).toBe(off);
    expect(wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable]).toBe(off);
    expect(wire[FuseV1Options.OnlyLoadAppFromAsar]).toBe(on);
  });

  it('converts a picture and a PDF without a window, by relative paths', () => {
    fs.mkdirSync(path.join(place, 'in'));
    const pages = { 'typed-letter-pt.jpg': 'typed-letter-pt', 'library-report.pdf': 'library-report' };
    for (const file of Object.keys(pages))
      fs.copyFileSync(path.join(samples, file), path.join(place, 'in', file));
    const result = palimpsest('convert', 'in', '--out', 'texts', '--to', 'md');
    expect(result.status, result.stderr).toBe(0);
    for (const name of Object.values(pages)) {
      const text = fs.readFileSync(path.join(place, 'texts', `${name}.md`), 'utf8');
      const expected = fs.readFileSync(path.join(samples, `${name}.txt`), 'utf8');
      expect(wordsFound(text, expected), name).toBeGreaterThan(0.9);
    }
  });

  it('hands on the exit code of a wrong call', () => {
    expect(palimpsest('convert').status).toBe(2);
  });

  it('opens its window', async () => {
    // Playwright needs the inspector, which a shipped application does not have.
    await flipFuses(program, {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
    });
    const app = await _electron.launch({
      executablePath: program,
      args: sandbox,
      cwd: place,
      env: { ...(process.env as Record<string, string>), XDG_CONFIG_HOME: path.join(place, 'config') },
    });
    try {
      const window = await app.firstWindow();
      expect(await window.title()).toContain(description.productName);
      await expect.poll(() => window.locator('button').count(), { timeout: 20_000 }).toBeGreaterThan(0);
      expect(await app.evaluate(({ app: shell }) => shell.isPackaged)).toBe(true);
    } finally {
      await app.close();
    }
  });
});
