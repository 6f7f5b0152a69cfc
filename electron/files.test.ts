import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsChange, settingsSchema } from '../engine/protocol/shell';
import { hasDisplay } from './cli-without-display';
import { cliArguments, filesOfCommandLine } from './command-line';
import { scrubEnvironment } from './engine-process-environment';
import { FileHandles } from './file-handles';
import { SettingsFile } from './settings';
import { placeWindow } from './window-state';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shell-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('settings', () => {
  const defaults = settingsSchema.parse({});

  it('keep what was set, also over a start, and nothing else changes', () => {
    const file = path.join(folder, 'settings.json');
    const settings = new SettingsFile(file);
    expect(settings.current).toEqual(defaults);
    settings.update({ theme: 'dark' });
    settings.update({ keep: ['header'] });
    expect(new SettingsFile(file).current).toEqual({ ...defaults, theme: 'dark', keep: ['header'] });
    expect(fs.readdirSync(folder)).toEqual(['settings.json']);
  });

  it('a damaged file costs only what is damaged', () => {
    const file = path.join(folder, 'settings.json');
    fs.writeFileSync(file, JSON.stringify({ theme: 'purple', textSize: 20 }));
    expect(new SettingsFile(file).current).toEqual({ ...defaults, textSize: 20 });
    fs.writeFileSync(file, '{"theme":');
    expect(new SettingsFile(file).current).toEqual(defaults);
  });

  it('a change names only what it changes', () => {
    expect(settingsChange.parse({})).toEqual({});
    expect(settingsChange.safeParse({ theme: 'purple' }).success).toBe(false);
    expect(settingsChange.safeParse({ threads: 1000 }).success).toBe(false);
  });
});

describe('handles', () => {
  it('stand for paths and cannot be guessed or read', () => {
    const handles = new FileHandles();
    const handle = handles.handleOf('/home/a/secret.pdf');
    expect(handle).toMatch(/^[0-9a-f]{32}$/);
    expect(handles.handleOf('/home/a/secret.pdf')).toBe(handle);
    expect(handles.pathOf(handle)).toBe('/home/a/secret.pdf');
    expect(() => handles.pathOf('/home/a/secret.pdf')).toThrow(/not known/);
  });
});

describe('the window', () => {
  const rectangle = fc.record({
    x: fc.integer({ min: -5000, max: 5000 }),
    y: fc.integer({ min: -5000, max: 5000 }),
    width: fc.integer({ min: 1, max: 8000 }),
    height: fc.integer({ min: 1, max: 8000 }),
  });

  it('always has its title bar within reach', () => {
    const screens = fc.array(
      fc.record({
        x: fc.integer({ min: -4000, max: 4000 }),
        y: fc.integer({ min: -2000, max: 2000 }),
        width: fc.integer({ min: 800, max: 4000 }),
        height: fc.integer({ min: 600, max: 3000 }),
      }),
      { minLength: 1, maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.option(rectangle, { nil: undefined }), screens, (stored, areas) => {
        const placed = placeWindow(stored, areas);
        const reachable = areas.some(
          (area) =>
            placed.y >= area.y &&
            placed.y < area.y + area.height &&
            placed.x + placed.width > area.x &&
            placed.x < area.x + area.width,
        );
        expect(reachable).toBe(true);
      }),
    );
  });

  it('comes back where it was', () => {
    const screen = { x: 0, y: 0, width: 1920, height: 1080 };
    const stored = { x: 100, y: 50, width: 1200, height: 900 };
    expect(placeWindow(stored, [screen])).toEqual(stored);
    expect(placeWindow({ ...stored, x: 3000 }, [screen]).x).toBeLessThan(1920);
  });
});

describe('arguments', () => {
  it('--cli hands over what follows', () => {
    expect(cliArguments(['app', '--cli', 'convert', 'a', '--out', 'b'])).toEqual([
      'convert',
      'a',
      '--out',
      'b',
    ]);
    expect(cliArguments(['app', 'a.pdf'])).toBeUndefined();
  });

  it('X06: files of any name are found, switches and the application itself are not', () => {
    const odd = path.join(folder, 'Scans 🔥 ü 文档 .png');
    fs.writeFileSync(odd, '');
    const name = path.basename(odd);
    expect(filesOfCommandLine(['electron', '--no-sandbox', '.', name, 'missing.png'], folder, false)).toEqual(
      [odd],
    );
    expect(filesOfCommandLine(['Palimpsest', name], folder, true)).toEqual([odd]);
  });
});

it('only Linux can be without a display', () => {
  expect(hasDisplay({}, 'linux')).toBe(false);
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true);
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true);
  expect(hasDisplay({}, 'win32')).toBe(true);
});

it('the engine does not inherit secrets or switches', () => {
  const env = scrubEnvironment({
    PATH: '/bin',
    HOME: '/root',
    LC_ALL: 'C',
    NODE_OPTIONS: '--inspect',
    AWS_SECRET_ACCESS_KEY: 'x',
    ELECTRON_RUN_AS_NODE: '1',
  });
  expect(env).toEqual({ PATH: '/bin', HOME: '/root', LC_ALL: 'C' });
});
