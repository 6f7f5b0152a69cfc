import fs from 'node:fs';
import path from 'node:path';
import { expect as expectSoon, type Page, test } from '@playwright/test';
import { deskFile } from '../engine/testing/desk-tools';
import { answerDialog, type Launched, launch, temporaryFolder } from './launch';

// Each test starts the application with a whole engine; a busy machine takes its time.
const expect = expectSoon.configure({ timeout: 20_000 });
test.setTimeout(240_000);

/** The desk's document, opened and read. */
async function openDesk(userData?: string): Promise<Launched & { readonly file: string }> {
  const folder = temporaryFolder('desk');
  const file = path.join(folder, 'Ledger.tiff');
  fs.writeFileSync(file, await deskFile());
  const launched = await launch({ engine: 'desk', files: [file], ...(userData ? { userData } : {}) });
  await expect(launched.window.getByRole('contentinfo')).toContainText('3 pages read', { timeout: 60_000 });
  return { ...launched, file };
}

const row = (window: Page, place: number) =>
  window
    .getByRole('list', { name: 'Regions to correct' })
    .getByRole('listitem')
    .nth(place - 1);

const focusedName = (window: Page): Promise<string> =>
  window.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

/** A ring, or a shadow in its place, is drawn around what has the focus. */
const focusIsSeen = (window: Page): Promise<boolean> =>
  window.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    const { outlineStyle, boxShadow } = getComputedStyle(element);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  });

test('O19: a whole review with the keyboard alone', async () => {
  const userData = temporaryFolder('desk-user');
  const { window, close, file } = await openDesk(userData);
  const press = async (keys: string): Promise<void> => {
    await window.keyboard.press(keys);
    // Focus is always visible.
    if (!keys.startsWith('Control+')) expect(await focusIsSeen(window), keys).toBe(true);
  };
  const field = window.locator('textarea[data-document-text]');

  // To the first region that is not checked, and into its text.
  await window.keyboard.press('F4');
  await window.keyboard.press('F2');
  await expect(field).toBeFocused();
  expect(await focusedName(window)).toContain('Text of region 1');
  await press('Tab');
  await press('Tab');
  expect(await focusedName(window)).toBe('Text of region 3, Text');

  // A word is changed as in any editor.
  await window.keyboard.press('Control+Home');
  for (let i = 0; i < 4; i += 1) await window.keyboard.press('Shift+ArrowRight');
  await window.keyboard.type('Leaf');
  await window.keyboard.press('Control+Enter');
  expect(await focusedName(window)).toBe('Text of region 4, List');
  await expect(row(window, 3)).toHaveAttribute('data-state', 'checked');
  await expect(row(window, 3)).toContainText('Leaf 1 lists what was carried');

  // Undo and redo, state and text alike.
  await window.keyboard.press('Control+z');
  await expect(row(window, 3)).toHaveAttribute('data-state', 'corrected');
  await window.keyboard.press('Control+z');
  await expect(row(window, 3)).toHaveAttribute('data-state', 'unchecked');
  await expect(field).toHaveValue(/^Page 1 lists/);
  await window.keyboard.press('Control+Shift+z');
  await expect(field).toHaveValue(/^Leaf 1 lists/);
  await window.keyboard.press('Control+y');
  await expect(row(window, 3)).toHaveAttribute('data-state', 'checked');

  // A region is moved in the reading order, by a key and by typing its number.
  await press('Escape');
  expect(await focusedName(window)).toContain('3, Text, Checked');
  await window.keyboard.press('Control+Alt+ArrowDown');
  await expect(row(window, 4)).toContainText('Leaf 1 lists');
  await window.keyboard.press('o');
  await expect(window.getByRole('spinbutton', { name: 'Place in reading order' })).toBeFocused();
  await window.keyboard.type('1');
  await window.keyboard.press('Enter');
  await expect(row(window, 1)).toContainText('Leaf 1 lists');
  await window.keyboard.press('Control+z');
  await window.keyboard.press('Control+z');
  await expect(row(window, 3)).toContainText('Leaf 1 lists');

  // Closing at once loses nothing that is on screen.
  await window.keyboard.press('F2');
  await window.keyboard.press('Control+End');
  await window.keyboard.type(' Counted by lamplight.');
  await close();
  const again = await launch({ engine: 'desk', files: [file], userData });
  await expect(again.window.getByRole('option', { name: /Page 3 of 3, Ledger.tiff, read/ })).toBeVisible();
  await again.window.keyboard.press('F4');
  await expect(row(again.window, 3)).toContainText('Counted by lamplight.');
  await expect(row(again.window, 3)).toContainText('Leaf 1 lists');
  await again.close();
});

