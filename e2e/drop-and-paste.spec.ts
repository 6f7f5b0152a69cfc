import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { launch, scenario, temporaryFolder } from './launch';

test('X06: files and folders of any name can be dropped', async () => {
  const folder = temporaryFolder('drop');
  const file = scenario(folder, 'Scans 🔥 ü 文档.pdf', { pages: 2 });
  const inner = path.join(folder, 'a folder');
  scenario(inner, 'b/scan.png');
  scenario(inner, 'a/scan.png');
  const { window, close } = await launch();
  const session = await window.context().newCDPSession(window);
  const drop = async (files: readonly string[]): Promise<void> => {
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', {
        type,
        x: 400,
        y: 300,
        data: { items: [], files: [...files], dragOperationsMask: 1 },
      });
      if (type === 'dragOver') await expect(window.getByText('Drop to open')).toBeVisible();
    }
  };
  await drop([file, inner]);
  await expect(window.getByRole('contentinfo')).toContainText('4 pages read');
  await expect(window.getByText('Drop to open')).toHaveCount(0);
  await expect(window.getByText('Scans 🔥 ü 文档.pdf').first()).toBeVisible();
  expect(window.url()).toBe('app://palimpsest/index.html');
  await close();
});

test('a picture on the clipboard is pasted as a page', async () => {
  const { app, window, userData, close } = await launch();
  const old = await app.evaluate(({ clipboard }) => 'writeImage' in clipboard);
  test.skip(!old, 'a picture cannot be put on the clipboard by this Electron in one call');
  await app.evaluate(({ clipboard, nativeImage }) => {
    const pixels = Buffer.alloc(40 * 30 * 4, 255);
    // Electron 22's call; newer ones take items, and the test of pasting runs where this one is.
    Reflect.get(clipboard, 'writeImage')(nativeImage.createFromBitmap(pixels, { width: 40, height: 30 }));
  });
  await window.keyboard.press('Control+v');
  await expect(window.getByRole('contentinfo')).toContainText('1 page read');
  const [name] = fs.readdirSync(path.join(userData, 'pasted'));
  expect(name).toMatch(/^Pasted .*\.png$/);
  expect(
    fs
      .readFileSync(path.join(userData, 'pasted', name ?? ''))
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  await close();
});

test('settings and the place of the window survive a restart; a second start opens its files in the first window', async () => {
  const userData = temporaryFolder('profile');
  const first = await launch({ userData });
  await first.window.keyboard.press('Control+,');
  await first.window.getByRole('radio', { name: 'Dark' }).check();
  await expect(first.window.locator('html')).toHaveAttribute('data-theme', 'dark');
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 50, width: 900, height: 700 }),
  );
  await first.close();
  const second = await launch({ userData });
  await expect(second.window.locator('html')).toHaveAttribute('data-theme', 'dark');
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(bounds).toMatchObject({ width: 900, height: 700 });

  const file = scenario(temporaryFolder('second'), 'Later.pdf', { pages: 1 });
  await second.app.evaluate(
    ({ app }, argv) => app.emit('second-instance', {}, argv, '/'),
    ['electron', '.', file],
  );
  await expect(second.window.getByRole('contentinfo')).toContainText('1 page read');
  await second.close();
  expect(fs.existsSync(path.join(userData, 'pages'))).toBe(false);
});
