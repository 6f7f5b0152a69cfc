import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { launch, scenario, temporaryFolder } from './launch';

test('regions and text are linked both ways', async () => {
  const folder = temporaryFolder('link');
  const { window, close } = await launch({ files: [scenario(folder, 'Ledger.pdf', { pages: 1 })] });
  const text = window.getByRole('document', { name: 'Text' });
  const table = text.locator('[data-regions]', { has: window.locator('table') });
  const box = window.getByRole('option', { name: /^5, Table/ });
  await expect(table).toBeVisible();

  await box.hover();
  await expect(table).toHaveAttribute('data-hovered', 'true');
  await text.getByText('loose maps and charts').hover();
  await expect(table).not.toHaveAttribute('data-hovered');
  await expect(window.getByRole('option', { name: /^4, List/ })).toHaveAttribute('data-active', 'true');

  await text.getByText('Where the counts differ').click();
  await expect(window.getByRole('option', { name: /^8, Text/ })).toHaveAttribute('aria-selected', 'true');

  // The last region lies below the visible text: selecting it brings its text into view, and only then.
  const scroller = text;
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  await window.getByRole('option', { name: /^3, Text/ }).click();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(0);
  await window.getByRole('option', { name: /^10, Footnote/ }).click();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await expect(text.getByText('See the register of 1874')).toBeInViewport();
  await close();
});

test('O16: existing text is said, and the choice reads the document again with it', async () => {
  const folder = temporaryFolder('existing');
  const file = scenario(folder, 'Mixed.pdf', { pages: 3, existingTextPages: [2] });
  const { window, close } = await launch({ files: [file] });
  await expect(window.getByText('Existing text on 1 of 3 pages')).toBeVisible();
  await expect(window.getByRole('radio', { name: 'Read picture' })).toBeChecked();
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read');
  await window.getByRole('radio', { name: 'Keep text' }).check();
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read');
  await expect(window.getByRole('radio', { name: 'Keep text' })).toBeChecked();
  await close();
});

test('text appears while a page is read, word by word, and a document waits its turn', async () => {
  const folder = temporaryFolder('live');
  const tokenGate = path.join(folder, 'gate.txt');
  fs.writeFileSync(tokenGate, '0');
  const files = [
    scenario(folder, 'Slow.pdf', { pages: 1, tokenGate }),
    scenario(folder, 'Next.pdf', { pages: 1 }),
  ];
  const { window, close } = await launch({ files });
  const text = window.getByRole('document', { name: 'Text' });
  await expect(window.getByRole('status', { name: 'Reading this page…' })).toBeVisible();
  fs.writeFileSync(tokenGate, '2');
  await expect(text.locator('article')).toHaveText('Harbour Archive');
  fs.writeFileSync(tokenGate, '6');
  await expect(text.locator('article')).toContainText('The Ledger');
  await expect(text.locator('article')).not.toContainText('Ledger of the');
  fs.writeFileSync(tokenGate, '100000');
  await expect(window.getByRole('contentinfo')).toContainText('2 pages read', { timeout: 15_000 });
  await expect(text.getByRole('table')).toBeVisible();
  await close();
});

test('zoom keeps the point under the pointer, and the page can be dragged', async () => {
  const folder = temporaryFolder('zoom');
  const { window, close } = await launch({ files: [scenario(folder, 'Ledger.pdf', { pages: 1 })] });
  const picture = window.getByAltText('Picture of page 1');
  await expect(picture).toBeVisible();
  const middle = await picture.boundingBox();
  if (!middle) throw new Error('no picture');
  const at = { x: middle.x + middle.width * 0.3, y: middle.y + middle.height * 0.6 };
  await window.mouse.move(at.x, at.y);
  await window.keyboard.down('Control');
  for (let i = 0; i < 6; i += 1) await window.mouse.wheel(0, -120);
  await window.keyboard.up('Control');
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(middle.width * 3);
  const large = await picture.boundingBox();
  if (!large) throw new Error('no picture');
  expect(Math.abs((at.x - large.x) / large.width - 0.3)).toBeLessThan(0.02);
  expect(Math.abs((at.y - large.y) / large.height - 0.6)).toBeLessThan(0.02);

  await window.keyboard.down(' ');
  await window.mouse.down();
  await window.mouse.move(at.x - 90, at.y - 60);
  await window.mouse.up();
  await window.keyboard.up(' ');
  const moved = await picture.boundingBox();
  expect(Math.round((moved?.x ?? 0) - large.x)).toBe(-90);
  expect(Math.round((moved?.y ?? 0) - large.y)).toBe(-60);
  await close();
});

test('X18: a thousand pages open at once, scroll to the end, and only those in view exist', async () => {
  test.setTimeout(180_000);
  const folder = temporaryFolder('long');
  const file = scenario(folder, 'Long.pdf', { pages: 1000 });
  const { app, window, close } = await launch({ files: [file], settings: { readOnOpen: false } });
  await expect(window.getByText('1000 pages').or(window.getByText('0 of 1000 read'))).toBeVisible();
  const shown = Date.now();
  await expect(window.getByAltText('Picture of page 1')).toHaveJSProperty('naturalWidth', 1240, {
    timeout: 3000,
  });
  expect(Date.now() - shown).toBeLessThan(3000);

  const list = window.getByRole('listbox', { name: 'Documents and pages' });
  await list.focus();
  for (let i = 0; i < 40; i += 1) {
    await list.evaluate((element) => element.scrollBy(0, element.scrollHeight / 40));
    await window.waitForTimeout(25);
  }
  await window.keyboard.press('End');
  await expect(window.getByRole('option', { name: /Page 1000 of 1000/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(window.getByAltText('Picture of page 1000')).toBeVisible();
  expect(await list.getByRole('option').count()).toBeLessThan(30);
  const kilobytes = await app.evaluate(({ app: electronApp, BrowserWindow }) => {
    const pid = BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId();
    return electronApp.getAppMetrics().find((metric) => metric.pid === pid)?.memory.workingSetSize ?? 0;
  });
  expect(kilobytes).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThan(1_000_000);
  await close();
});
