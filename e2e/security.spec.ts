import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { type Launched, launch, scenario, temporaryFolder } from './launch';

let launched: Launched;
let window: Page;
let documentId = '';

test.beforeAll(async () => {
  const folder = temporaryFolder('security');
  const file = scenario(folder, 'Letter.pdf', { pages: 1 });
  launched = await launch({ files: [file] });
  window = launched.window;
  await expect(window.getByAltText('Picture of page 1')).toHaveJSProperty('naturalWidth', 1240);
  const address = await window.getByAltText('Picture of page 1').getAttribute('src');
  documentId = new URL(address ?? '').pathname.split('/')[1] ?? '';
});

test.afterAll(() => launched.close());

test('the window has no Node, no Electron and only the named functions', async () => {
  const found = await window.evaluate(() => ({
    node: ['require', 'process', 'Buffer', 'module', 'global', 'ipcRenderer', 'electron'].filter(
      (name) => name in globalThis,
    ),
    bridge: Object.keys(globalThis.window.palimpsest).sort(),
  }));
  expect(found.node).toEqual([]);
  expect(found.bridge).toEqual([
    'addDictionary',
    'chooseFolder',
    'copyText',
    'engine',
    'export',
    'initial',
    'insertPages',
    'onEngineEvent',
    'onEngineState',
    'onMenuAction',
    'onOpened',
    'openClipboard',
    'openDialog',
    'openDropped',
    'openExternal',
    'openProject',
    'openRecent',
    'openSamples',
    'openWithPassword',
    'setMenu',
    'showFile',
    'updateSettings',
  ]);
});

test('the window is sandboxed and isolated', async () => {
  const preferences = await launched.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Not in the typings; what the running window really has.
    const last = contents && 'getLastWebPreferences' in contents ? contents.getLastWebPreferences : undefined;
    return typeof last === 'function' ? last.call(contents) : undefined;
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('eval, inline scripts, foreign pictures and connections are refused by policy', async () => {
  const answers = await window.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
    // Later, in the page's own time: what runs at once under the test's debugger is exempt from the policy.
    const evaluated = await new Promise<string>((resolve) => {
      setTimeout(() => {
        try {
          resolve(String(new Function('return 1')()));
        } catch {
          resolve('refused');
        }
      });
    });
    const script = document.createElement('script');
    script.textContent = 'globalThis.injected = true';
    document.body.append(script);
    const holder = document.createElement('div');
    holder.insertAdjacentHTML('beforeend', '<img src="x" onerror="globalThis.injected = true">');
    document.body.append(holder);
    const picture = new Image();
    const loaded = await new Promise<string>((resolve) => {
      picture.onload = () => resolve('loaded');
      picture.onerror = () => resolve('refused');
      picture.src = 'https://example.org/a.png';
    });
    const fetched = await fetch('https://example.org/').then(
      () => 'fetched',
      () => 'refused',
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    script.remove();
    holder.remove();
    return { evaluated, injected: 'injected' in globalThis, loaded, fetched, violations };
  });
  expect(answers).toMatchObject({
    evaluated: 'refused',
    injected: false,
    loaded: 'refused',
    fetched: 'refused',
  });
  expect(answers.violations.join(' ')).toContain('script-src');
  expect(answers.violations.join(' ')).toContain('connect-src');
});

test('no permissions', async () => {
  const answers = await window.evaluate(async () => ({
    notification: await Notification.requestPermission(),
    location: await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('given'),
        () => resolve('denied'),
      ),
    ),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'given',
      () => 'denied',
    ),
  }));
  expect(answers).toEqual({ notification: 'denied', location: 'denied', camera: 'denied' });
});

test('links open outside only for https and only by a click', async () => {
  await launched.app.evaluate(({ shell }) => {
    Reflect.set(globalThis, 'openedLinks', []);
    shell.openExternal = async (url: string) => {
      Reflect.get(globalThis, 'openedLinks').push(url);
    };
  });
  const withoutClick = await window.evaluate(() =>
    globalThis.window.palimpsest.openExternal('https://example.org/'),
  );
  // A click earlier in this file may still count as activation for a moment; the address check never depends on it.
  const wrong = await window.evaluate(() => globalThis.window.palimpsest.openExternal('file:///etc/passwd'));
  expect(wrong.ok).toBe(false);
  const links = await launched.app.evaluate(() => Reflect.get(globalThis, 'openedLinks'));
  expect(links).toEqual(withoutClick.ok ? ['https://example.org/'] : []);
});

test('page:// gives pages and nothing else', async () => {
  const secret = path.join(launched.userData, 'settings.json');
  fs.writeFileSync(secret, '{}');
  const address = (tail: string): string => `page://palimpsest/${tail}`;
  const load = (url: string): Promise<string> =>
    window.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          const picture = new Image();
          picture.onload = () => resolve(`${picture.naturalWidth}`);
          picture.onerror = () => resolve('refused');
          picture.src = src;
        }),
      url,
    );
  expect(await load(address(`${documentId}/${documentId}-1?w=200`))).toBe('200');
  for (const tail of [
    `${documentId}/${documentId}-9`,
    `${documentId}/..%2f..%2fsettings.json`,
    `..%2f..%2f/${documentId}-1`,
    `${documentId}/${documentId}-1?w=9999999`,
    'unknown/unknown-1',
  ]) {
    expect(await load(address(tail)), tail).toBe('refused');
  }
});

