import fs from 'node:fs';
import path from 'node:path';
import { expect as expectSoon, type Page, test } from '@playwright/test';
import type { Settings } from '../engine/protocol/shell';
import { deskFile } from '../engine/testing/desk-tools';
import { answerDialog, type Launched, launch, screenshot, temporaryFolder } from './launch';

// Each test starts the application with a whole engine; a busy machine takes its time.
const expect = expectSoon.configure({ timeout: 60_000 });
test.setTimeout(600_000);

async function openDesk(settings: Partial<Settings> = {}, userData?: string): Promise<Launched> {
  const folder = temporaryFolder('marks');
  const file = path.join(folder, 'Ledger.tiff');
  fs.writeFileSync(file, await deskFile());
  const launched = await launch({ engine: 'marks', files: [file], settings, ...(userData && { userData }) });
  const done = settings.language === 'pt' ? '3 páginas lidas' : '3 pages read';
  await expect(launched.window.getByRole('contentinfo')).toContainText(done, { timeout: 240_000 });
  return launched;
}

const field = (window: Page) => window.locator('textarea[data-document-text]');
const marks = (window: Page) => window.locator('[data-region-text] mark');
const current = (window: Page) => window.locator('[data-region-text] mark[data-current]');
/** What the field has chosen. */
const chosen = (window: Page): Promise<string> =>
  field(window).evaluate((element: HTMLTextAreaElement) =>
    element.value.slice(element.selectionStart, element.selectionEnd),
  );

test('a doubtful word is found by key, corrected, and its mark is gone until it is undone', async () => {
  const { window, close } = await openDesk();
  await window.keyboard.press('F7');
  await expect(current(window)).toHaveText('teh');
  await expect(current(window)).toHaveAttribute('title', 'Read with doubt');
  // It is shown on the page as well.
  await expect(window.locator('[data-doubt-box][data-current]')).toHaveCount(1);
  const all = await marks(window).count();
  expect(all).toBeGreaterThan(2);

  await window.keyboard.press('F7');
  await expect(current(window)).toHaveCount(1);
  await window.keyboard.press('Shift+F7');
  await window.keyboard.press('F2');
  await expect(field(window)).toBeFocused();
  expect(await chosen(window)).toBe('teh');
  const inField = window.locator('[data-doubt]:not(mark)');
  const before = await inField.count();
  await window.keyboard.type('the');
  await expect(inField).toHaveCount(before - 1);
  // On to the next one, in the same field.
  await window.keyboard.press('F7');
  expect(await chosen(window)).toBe('teh');
  await window.keyboard.press('Escape');
  await expect(marks(window)).toHaveCount(all - 1);

  await window.keyboard.press('Control+z');
  await expect(marks(window)).toHaveCount(all);
  // A region that was checked has no doubtful words any more.
  await window.keyboard.press('Control+Enter');
  await expect(marks(window)).not.toHaveCount(all);
  await close();
});

test('fewer words are marked, or none, as the settings say; replacing takes marks along', async () => {
  const { window, close } = await openDesk({ doubtMarks: 'few' });
  await window.keyboard.press('F4');
  await expect(window.locator('[data-region-text]').first()).toBeVisible();
  await expect(marks(window)).toHaveCount(0);
  await window.keyboard.press('Control+,');
  await window.getByRole('radio', { name: 'Usual' }).check();
  await window.keyboard.press('Escape');
  await expect(marks(window).first()).toBeVisible();
  await window.keyboard.press('Control+h');
  await window.keyboard.type('teh');
  await window.getByRole('textbox', { name: 'Replace with' }).fill('the');
  await window.getByRole('button', { name: /^Replace all/ }).click();
  await expect(marks(window)).toHaveCount(0);
  await close();
});

