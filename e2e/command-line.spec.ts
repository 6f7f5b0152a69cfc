import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { electronProgram, root, temporaryFolder } from './launch';

const sample = path.join(root, 'assets', 'samples', 'typed-letter-pt.jpg');

function palimpsest(args: readonly string[], cwd: string, display: boolean) {
  const { DISPLAY, WAYLAND_DISPLAY, ...rest } = process.env;
  return spawnSync(electronProgram(), ['--no-sandbox', root, '--cli', ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
    env: display ? process.env : rest,
  });
}

for (const display of [true, false]) {
  test(`--cli converts without a window, ${display ? 'beside a display' : 'where there is none'}`, () => {
    test.setTimeout(150_000);
    test.skip(!display && process.platform !== 'linux', 'only Linux can be without a display');
    const folder = temporaryFolder('cli');
    fs.copyFileSync(sample, path.join(folder, 'letter.jpg'));
    const result = palimpsest(['convert', 'letter.jpg', '--out', 'texts', '--to', 'txt'], folder, display);
    expect(result.status, result.stderr).toBe(0);
    expect(fs.readFileSync(path.join(folder, 'texts', 'letter.txt'), 'utf8').length).toBeGreaterThan(200);
    expect(palimpsest(['convert'], folder, display).status).toBe(2);
  });
}
