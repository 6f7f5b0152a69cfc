/** Starts the real application for a test, with its own user data and, unless wanted otherwise, a scripted engine. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Settings } from '../engine/protocol/shell';
import type { Script } from '../engine/testing/script';

export const root = path.resolve(__dirname, '..');
const hostBundle = (name: string): string => path.join(root, '.cache', 'e2e', `${name}-host.cjs`);

export interface LaunchOptions {
  /** `desk`: the real engine and project with a reader that needs no models, see `desk-tools`. */
  readonly engine?: 'scripted' | 'desk' | 'marks' | 'real';
  readonly files?: readonly string[];
  readonly settings?: Partial<Settings>;
  readonly env?: Readonly<Record<string, string>>;
  /** Kept from an earlier start, to test what survives. */
  readonly userData?: string;
}

export interface Launched {
  readonly app: ElectronApplication;
  readonly window: Page;
  readonly userData: string;
  close(): Promise<void>;
}

/** The program behind Playwright's own launch, for what is started without it. */
export function electronProgram(): string {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(root, 'node_modules', 'electron', 'dist');
  const names: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  };
  return path.join(dist, names[process.platform] ?? 'electron');
}

const built = new Map<string, Promise<unknown>>();

function buildHost(name: 'scripted' | 'desk' | 'marks'): Promise<unknown> {
  const building =
    built.get(name) ??
    build({
      absWorkingDir: root,
      entryPoints: [`e2e/${name}-host.ts`],
      outfile: hostBundle(name),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node16.17',
      external: ['electron', 'onnxruntime-node', '@napi-rs/canvas', 'libheif-js', 'libheif-js/*', 'libsql'],
      logLevel: 'warning',
      define: { 'import.meta.url': '__bundleUrl' },
      banner: { js: "const __bundleUrl = require('url').pathToFileURL(__filename).href;" },
    });
  built.set(name, building);
  return building;
}

const temporaryFolders: string[] = [];

/** Removed when the process of the tests ends. */
export function temporaryFolder(name: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `palimpsest-${name}-`));
  if (temporaryFolders.length === 0) {
    process.once('exit', () => {
      for (const each of temporaryFolders) fs.rmSync(each, { recursive: true, force: true });
    });
  }
  temporaryFolders.push(folder);
  return folder;
}

export async function launch(options: LaunchOptions = {}): Promise<Launched> {
  const { engine = 'scripted' } = options;
  if (engine !== 'real') await buildHost(engine);
  const userData = options.userData ?? temporaryFolder('user');
  if (options.settings) {
    fs.writeFileSync(path.join(userData, 'settings.json'), JSON.stringify(options.settings));
  }
  const env: Record<string, string> = { LANG: 'C.UTF-8', LANGUAGE: 'en_GB' };
  for (const [name, value] of Object.entries({ ...process.env, ...options.env })) {
    if (value !== undefined && !(name in env)) env[name] = value;
  }
  if (engine !== 'real') env.PALIMPSEST_TEST_ENGINE_HOST = hostBundle(engine);
  const app = await _electron.launch({
    args: [root, `--user-data-dir=${userData}`, '--lang=en-GB', ...(options.files ?? [])],
    env,
  });
  if (process.env.PALIMPSEST_E2E_LOG) app.process().stderr?.pipe(process.stderr);
  const window = await app.firstWindow();
  if (process.env.PALIMPSEST_E2E_LOG) {
    window.on('console', (message) => process.stderr.write(`window: ${message.text()}\n`));
    window.on('pageerror', (error) => process.stderr.write(`window: ${error.stack}\n`));
  }
  await window.waitForLoadState('domcontentloaded');
  await expect(window.locator('#root > *').first()).toBeVisible({ timeout: 20_000 });
  return {
    app,
    window,
    userData,
    close: async () => {
      await app.close();
      if (!options.userData) fs.rmSync(userData, { recursive: true, force: true });
    },
  };
}

/** Writes a scenario for the scripted engine as a file; its path comes back. */
export function scenario(folder: string, name: string, script: Partial<Script> = {}): string {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(script));
  return file;
}

/** The next native dialog answers with these paths; none means that the person cancelled. */
export async function answerDialog(app: ElectronApplication, paths: readonly string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: filePaths.length === 0, filePaths: [...filePaths] });
  }, paths);
}

export const screenshotFolder = path.join(root, 'test-results', 'screenshots');

/** What a person sees, taken by Electron itself: Playwright's own pictures are wrong when the window is zoomed. */
export async function screenshot(app: ElectronApplication, name: string): Promise<void> {
  fs.mkdirSync(screenshotFolder, { recursive: true });
  await new Promise((resolve) => setTimeout(resolve, 400)); // fades have ended
  const png = await app.evaluate(async ({ BrowserWindow }) => {
    const picture = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage();
    return picture?.toPNG().toString('base64') ?? '';
  });
  fs.writeFileSync(path.join(screenshotFolder, `${name}.png`), Buffer.from(png, 'base64'));
}