test('regions are drawn, moved, sized, split, joined, typed and removed by keys, and all of it is undone', async () => {
  const { window, close } = await openDesk();
  await window.keyboard.press('F4');
  const boxes = window.getByRole('listbox', { name: 'Regions in reading order' });
  await boxes.focus();
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Tab');
  await window.keyboard.press('Tab');
  const option = boxes.getByRole('option').nth(2);
  await expect(option).toHaveAttribute('aria-selected', 'true');
  const boxOf = () =>
    option
      .locator('rect')
      .first()
      .evaluate((rect) => ['x', 'y', 'width', 'height'].map((side) => Number(rect.getAttribute(side))));
  const before = await boxOf();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Shift+ArrowDown');
  await window.keyboard.press('Alt+Shift+ArrowLeft');
  const scale = (before[2] ?? 0) / 1000;
  await expect
    .poll(async () => (await boxOf()).map((side, index) => Math.round((side - (before[index] ?? 0)) / scale)))
    .toEqual([1, 10, -10, 0]);
  await window.keyboard.press('Control+z');
  await expect.poll(boxOf).toEqual(before);

  await window.keyboard.press('h');
  await expect(row(window, 3)).toContainText('Heading');
  await window.keyboard.press('3');
  await expect(window.getByRole('combobox', { name: 'Heading depth' })).toHaveValue('3');
  await window.keyboard.press('Control+z');
  await window.keyboard.press('Control+z');
  await expect(row(window, 3)).toContainText('Text');

  const rows = window.getByRole('list', { name: 'Regions to correct' }).getByRole('listitem');
  await window.keyboard.press('Control+d');
  await window.keyboard.press('ArrowUp');
  await window.keyboard.press('Enter');
  await expect(rows).toHaveCount(8);
  await expect(row(window, 3)).toContainText('Page 1 lists');
  await expect(row(window, 4)).not.toContainText('Page 1 lists');
  await window.keyboard.press('Control+m');
  await expect(rows).toHaveCount(7);
  await expect(row(window, 3)).toContainText('two counts');
  await window.keyboard.press('Delete');
  await expect(rows).toHaveCount(6);
  await window.keyboard.press('Insert');
  await window.keyboard.press('Enter');
  await expect(rows).toHaveCount(7);
  await window.keyboard.press('x');
  await expect(window.locator('[data-region-row][data-state="left-out"]')).toHaveCount(1);

  for (let i = 0; i < 5; i += 1) await window.keyboard.press('Control+z');
  await expect(rows).toHaveCount(7);
  await expect(row(window, 3)).toContainText('Page 1 lists');
  await expect(row(window, 3)).toContainText('two counts');
  await expect(row(window, 3)).toHaveAttribute('data-state', 'unchecked');
  await close();
});

test('X10: the next doubtful place has a key, in order, and comes round', async () => {
  const { window, close } = await openDesk();
  await window.keyboard.press('F4');
  const seen: string[] = [];
  const number = () => window.locator('[aria-current="true"]').getAttribute('aria-label');
  for (let i = 0; i < 3; i += 1) {
    await window.keyboard.press('F7');
    await expect(window.locator('[aria-current="true"]')).toHaveCount(1);
    await expect(window.locator('[aria-current="true"]')).toContainText('Hard to read');
    seen.push(`${await window.getByRole('toolbar', { name: 'Tools' }).textContent()} ${await number()}`);
  }
  expect(seen[0]).toContain('Page 2 of 3');
  expect(seen[1]).toContain('Page 3 of 3');
  expect(seen[2]).toBe(seen[0]);
  // One that is dealt with is not doubtful any more.
  await window.keyboard.press('Control+Enter');
  await expect(window.getByRole('button', { name: 'Checked: 1', exact: true })).toBeVisible();
  await window.keyboard.press('F7');
  await window.keyboard.press('F7');
  await expect(window.getByRole('toolbar', { name: 'Tools' })).toContainText('Page 3 of 3');
  await close();
});

