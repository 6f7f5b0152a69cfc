import fs from 'node:fs';
import path from 'node:path';
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { launch, scenario, temporaryFolder } from './launch';

/** Process id of the engine, from the metrics of the running application. */
async function enginePid(app: ElectronApplication): Promise<number> {
  const pid = await app.evaluate(
    ({ app: electronApp }) =>
      electronApp.getAppMetrics().find(({ type, name }) => type === 'Utility' && name === 'Palimpsest engine')
        ?.pid,
  );
  return pid ?? -1;
}

const jobBar = (window: Page) => window.getByRole('contentinfo');

test('O12, O20: the engine dies in the middle of a job; the window stays, the page is tried once more', async () => {
  const folder = temporaryFolder('crash');
  const crashOnceFile = path.join(folder, 'crashed.txt');
  const files = [
    scenario(folder, 'one.pdf', { pages: 2, pageMs: 30 }),
    scenario(folder, 'two.pdf', { pages: 4, pageMs: 30, crashOnPage: 3, crashOnceFile }),
  ];
  const { app, window, close } = await launch({ files });
  await expect(window.getByText('The page is tried once more.')).toBeVisible();
  await expect(jobBar(window)).toContainText('6 pages read', { timeout: 20_000 });
  await expect(jobBar(window)).not.toContainText('failed');
  expect(fs.existsSync(crashOnceFile)).toBe(true);
  expect(await enginePid(app)).toBeGreaterThan(0);
  await close();
});

test('O12: a page that always kills the engine fails by itself, with the reason; other files are done', async () => {
  const folder = temporaryFolder('crash');
  const files = [
    scenario(folder, 'bad.pdf', { pages: 2, crashOnPage: 1 }),
    scenario(folder, 'good.pdf', { pages: 2 }),
    scenario(folder, 'zero.png', { reject: 'empty-file' }),
  ];
  const { window, close } = await launch({ files });
  await expect(jobBar(window)).toContainText('3 pages read', { timeout: 30_000 });
  await expect(jobBar(window)).toContainText('1 failed');
  await jobBar(window).getByRole('button', { name: '2 problems' }).click();
  await expect(window.getByRole('dialog')).toContainText('bad.pdf, page 1');
  await expect(window.getByRole('dialog')).toContainText('stopped twice while it read page 1');
  await expect(window.getByRole('dialog')).toContainText('zero.png');
  await close();
});

test('O20: twenty stops and starts, then killed while it reads; the window survives all of it', async () => {
  const folder = temporaryFolder('crash');
  const { app, window, close } = await launch({
    files: [scenario(folder, 'a.pdf', { pages: 3 })],
  });
  await expect(jobBar(window)).toContainText('3 pages read');
  let last = -1;
  for (let round = 0; round < 20; round += 1) {
    await expect.poll(() => enginePid(app), { timeout: 20_000 }).not.toBe(-1);
    const pid = await enginePid(app);
    expect(pid).not.toBe(last);
    last = pid;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => enginePid(app), { timeout: 20_000 }).not.toBe(pid);
    // A question to the fresh engine, about a document that the old one had opened.
    await expect
      .poll(() => window.evaluate(async () => (await globalThis.window.palimpsest.engine('status', {})).ok))
      .toBe(true);
  }
  await expect(window.getByAltText('Picture of page 1')).toBeVisible();
  const again = window.evaluate(async () => {
    const { palimpsest } = globalThis.window;
    return palimpsest.engine('status', {});
  });
  expect(await again).toMatchObject({ ok: true });
  await close();
});

test('X08: stopping answers within two seconds and keeps finished pages', async () => {
  const folder = temporaryFolder('cancel');
  const { window, close } = await launch({
    files: [scenario(folder, 'long.pdf', { pages: 40, pageMs: 60 })],
  });
  await expect(jobBar(window)).toContainText(/[3-9] of 40/);
  const before = Date.now();
  await window.keyboard.press('F6');
  await jobBar(window).getByRole('button', { name: 'Stop' }).focus();
  await window.keyboard.press('Escape');
  await expect(jobBar(window)).toContainText('Stopped.');
  expect(Date.now() - before).toBeLessThan(2000);
  const read = Number(
    /(\d+) pages? (?:was|were) finished/.exec((await jobBar(window).textContent()) ?? '')?.[1],
  );
  expect(read).toBeGreaterThanOrEqual(3);
  await window.getByRole('button', { name: 'Read now' }).first().click();
  await expect(jobBar(window)).toContainText(`${40 - read} pages read`, { timeout: 20_000 });
  await close();
});