test('app:// gives the files of the window and nothing else', async () => {
  const own = await window.evaluate(() => document.querySelector('script')?.src ?? '');
  const load = (src: string): Promise<string> =>
    window.evaluate(
      (address) =>
        new Promise<string>((resolve) => {
          const script = document.createElement('script');
          script.onload = () => resolve('loaded');
          script.onerror = () => resolve('refused');
          script.src = address;
          document.body.append(script);
          script.remove();
        }),
      src,
    );
  expect(own).toMatch(/^app:\/\/palimpsest\/assets\//);
  expect(await load(own.replace('.js', '.js?again'))).toBe('loaded');
  for (const tail of [
    '..%2fmain.cjs',
    'assets/..%2f..%2fmain.cjs',
    '%2e%2e%2fpreload.cjs',
    'missing.js',
    '..%5cmain.cjs',
  ]) {
    expect(await load(`app://palimpsest/${tail}`), tail).toBe('refused');
  }
  expect(await load('app://other/main.js')).toBe('refused');
});

test('the shell refuses wrong parameters, engine requests with paths, and foreign frames', async () => {
  const answers = await window.evaluate(async () => {
    const { palimpsest } = globalThis.window;
    const codeOf = (reply: { ok: boolean; error?: { code: string } }): string =>
      reply.ok ? 'ok' : (reply.error?.code ?? '');
    const call = (name: string, ...args: unknown[]) => Reflect.get(palimpsest, name)(...args).then(codeOf);
    return {
      open: await call('engine', 'open', { paths: ['/etc/passwd'] }),
      exportRaw: await call('engine', 'export', { documentIds: ['a'], formats: ['md'], folder: '/tmp' }),
      image: await call('engine', 'page-image', { documentId: 'a', pageId: 'b' }),
      params: await call('engine', 'start', { documentIds: 'all' }),
      settings: await call('updateSettings', { theme: 'purple' }),
      handle: await call('showFile', '/etc/passwd'),
      folder: await call('export', {
        documentIds: ['a'],
        formats: ['md'],
        folder: '/tmp',
        keep: [],
        onExists: 'skip',
      }),
      // A File made by script has no path: nothing is opened.
      dropped: await palimpsest
        .openDropped([new File(['x'], '/etc/passwd')])
        .then((reply) => (reply.ok ? reply.result.documents.length : -1)),
    };
  });
  expect(answers).toEqual({
    open: 'invalid-request',
    exportRaw: 'invalid-request',
    image: 'invalid-request',
    params: 'invalid-request',
    settings: 'invalid-request',
    handle: 'invalid-request',
    folder: 'invalid-request',
    dropped: 0,
  });
});

test('a frame inside the window gets no bridge, and its calls are refused', async () => {
  const inside = await window.evaluate(async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const has = frame.contentWindow !== null && 'palimpsest' in frame.contentWindow;
    frame.remove();
    return has;
  });
  expect(inside).toBe(false);
  const refused = await launched.app.evaluate(
    async ({ BrowserWindow }, preload) => {
      // Another window with the same preload showing something else: its sender is not ours.
      const other = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      });
      await other.loadURL('about:blank');
      const reply = await other.webContents.executeJavaScript(
        'window.palimpsest ? window.palimpsest.initial() : Promise.resolve({ ok: false, error: { code: "no-bridge" } })',
      );
      other.destroy();
      return reply;
    },
    path.join(__dirname, '..', 'dist', 'preload.cjs'),
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid-request' } });
});

// Last: after a navigation that was refused the test's own view of the window waits for it for ever.
test('no new windows and no navigation', async () => {
  const run = (code: string): Promise<unknown> =>
    launched.app.evaluate(({ BrowserWindow }, script) => {
      return BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script, true);
    }, code);
  expect(await run("window.open('https://example.org/') === null")).toBe(true);
  for (const address of [
    'https://example.org/',
    'file:///etc/passwd',
    'app://palimpsest/other.html',
    'data:text/html,x',
  ]) {
    await run(`location.href = ${JSON.stringify(address)}; undefined`);
    await run(
      `{ const a = document.createElement('a'); a.href = ${JSON.stringify(address)}; document.body.append(a); a.click(); a.remove() }`,
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 400));
  const state = await launched.app.evaluate(({ BrowserWindow }) => ({
    windows: BrowserWindow.getAllWindows().length,
    url: BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
  }));
  expect(state).toEqual({ windows: 1, url: 'app://palimpsest/index.html' });
  expect(await run("document.querySelector('#root > *') !== null")).toBe(true);
});
