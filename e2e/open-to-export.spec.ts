import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { answerDialog, launch, scenario, screenshot, temporaryFolder } from './launch';

test('open, pages, text, export', async () => {
  const folder = temporaryFolder('files');
  const out = temporaryFolder('out');
  const file = scenario(folder, 'Harbour ledger.pdf', { pages: 3, pageMs: 40 });
  const { app, window, close } = await launch();
  await screenshot(app, 'welcome-light');
  await answerDialog(app, [file]);
  await window.getByRole('button', { name: 'Open files' }).first().click();

  await expect(window.getByRole('option', { name: /Page 1 of 3, Harbour ledger.pdf/ })).toBeVisible();
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read');
  await expect(window.getByRole('heading', { name: 'The Ledger of the Harbour Archive' })).toBeVisible();
  const picture = window.getByAltText('Picture of page 1');
  await expect(picture).toHaveJSProperty('naturalWidth', 1240);
  await screenshot(app, 'document-light');

  await window.getByRole('button', { name: 'Export', exact: true }).click();
  await answerDialog(app, [out]);
  await window.getByRole('button', { name: 'Choose folder…' }).click();
  await window.getByLabel('Word').check();
  await screenshot(app, 'export-light');
  await window.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  await expect(window.getByRole('dialog').getByText('2 files written')).toBeVisible();
  await screenshot(app, 'exported-light');
  const text = fs.readFileSync(path.join(out, 'Harbour ledger.md'), 'utf8');
  expect(text).toContain('The Ledger of the Harbour Archive');
  expect(fs.existsSync(path.join(out, 'Harbour ledger.docx'))).toBe(true);
  await close();
});
