import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { deskFile } from '../engine/testing/desk-tools';
import { launch, screenshot, temporaryFolder } from './launch';

const variants = [
  { name: 'light', theme: 'light', zoom: 1 },
  { name: 'dark', theme: 'dark', zoom: 1 },
  { name: 'light-200', theme: 'light', zoom: 2 },
] as const;

test('every view of the review desk, light, dark and at 200 %', async () => {
  test.setTimeout(300_000);
  const folder = temporaryFolder('desk-looks');
  const file = path.join(folder, 'Harbour ledger.tiff');
  fs.writeFileSync(file, await deskFile());
  const { app, window, close } = await launch({ engine: 'desk', files: [file] });
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read', { timeout: 60_000 });
  await window.getByRole('contentinfo').getByRole('button', { name: 'Hide' }).click();

  const zoomTo = (factor: number) =>
    app.evaluate(({ BrowserWindow }, value) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(value);
    }, factor);
  const look = async (view: string): Promise<void> => {
    for (const { name, theme, zoom } of variants) {
      await window.emulateMedia({ colorScheme: theme });
      await zoomTo(zoom);
      await window.waitForTimeout(900); // the window is laid out again, colours have changed
      await expect(window.locator('html')).toHaveAttribute('data-theme', theme);
      await screenshot(app, `review-${view}-${name}`);
      // Nothing is cut off at the window's edge.
      const beyond = await window.evaluate(() => {
        const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - clientWidth, scrollHeight - clientHeight];
      });
      expect(beyond, view).toEqual([0, 0]);
    }
    await zoomTo(1);
  };
  const rows = window.getByRole('list', { name: 'Regions to correct' }).getByRole('listitem');
  const text = (place: number) => rows.nth(place - 1).locator('[data-region-text]');
  const field = window.locator('textarea[data-document-text]');

  await window.keyboard.press('F4');
  await look('1-list');
  await text(3).click();
  await field.press('Control+Home');
  await field.press('ArrowDown');
  await window.keyboard.type('Now');
  await look('2-text-editor');
  await window.keyboard.press('Control+Enter');
  await window.keyboard.press('Control+Shift+Enter');
  await window.keyboard.press('Escape');
  await window.keyboard.press('x');
  await look('3-states');
  await text(5).click();
  await field.press('Tab');
  await window.keyboard.press('Alt+Shift+ArrowDown');
  await look('4-table');
  await window.keyboard.press('Escape');
  await text(7).click();
  await look('5-formula');
  await field.fill('\\frac{1}{k');
  await expect(window.getByRole('alert')).toBeVisible();
  await look('6-formula-fault');
  await window.keyboard.press('Control+z');
  await window.keyboard.press('Escape');

  await window.getByRole('option', { name: /^3, Text/ }).click();
  await window.keyboard.press('F5');
  await window.getByRole('dialog').getByRole('button', { name: 'Read', exact: true }).click();
  await expect(window.getByRole('dialog').locator('ins').first()).toBeVisible();
  await look('7-reread');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Shift+F5');
  await look('8-history');
  await window.keyboard.press('Escape');

  await window.keyboard.press('Control+h');
  await window.keyboard.type('teh');
  await window.getByRole('textbox', { name: 'Replace with' }).fill('the');
  await expect(
    window.getByRole('list', { name: 'What would be replaced' }).locator('ins').first(),
  ).toBeVisible();
  await window.keyboard.press('F3');
  await look('9-replace');
  await window.getByRole('button', { name: 'Close search' }).click();

  await window.getByRole('option', { name: /^3, Text/ }).click();
  await window.keyboard.press('Control+d');
  await look('10-cut');
  await window.keyboard.press('Escape');
  await window.keyboard.press('F1');
  await look('11-shortcuts');
  await close();
});