test('X11: a region is read again beside what is there, the difference shown, and taken only when asked', async () => {
  const { window, close } = await openDesk();
  await window.keyboard.press('F4');
  await row(window, 3).locator('[data-region-text]').click();
  const field = window.locator('textarea[data-document-text]');
  await field.press('Control+Home');
  await field.pressSequentially('My own words. ');
  await window.keyboard.press('Escape');
  await window.keyboard.press('F5');
  const dialog = window.getByRole('dialog', { name: 'Read region again' });
  await dialog.getByRole('button', { name: 'Read', exact: true }).press('Enter');
  await expect(dialog.getByText(/places? differ/)).toBeVisible();
  await expect(dialog.locator('del').first()).toHaveText('My own words. ');
  await expect(dialog.locator('ins').first()).toHaveText('the');
  await expect(dialog.getByText('Your correction is replaced only if you take')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep what is there' }).click();
  await expect(row(window, 3)).toContainText('My own words.');

  await window.keyboard.press('F5');
  await dialog.getByRole('button', { name: 'Read', exact: true }).click();
  await dialog.getByRole('button', { name: 'Take this one' }).click();
  await expect(row(window, 3)).not.toContainText('My own words.');
  await expect(row(window, 3)).toContainText('carried from the lower store');

  await window.keyboard.press('Shift+F5');
  const history = window.getByRole('dialog', { name: 'Earlier readings and texts' });
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await history
    .getByRole('listitem')
    .filter({ hasText: 'My own words.' })
    .getByRole('button', { name: 'Take this one' })
    .click();
  await expect(row(window, 3)).toContainText('My own words.');
  await close();
});

test('cells and a formula are edited and reach every export', async () => {
  const { app, window, close } = await openDesk();
  const out = temporaryFolder('desk-out');
  await window.keyboard.press('F4');
  await row(window, 5).locator('[data-region-text]').click();
  const cell = window.locator('textarea[data-document-text]');
  await expect(cell).toBeFocused();
  await expect(cell).toHaveValue('Shelf');
  await cell.press('Tab');
  await window.keyboard.type('Crates');
  await window.keyboard.press('Enter');
  await expect(cell).toHaveValue('112');
  await window.getByRole('button', { name: 'Add a row below' }).click();
  await window.keyboard.press('Enter');
  await window.keyboard.type('40');
  await window.keyboard.press('Alt+Shift+ArrowRight');
  await window.getByRole('button', { name: 'Join cells' }).click();
  await window.keyboard.press('Escape');
  await expect(row(window, 5).locator('td[colspan="2"]')).toHaveText('40');

  await row(window, 7).locator('[data-region-text]').click();
  const formula = window.locator('textarea[data-document-text]');
  await formula.fill('\\frac{1}{k');
  await expect(window.getByRole('alert')).toContainText('This formula cannot be drawn.');
  await formula.fill('\\frac{1}{k} + 7');
  await expect(window.getByRole('alert')).toHaveCount(0);
  await window.keyboard.press('Escape');

  await window.keyboard.press('Control+e');
  await answerDialog(app, [out]);
  const dialog = window.getByRole('dialog', { name: 'Export' });
  for (const name of ['HTML', 'LaTeX', 'Word', 'Plain text', 'JSON'])
    await dialog.getByText(name, { exact: false }).first().click();
  await dialog.getByRole('button', { name: 'Choose folder…' }).click();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog.getByText('6 files written')).toBeVisible();
  for (const ending of ['md', 'html', 'tex', 'txt', 'json']) {
    const text = fs.readFileSync(path.join(out, `Ledger.${ending}`), 'utf8');
    expect(text, ending).toContain('Crates');
    expect(text, ending).toMatch(/\+ 7/);
  }
  expect(fs.statSync(path.join(out, 'Ledger.docx')).size).toBeGreaterThan(1000);
  await close();
});

test('O19: words are found and replaced with each hit shown before, in one step; an expression has an end', async () => {
  const { window, close } = await openDesk();
  await window.keyboard.press('Control+h');
  await window.keyboard.type('teh');
  await window.keyboard.press('Tab');
  const bar = window.getByRole('search', { name: 'Find and replace' });
  await bar.getByRole('textbox', { name: 'Replace with' }).focus();
  await window.keyboard.type('the');
  const preview = bar.getByRole('list', { name: 'What would be replaced' }).getByRole('listitem');
  await expect(preview.first()).toContainText('tehthe');
  const count = await preview.count();
  expect(count).toBeGreaterThan(5);
  await preview.first().getByRole('checkbox').uncheck();
  await bar.getByRole('button', { name: `Replace all ${count - 1}` }).press('Enter');
  await expect(window.getByText(`${count - 1} places replaced`)).toBeVisible();
  await expect(preview).toHaveCount(1);
  await expect(row(window, 3)).toContainText('carried from teh lower store in the');
  await window.keyboard.press('Escape');
  await row(window, 3).focus();
  await window.keyboard.press('Control+z');
  await expect(row(window, 3)).toContainText('carried from teh lower store in teh');

  await window.keyboard.press('Control+f');
  await bar.getByRole('button', { name: 'Regular expression' }).click();
  await bar.getByRole('textbox', { name: 'Find in this document' }).fill('(\\w+) lower');
  await expect(bar).toContainText(/of [1-9]/);
  await bar.getByRole('textbox', { name: 'Find in this document' }).fill('(([a-z ,\\n])+)+!');
  await expect(bar.getByRole('alert')).toHaveText('This expression takes too long. Make it simpler.');
  await close();
});