test('spelling: misspelt words are underlined, suggestions come by key, own words are kept', async () => {
  const userData = temporaryFolder('spelling');
  const { app, window, close } = await openDesk({ theme: 'light' }, userData);
  await window.keyboard.press('F7');
  await window.keyboard.press('F2');
  await expect(field(window)).toBeFocused();
  const misspelt = window.locator('[data-misspelt]');
  await expect(misspelt.first()).toHaveText('teh');
  await screenshot(app, 'spelling-light');
  await window.keyboard.press('Control+F7');
  const menu = window.getByRole('menu', { name: 'Suggestions for teh' });
  const item = menu.getByRole('menuitem');
  await expect(item.first()).toBeFocused();
  await expect(item.filter({ hasText: /^the$/ })).toHaveCount(1);
  await screenshot(app, 'suggestions-light');
  while ((await window.evaluate(() => document.activeElement?.textContent)) !== 'the') {
    await window.keyboard.press('ArrowDown');
  }
  const before = await misspelt.count();
  await window.keyboard.press('Enter');
  await expect(field(window)).toBeFocused();
  await expect(misspelt).toHaveCount(before - 1);
  await expect(field(window)).toHaveValue(/\bthe\b/);

  // A word of one's own, by the last item of the menu.
  await window.keyboard.press('Control+End');
  await window.keyboard.type(' palimpsestic');
  await expect(misspelt.last()).toHaveText('palimpsestic');
  await window.keyboard.press('Control+F7');
  await expect(
    window.getByRole('menu', { name: 'Suggestions for palimpsestic' }).getByRole('menuitem').first(),
  ).toBeFocused();
  await window.keyboard.press('End');
  await window.keyboard.press('Enter');
  await expect(misspelt.filter({ hasText: 'palimpsestic' })).toHaveCount(0);
  await window.keyboard.press('Escape');
  await close();

  const again = await openDesk({ theme: 'dark', doubtMarks: 'usual' }, userData);
  await again.window.keyboard.press('Control+,');
  await expect(again.window.getByRole('button', { name: 'Remove palimpsestic' })).toBeVisible();
  await again.window.getByRole('checkbox', { name: /Check spelling/ }).uncheck();
  await again.window.keyboard.press('Escape');
  await again.window.keyboard.press('F7');
  await again.window.keyboard.press('F2');
  await again.window.waitForTimeout(1500);
  await expect(again.window.locator('[data-misspelt]')).toHaveCount(0);
  await screenshot(again.app, 'marks-dark');
  await again.close();
});

test('a dictionary of one’s own is added by its two files', async () => {
  const { app, window, close } = await openDesk();
  const folder = temporaryFolder('dictionary');
  const files = [path.join(folder, 'de_XX.aff'), path.join(folder, 'de_XX.dic')];
  fs.writeFileSync(files[0] ?? '', 'SET UTF-8\nTRY esianrtolcdugmphbyfvkw\n');
  fs.writeFileSync(files[1] ?? '', '2\nStraße\nMädchen\n');
  await answerDialog(app, files);
  await window.keyboard.press('Control+,');
  await window.getByRole('button', { name: 'Add dictionary…' }).click();
  await expect(window.getByRole('button', { name: 'Remove dictionary de_XX' })).toBeVisible();
  await screenshot(app, 'settings-correcting-light');
  await window.getByRole('button', { name: 'Remove dictionary de_XX' }).click();
  await expect(window.getByRole('button', { name: 'Remove dictionary de_XX' })).toHaveCount(0);
  await close();
});

test('the Portuguese window speaks of marks in Portuguese', async () => {
  const { app, window, close } = await openDesk({ language: 'pt', theme: 'dark' });
  await window.keyboard.press('F7');
  await expect(current(window)).toHaveAttribute('title', 'Lida com dúvida');
  await expect(window.locator('[aria-current="true"]')).toHaveAttribute('aria-label', /palavras? duvidosas?/);
  await screenshot(app, 'marks-pt-dark');
  await window.keyboard.press('F2');
  await expect(window.locator('[data-misspelt]').first()).toBeVisible();
  await window.keyboard.press('Control+F7');
  await expect(window.getByRole('menu', { name: 'Sugestões para teh' })).toBeVisible();
  await expect(window.getByRole('menuitem').last()).toHaveText('Juntar «teh» às palavras próprias');
  await window.keyboard.press('Escape');
  await expect(field(window)).toBeFocused();
  await close();
});
