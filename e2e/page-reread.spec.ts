/** A page that was corrected is read again: what a person did stays until they take the new reading themselves. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { deskFile } from '../engine/testing/desk-tools';
import { launch, screenshot, temporaryFolder } from './launch';

test('a corrected page is read again by offers, each with its difference, taken in one undoable step', async () => {
  const file = path.join(temporaryFolder('reread'), 'Ledger.tiff');
  fs.writeFileSync(file, await deskFile());
  const { app, window, close } = await launch({ engine: 'desk', files: [file] });
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read', { timeout: 60_000 });
  await window.keyboard.press('F4');
  const rows = window.getByRole('list', { name: 'Regions to correct' }).getByRole('listitem');
  const faults = rows.filter({ hasText: /\bteh\b/ });
  expect(await faults.count()).toBeGreaterThan(0);

  await window.keyboard.press('F2');
  const field = window.locator('textarea[data-document-text]');
  await expect(field).toBeFocused();
  await window.keyboard.press('Control+a');
  await window.keyboard.type('Written by hand.');
  await window.keyboard.press('Escape');
  await expect(rows.filter({ hasText: 'Written by hand.' })).toHaveCount(1);
  const others = await faults.count();
  expect(others).toBeGreaterThan(0);

  await window.keyboard.press('Control+Shift+R');
  const dialog = window.getByRole('dialog', { name: 'Read page again' });
  await expect(dialog).toContainText('7 of 7 regions read', { timeout: 30_000 });
  const corrected = dialog.getByRole('listitem').filter({ hasText: 'Corrected or checked by you' });
  await expect(corrected).toHaveCount(1);
  await expect(corrected.locator('del').first()).toContainText('Written');
  await screenshot(app, 'page-reread');
  await window.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(faults).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Written by hand.' })).toHaveCount(1);

  await window.keyboard.press('Control+z');
  await expect(faults).toHaveCount(others);
  await expect(rows.filter({ hasText: 'Written by hand.' })).toHaveCount(1);
  await close();
});
