import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { answerDialog, launch, root, screenshot, temporaryFolder } from './launch';
import { sheet } from './sheet';

/** A page with a title and two paragraphs, 150 dpi. */
function drawLetter(file: string): void {
  const { canvas, context } = sheet(1240, 1754);
  context.font = '46px sans-serif';
  context.fillText('Minutes of the harbour board', 140, 220);
  context.font = '26px sans-serif';
  const lines = [
    'The board met on the third of May and read the report of the',
    'archive. Twelve boxes had been sorted since the winter.',
    '',
    'It was agreed to repair the lower store before autumn.',
  ];
  lines.forEach((line, index) => {
    context.fillText(line, 140, 340 + index * 42);
  });
  fs.writeFileSync(file, canvas.toBuffer('image/png'));
}

test('the real engine reads a picture, and it is exported', async () => {
  test.setTimeout(180_000);
  const folder = temporaryFolder('real');
  const out = temporaryFolder('real-out');
  drawLetter(path.join(folder, 'minutes.png'));
  fs.writeFileSync(path.join(folder, 'broken.png'), 'this is no picture');
  fs.writeFileSync(path.join(folder, 'empty.png'), '');
  const { app, window, close } = await launch({ engine: 'real' });
  await answerDialog(app, [folder]);
  await window.getByRole('button', { name: 'Open a folder' }).click();

  await expect(window.getByRole('contentinfo')).toContainText('1 page read', { timeout: 120_000 });
  const text = window.getByRole('document', { name: 'Text' });
  await expect(text).toContainText('Minutes of the harbour board');
  await expect(text).toContainText('repair the lower store before autumn');
  await screenshot(app, 'real-engine');

  await window.getByRole('contentinfo').getByRole('button', { name: '2 problems' }).click();
  await expect(window.getByRole('dialog')).toContainText('empty.png');
  await expect(window.getByRole('dialog')).toContainText('broken.png');
  await screenshot(app, 'problems-real');
  await window.keyboard.press('Escape');

  await window.keyboard.press('Control+e');
  await answerDialog(app, [out]);
  await window.getByRole('button', { name: 'Choose folder…' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  await expect(window.getByRole('dialog').getByText('1 file written')).toBeVisible();
  expect(fs.readFileSync(path.join(out, 'minutes.md'), 'utf8')).toContain('Twelve boxes had been sorted');
  await close();
});

test('the samples open as the window starts, and every page is read', async () => {
  test.setTimeout(300_000);
  const { app, window, close } = await launch({
    engine: 'real',
    files: [path.join(root, 'assets', 'samples')],
  });
  await expect(window.getByRole('contentinfo')).toContainText(/[3-9] pages read/, { timeout: 240_000 });
  await expect(window.getByRole('button', { name: /problem/ })).toHaveCount(0);
  const pages = window.getByRole('listbox', { name: 'Documents and pages' });
  await expect(window.getByRole('document', { name: 'Text' })).not.toBeEmpty();
  await screenshot(app, 'sample-1');
  for (const number of [2, 3]) {
    await pages.press('ArrowDown');
    await expect(window.getByRole('document', { name: 'Text' }).locator('article')).not.toBeEmpty();
    await screenshot(app, `sample-${number}`);
  }
  await close();
});
