import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { answerDialog, launch, scenario, temporaryFolder } from './launch';

/** What has the focus, as a screen reader would name it. */
const focused = (): string => {
  const element = document.activeElement;
  return `${element?.getAttribute('role') ?? element?.tagName.toLowerCase()} ${element?.getAttribute('aria-label') ?? element?.textContent ?? ''}`;
};

test('open, walk, copy and export with the keyboard alone', async () => {
  const folder = temporaryFolder('keys');
  const out = temporaryFolder('keys-out');
  const { app, window, close } = await launch();
  await answerDialog(app, [scenario(folder, 'Ledger.pdf', { pages: 3 })]);
  await window.keyboard.press('Control+o');
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read');

  const seen: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    await window.keyboard.press('F6');
    seen.push(await window.evaluate(focused));
  }
  expect(seen).toEqual([
    expect.stringContaining('Open files'),
    'listbox Documents and pages',
    'listbox Regions in reading order',
    'document Text',
    'button Hide',
  ]);
  await window.keyboard.press('Shift+F6');
  await window.keyboard.press('Shift+F6');
  expect(await window.evaluate(focused)).toBe('listbox Regions in reading order');

  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Tab');
  await window.keyboard.press('Tab');
  await expect(window.getByRole('option', { name: /^3, Text/ })).toHaveAttribute('aria-selected', 'true');
  const ring = await window.evaluate(() => {
    const element = document.activeElement;
    return element ? getComputedStyle(element).outlineStyle : 'none';
  });
  expect(ring).not.toBe('none');

  await window.keyboard.press('PageDown');
  await expect(window.getByRole('option', { name: /Page 2 of 3/ })).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('PageUp');
  await expect(window.getByRole('heading', { name: /Ledger of the Harbour/ })).toBeVisible();

  await window.keyboard.press('Control+Shift+c');
  await expect(window.getByText('Text copied')).toBeVisible();
  const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain('The Ledger of the Harbour Archive');

  await window.keyboard.press('Control+k');
  await window.keyboard.type('export');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog', { name: 'Export' })).toBeVisible();
  await answerDialog(app, [out]);
  const toButton = async (name: string): Promise<void> => {
    for (let i = 0; i < 25; i += 1) {
      if ((await window.evaluate(focused)) === `button ${name}`) return;
      await window.keyboard.press('Tab');
    }
    throw new Error(`cannot reach ${name}`);
  };
  await toButton('Choose folder…');
  await window.keyboard.press('Enter');
  await expect(window.getByText(out)).toBeVisible();
  await toButton('Export');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('dialog').getByText('1 file written')).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  expect(fs.existsSync(path.join(out, 'Ledger.md'))).toBe(true);
  await close();
});

test('letters typed into a field are not commands, and the menu runs actions', async () => {
  const folder = temporaryFolder('keys');
  const { app, window, close } = await launch({
    files: [scenario(folder, 'Sealed.pdf', { password: 'secret' })],
  });
  await window.getByRole('button', { name: '1 problem' }).click();
  await window.getByLabel('Password').pressSequentially('wrong?');
  await window.keyboard.press('Enter');
  await expect(window.getByText('That password does not open the file.')).toBeVisible();
  await window.getByLabel('Password').fill('secret');
  await window.keyboard.press('Enter');
  await expect(window.getByText('No problems.')).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('contentinfo')).toContainText('1 page read');

  const labels = await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label));
  expect(labels).toEqual(['File', 'Edit', 'Region', 'Type', 'Page', 'Read', 'View', 'Help']);
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('shortcuts')?.click());
  await expect(window.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await close();
});