test('regions are copied as text, Markdown, HTML, LaTeX and table rows', async () => {
  const { app, window, close } = await openDesk();
  await window.getByRole('option', { name: /^5, Table/ }).click();
  const copied = async (id: string): Promise<string> => {
    await app.evaluate(({ clipboard }) => clipboard.writeText(''));
    await app.evaluate(({ Menu }, action) => Menu.getApplicationMenu()?.getMenuItemById(action)?.click(), id);
    const read = () => app.evaluate(({ clipboard }) => clipboard.readText());
    await expect.poll(read).not.toBe('');
    return read();
  };
  expect(await copied('copy-region-tsv')).toBe(
    'Shelf\tBoxes\tState\nA 1–4\t112\tsorted\nB 1–9\t87\tin work\nC 1\t9\twaiting\n',
  );
  expect(await copied('copy-region-md')).toContain('| Shelf');
  // Parts, to be put into another document.
  expect(await copied('copy-region-html')).toMatch(/^<table/);
  expect(await copied('copy-region-tex')).toMatch(/^\\begin\{longtable\}/);
  await window.getByRole('listbox', { name: 'Regions in reading order' }).focus();
  await window.keyboard.press('Control+c');
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain('Shelf\tBoxes');
  await close();
});

test('an input method is left alone until it is done', async () => {
  const { window, close } = await openDesk();
  await window.keyboard.press('F4');
  await row(window, 1).locator('[data-region-text]').click();
  const field = window.locator('textarea[data-document-text]');
  await field.press('Control+End');
  const session = await window.context().newCDPSession(window);
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  await window.waitForTimeout(1200);
  await expect(row(window, 1)).toHaveAttribute('data-state', 'unchecked');
  // Enter ends the composition; it is no "checked, next" of a line.
  await session.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await expect(field).toBeFocused();
  await session.send('Input.insertText', { text: '日本' });
  await expect(row(window, 1)).toHaveAttribute('data-state', 'corrected');
  await expect(field).toHaveValue(/日本$/);
  await close();
});

test('pages are turned, left out and moved, several at once, and it is undone', async () => {
  const { window, close } = await openDesk();
  const pages = window.getByRole('listbox', { name: 'Documents and pages' });
  const size = async (): Promise<readonly number[]> => {
    const box = await window.locator('img[data-state="shown"]').boundingBox();
    return box && box.width > box.height ? [1, 0] : [0, 1];
  };
  await expect.poll(size).toEqual([0, 1]);
  await window.keyboard.press('Shift+PageDown');
  await expect(pages.getByRole('option', { selected: true })).toHaveCount(2);
  await window.keyboard.press('Control+]');
  await expect(window.getByText('2 pages turned')).toBeVisible();
  await expect.poll(size).toEqual([1, 0]);
  // The regions went with the picture: the title, once below the top edge, is now left of the right edge.
  const title = await window
    .getByRole('option', { name: /^2, Title/ })
    .locator('rect')
    .first()
    .boundingBox();
  expect((title?.height ?? 0) / (title?.width ?? 1)).toBeGreaterThan(3);
  await window.keyboard.press('Control+z');
  await expect.poll(size).toEqual([0, 1]);

  await pages.getByRole('option', { name: /Page 1 of 3/ }).click();
  await window.keyboard.press('Alt+PageDown');
  await expect(pages.getByRole('option').first()).toContainText('2');
  await window.keyboard.press('Control+k');
  await window.keyboard.type('leave page out');
  await window.keyboard.press('Enter');
  await expect(pages.getByRole('option', { name: /Page 1 of 3.*left out/ })).toHaveCount(1);
  await window.keyboard.press('Control+z');
  await window.keyboard.press('Control+z');
  await expect(pages.getByRole('option').first()).toContainText('1');
  await close();
});
