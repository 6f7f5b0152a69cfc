/** Pages cropped, split, put in and removed in the real application: by keys, kept over a restart, undone, exported. */
import fs from 'node:fs';
import path from 'node:path';
import { expect as expectSoon, type Page, test } from '@playwright/test';
import { deskFile } from '../engine/testing/desk-tools';
import { sampleRegions, sampleWidth } from '../engine/testing/sample-page';
import { drawSamplePage } from '../engine/testing/sample-picture';
import { answerDialog, type Launched, launch, screenshot, temporaryFolder } from './launch';

const expect = expectSoon.configure({ timeout: 30_000 });
test.setTimeout(300_000);

const pagesOf = (window: Page) =>
  window.getByRole('listbox', { name: 'Documents and pages' }).getByRole('option');
const regionsOf = (window: Page) =>
  window.getByRole('listbox', { name: 'Regions in reading order' }).getByRole('option');

async function tabTo(window: Page, role: 'slider' | 'spinbutton', name: string): Promise<void> {
  const wanted = window.getByRole('dialog').getByRole(role, { name, exact: true });
  for (let steps = 0; steps < 20; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await window.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

async function exportText({ app, window }: Launched, out: string): Promise<string> {
  await answerDialog(app, [out]);
  await window.keyboard.press('Control+e');
  const dialog = window.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /folder/i })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('1 file written')).toBeVisible();
  await window.keyboard.press('Escape');
  return fs.readFileSync(path.join(out, 'Ledger.md'), 'utf8');
}

test('crop with the keyboard, split, put a picture in, remove, start again, export, undo all', async () => {
  const folder = temporaryFolder('shape');
  const userData = temporaryFolder('shape-user');
  const file = path.join(folder, 'Ledger.tiff');
  fs.writeFileSync(file, await deskFile());
  const photo = path.join(folder, 'Photo.png');
  fs.writeFileSync(photo, drawSamplePage(sampleRegions('Photo', 1, ''), sampleWidth));
  const outs = ['first', 'shaped', 'last'].map((name) => path.join(folder, name));
  for (const out of outs) fs.mkdirSync(out);
  let launched = await launch({ engine: 'desk', files: [file], userData });
  let { window } = launched;
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read', { timeout: 90_000 });
  const [first = '', shaped = '', last = ''] = outs;
  const before = await exportText(launched, first);
  await expect(regionsOf(window)).toHaveCount(7);

  // The lower edge goes up by keys; what lies below is put aside, and reading anew is offered.
  await window.keyboard.press('Control+Shift+x');
  await tabTo(window, 'slider', 'Lower edge');
  for (let steps = 0; steps < 10; steps += 1) await window.keyboard.press('Shift+ArrowUp');
  await expect(window.getByRole('spinbutton', { name: /^Lower edge/ })).toHaveValue('50');
  await window.getByRole('spinbutton', { name: /^Lower edge/ }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('log').getByRole('button', { name: 'Read again' })).toBeVisible();
  await expect.poll(() => regionsOf(window).count()).toBeLessThan(7);
  const inside = await regionsOf(window).count();
  await screenshot(launched.app, 'shape-cropped');

  // Cut in two at a place that is moved by keys.
  await window.keyboard.press('Control+Shift+d');
  await tabTo(window, 'slider', 'Where to cut');
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Shift+ArrowLeft');
  await window.getByRole('spinbutton', { name: /^Cut/ }).focus();
  await window.keyboard.press('Enter');
  await expect(pagesOf(window)).toHaveCount(4);
  await expect(pagesOf(window).nth(0)).toHaveAccessibleName(/^Page 1a of 4/);
  await expect(pagesOf(window).nth(1)).toHaveAccessibleName(/^Page 1b of 4/);
  await expect(pagesOf(window).nth(0)).toHaveAttribute('aria-selected', 'true');

  // A picture after the first half; it is read at once.
  await answerDialog(launched.app, [photo]);
  await window.keyboard.press('Alt+Insert');
  await expect(pagesOf(window)).toHaveCount(5);
  await expect(pagesOf(window).nth(1)).toHaveAccessibleName(
    /^Page 1 of 5, Ledger.tiff, read, from Photo.png/,
  );
  await expect(regionsOf(window)).toHaveCount(7);
  await screenshot(launched.app, 'shape-inserted');

  // The last page goes.
  await pagesOf(window).nth(4).click();
  await window.keyboard.press('Control+Delete');
  await expect(pagesOf(window)).toHaveCount(4);
  await expect(pagesOf(window).nth(3)).toHaveAccessibleName(/^Page 2 of 4/);
  const text = await exportText(launched, shaped);
  expect(text).not.toContain('Page 3');
  expect(text.length).not.toBe(before.length);

  await launched.close();
  launched = await launch({ engine: 'desk', files: [file], userData });
  ({ window } = launched);
  await expect(pagesOf(window)).toHaveCount(4);
  await expect(pagesOf(window).nth(1)).toHaveAccessibleName(/from Photo.png/);
  // The account knows of the page that is gone.
  await window.keyboard.press('Control+j');
  await expect(window.locator('[data-line="removed"]')).toContainText('1');
  await window.keyboard.press('Control+j');

  for (const count of [5, 4, 3, 3]) {
    await window.keyboard.press('Control+z');
    await expect(pagesOf(window)).toHaveCount(count);
  }
  await pagesOf(window).nth(0).click();
  await expect(regionsOf(window)).toHaveCount(7);
  expect(inside).toBeLessThan(7);
  expect(await exportText(launched, last)).toBe(before);
  await launched.close();
});

