import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isCommand } from './cli.mjs';
import { checkHash } from './electron-runtime.mjs';
import { fileFilter, readDescription, unpackedFolders } from './packaging';
import { run } from './process.mjs';
import { isInstalled, root } from './setup.mjs';
import { closingLine, readPlaywright, readVitest } from './test-runners.mjs';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchers-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('installed packages', () => {
  const lock = (packages: object) => JSON.stringify({ packages });
  const a = { version: '1.0.0', integrity: 'sha512-a' };

  function install(wanted: object, present: object) {
    fs.mkdirSync(path.join(folder, 'node_modules'));
    fs.writeFileSync(path.join(folder, 'package-lock.json'), lock(wanted));
    fs.writeFileSync(path.join(folder, 'node_modules', '.package-lock.json'), lock(present));
    return isInstalled(folder);
  }

  it('are found when every locked one is there', () => {
    const other = { version: '2.0.0', integrity: 'sha512-b', optional: true };
    expect(
      install({ '': {}, 'node_modules/a': a, 'node_modules/other-platform': other }, { 'node_modules/a': a }),
    ).toBe(true);
  });

  it('are missing when one is absent, or of another version', () => {
    expect(install({ 'node_modules/a': a }, {})).toBe(false);
    fs.rmSync(path.join(folder, 'node_modules'), { recursive: true });
    expect(install({ 'node_modules/a': a }, { 'node_modules/a': { ...a, version: '1.0.1' } })).toBe(false);
  });

  it('are missing when npm never finished', () => {
    fs.writeFileSync(path.join(folder, 'package-lock.json'), lock({}));
    expect(isInstalled(folder)).toBe(false);
  });
});

describe('child processes', () => {
  it('hand on exit code and output', async () => {
    const result = await run(process.execPath, ['-e', 'console.log("out"); process.exit(7)'], {
      output: 'capture',
    });
    expect(result).toMatchObject({ code: 7, output: 'out\n', timedOut: false });
  });

  it('are ended with their children at the time limit', async () => {
    const pidFile = path.join(folder, 'pid');
    const child = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 1000)`;
    const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}]); setInterval(() => {}, 1000)`;
    const result = await run(process.execPath, ['-e', parent], { output: 'capture', limitSeconds: 1.5 });
    expect(result.timedOut).toBe(true);
    expect(result.code).not.toBe(0);
    const pid = Number(fs.readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
  });
});

/** False for a process that is gone or only waits to be reaped. */
function isRunning(pid: number) {
  const status = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return status !== '' && !status.startsWith('Z');
}

describe('the Electron download', () => {
  it('is refused when its hash is another', async () => {
    const file = path.join(folder, 'x.whl');
    fs.writeFileSync(file, 'hello');
    const hash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
    await expect(checkHash(file, hash)).resolves.toBeUndefined();
    await expect(checkHash(file, hash.replace('2', '3'))).rejects.toThrow(/sha256/);
  });
});

describe('npm start', () => {
  it('knows commands from files', () => {
    expect(isCommand(['convert', 'a', '--out', 'b'])).toBe(true);
    expect(isCommand(['scan.png'])).toBe(false);
    expect(isCommand([])).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('says in one line that there is no display (Linux)', () => {
    const { DISPLAY: _, WAYLAND_DISPLAY: __, PALIMPSEST_XVFB: ___, ...env } = process.env;
    const result = spawnSync(process.execPath, [path.join(root, 'scripts', 'start.mjs')], {
      env,
      encoding: 'utf8',
    });
    expect(result.status).toBe(1);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(/^No display .*\n$/);
  });
});

describe('counting tests', () => {
  const test = (status: string) => ({ fullName: status, status, duration: 10 });

  it('reads Vitest, a file that failed to load included', () => {
    const tests = readVitest({
      testResults: [
        {
          name: path.join(root, 'a.test.ts'),
          status: 'passed',
          assertionResults: [test('passed'), test('pending'), test('todo')],
        },
        {
          name: path.join(root, 'b.test.ts'),
          status: 'failed',
          message: 'no such module',
          assertionResults: [],
        },
        {
          name: path.join(root, 'c.test.ts'),
          status: 'failed',
          assertionResults: [test('failed'), test('passed')],
        },
      ],
    });
    expect(tests.map(({ status }) => status)).toEqual([
      'passed',
      'skipped',
      'skipped',
      'failed',
      'failed',
      'passed',
    ]);
    expect(tests[3]?.name).toContain('no such module');
  });

  it('reads Playwright with reasons of skips', () => {
    const spec = (status: string, annotations: object[] = []) => ({
      title: status,
      file: 'x.spec.ts',
      tests: [{ status, annotations, results: [{ duration: 1500 }] }],
    });
    const tests = readPlaywright({
      suites: [
        {
          title: 'x.spec.ts',
          specs: [spec('expected'), spec('unexpected')],
          suites: [
            {
              title: 'inner',
              specs: [spec('skipped', [{ type: 'skip', description: 'why' }]), spec('flaky')],
            },
          ],
        },
      ],
    });
    expect(tests.map(({ status }) => status).sort()).toEqual(['failed', 'passed', 'passed', 'skipped']);
    expect(tests.find(({ status }) => status === 'skipped')).toMatchObject({
      reason: 'why',
      name: 'inner › skipped',
    });
  });

  it('closes with the line that tools look for', () => {
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(closingLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });
});

describe('the packaged files', () => {
  const description = readDescription(root);
  const keep = fileFilter(description.files, 'linux', 'x64');

  it.each([
    '',
    '/dist',
    '/dist/main.cjs',
    '/node_modules/onnxruntime-node/bin/napi-v6',
    '/node_modules/onnxruntime-node/bin/napi-v6/linux/x64/onnxruntime_binding.node',
    '/node_modules/@napi-rs/canvas/index.js',
    '/assets/models/pp-ocrv6-det/model.onnx',
  ])('hold "%s"', (file) => expect(keep(file)).toBe(true));

  it.each([
    '/engine/index.ts',
    '/dist/main.cjs.map',
    '/dist/other.cjs',
    '/node_modules/react/index.js',
    '/node_modules/onnxruntime-node/bin/napi-v6/win32',
    '/node_modules/onnxruntime-node/bin/napi-v6/linux/arm64',
    '/bench/results/release.json',
  ])('leave out "%s"', (file) => expect(keep(file)).toBe(false));

  it('are unpacked by one pattern', () => {
    expect(unpackedFolders(['a/**', 'b/c/**'])).toBe('{a,b/c}');
  });
});
