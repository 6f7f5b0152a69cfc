import { expect, type Page, test } from '@playwright/test';
import { answerDialog, launch, scenario, screenshot, temporaryFolder } from './launch';

const batch = (window: Page) => window.getByRole('region', { name: 'Batch' });
const line = (window: Page, name: string) => batch(window).locator(`[data-line="${name}"]`);

test('a batch shows what became of everything and leads to it; failed pages are tried again', async () => {
  const folder = temporaryFolder('batch');
  const { app, window, close } = await launch();
  const bad = scenario(folder, 'Register.pdf', { pages: 2, failOnPage: 2 });
  const files = [
    scenario(folder, 'Ledger.pdf', { pages: 3, unsupportedPages: [2] }),
    bad,
    scenario(folder, 'Letter.png', { blankPages: [1] }),
    scenario(folder, 'broken.jpg', { reject: 'unreadable' }),
  ];
  await answerDialog(app, files);
  await window.getByRole('button', { name: 'Open files' }).first().click();
  await expect(window.getByRole('contentinfo')).toContainText('5 pages read', { timeout: 30_000 });
  await window.keyboard.press('Control+j');
  await expect(batch(window)).toContainText('5 of 6 pages read');
  await expect(batch(window)).toContainText('1 failed');
  await expect(batch(window).getByRole('listitem')).toHaveCount(3);
  await expect(batch(window)).toContainText('1 file was not opened');
  await expect(line(window, 'read')).toContainText('5');
  await expect(line(window, 'waiting')).toBeDisabled();

  await line(window, 'failed').click();
  await expect(batch(window).getByRole('listitem')).toContainText('Page 2 of Register.pdf is damaged.');
  await line(window, 'blank').click();
  await expect(batch(window).getByRole('listitem')).toContainText('Letter.png, page 1');
  await line(window, 'pictures').click();
  await expect(batch(window).getByRole('listitem')).toHaveCount(4);
  await batch(window)
    .getByRole('button', { name: /Ledger.pdf, page 3 · Region 9, Figure/ })
    .click();
  await expect(batch(window)).toHaveCount(0);
  await expect(window.getByRole('option', { name: /Page 3 of 3/ })).toHaveAttribute('aria-selected', 'true');
  await expect(window.getByRole('option', { name: /^9, Figure/ })).toHaveAttribute('aria-selected', 'true');

  await window.keyboard.press('Control+j');
  await batch(window).getByRole('button', { name: 'Try 1 failed page again' }).click();
  await expect(window.getByRole('contentinfo')).toContainText(/0 pages read.*1 failed/, { timeout: 30_000 });
  await expect(line(window, 'failed')).toContainText('1');
  await batch(window).getByRole('button', { name: 'Export…' }).click();
  await expect(window.getByRole('dialog', { name: 'Export' })).toBeVisible();
  await close();
});

for (const { name, theme, zoom, language } of [
  { name: 'light', theme: 'light', zoom: 1, language: 'en' },
  { name: 'dark', theme: 'dark', zoom: 1, language: 'en' },
  { name: 'light-200', theme: 'light', zoom: 2, language: 'pt' },
] as const) {
  test(`a running batch is paused, goes on and is stopped, ${name}`, async () => {
    const folder = temporaryFolder('batch');
    const files = [
      scenario(folder, 'Harbour ledger 1874.pdf', { pages: 3, unsupportedPages: [2] }),
      scenario(folder, 'Register of births.pdf', { pages: 2, failOnPage: 2 }),
      scenario(folder, 'Long report.pdf', { pages: 60, pageMs: 250 }),
      scenario(folder, 'Minutes.pdf', { pages: 4 }),
    ];
    const { app, window, close } = await launch({ files, settings: { theme, language } });
    await app.evaluate(({ BrowserWindow }, factor) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
    }, zoom);
    const view = window.locator('section[data-pane]').first();
    await expect(window.getByRole('contentinfo')).toContainText(/ (8|9|\d\d) (of|de) 69/, {
      timeout: 20_000,
    });
    await window.keyboard.press('Control+j');
    await screenshot(app, `batch-running-${name}`);
    await window.keyboard.press('Control+Alt+.');
    await expect(view).toContainText(language === 'pt' ? 'Suspensa' : 'Paused');
    // The page in work may still be counted.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const done = (await view.locator('header p').textContent()) ?? '';
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await view.locator('header p').textContent()).toBe(done);
    await view.locator('[data-line="text"]').click();
    await screenshot(app, `batch-paused-${name}`);
    await window.keyboard.press('Control+Alt+.');
    await expect.poll(() => view.locator('header p').textContent()).not.toBe(done);
    await window.keyboard.press('Control+.');
    await expect(window.getByRole('contentinfo')).toContainText(language === 'pt' ? 'Parado' : 'Stopped');
    const beyond = await window.evaluate(() => {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
      if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return [];
      return [...document.querySelectorAll('#root *')]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`);
    });
    expect(beyond).toEqual([]);
    await close();
  });
}