test('by the mouse: an edge and the cut are dragged; looked at in light, dark and at 200 %', async () => {
  const folder = temporaryFolder('shape-looks');
  const file = path.join(folder, 'Ledger.tiff');
  fs.writeFileSync(file, await deskFile());
  const { app, window, close } = await launch({ engine: 'desk', files: [file] });
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read', { timeout: 90_000 });
  const look = async (view: string): Promise<void> => {
    for (const [name, theme, zoom] of [
      ['light', 'light', 1],
      ['dark', 'dark', 1],
      ['light-200', 'light', 2],
    ] as const) {
      await window.emulateMedia({ colorScheme: theme });
      await app.evaluate(({ BrowserWindow }, value) => {
        BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(value);
      }, zoom);
      await window.waitForTimeout(700); // the window is laid out again, colours have changed
      await screenshot(app, `shape-${view}-${name}`);
    }
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1);
    });
    await window.waitForTimeout(300);
  };
  const drag = async (name: string, right: number): Promise<void> => {
    const picture = window.getByRole('dialog').getByRole('img');
    await expect
      .poll(() => picture.evaluate((img) => img.getBoundingClientRect().width))
      .toBeGreaterThan(100);
    const box = await window.getByRole('dialog').getByRole('slider', { name, exact: true }).boundingBox();
    if (!box) throw new Error(`no ${name}`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await window.mouse.move(x, y);
    await window.mouse.down();
    await window.mouse.move(x + right, y, { steps: 4 });
    await window.mouse.up();
  };
  await window.keyboard.press('Shift+PageDown');
  await window.keyboard.press('Control+Shift+x');
  await expect(window.getByRole('button', { name: 'Crop 2 pages' })).toBeVisible();
  await drag('Left edge', 40);
  const left = window.getByRole('spinbutton', { name: /^Left edge/ });
  await expect.poll(async () => Number(await left.inputValue())).toBeGreaterThan(5);
  await look('crop');
  await window.getByRole('button', { name: 'Whole page' }).click();
  await expect(left).toHaveValue('0');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+Shift+d');
  await drag('Where to cut', -30);
  const cut = window.getByRole('spinbutton', { name: /^Cut/ });
  await expect.poll(async () => Number(await cut.inputValue())).toBeLessThan(48);
  await expect(window.getByRole('checkbox', { name: 'Each page at its own fold' })).not.toBeChecked();
  await look('split');
  await window.getByRole('button', { name: 'At the fold' }).click();
  await expect.poll(async () => Number(await cut.inputValue())).toBeGreaterThan(40);
  await window.getByRole('button', { name: 'Split 2 pages' }).click();
  await expect(pagesOf(window)).toHaveCount(5);
  await look('pages');
  await close();
});
