import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Locator, test } from '@playwright/test';
import type { Document } from '../engine/document';
import {
  answerDialog,
  electronProgram,
  type Launched,
  launch,
  root,
  screenshot,
  temporaryFolder,
} from './launch';
import { sheet } from './sheet';

/** A checkpoint of a few hundred kilobytes, trained to draft and to verify: all of the real way, little of the wait. */
const checkpoint = path.join(root, 'engine', 'model', 'glm-ocr', 'fixtures', 'overfitted', 'model');

function drawLines(file: string): void {
  const { canvas, context } = sheet(900, 500);
  context.font = '30px sans-serif';
  context.fillText('The board met on the third of May.', 90, 150);
  context.fillText('Twelve boxes had been sorted.', 90, 196);
  fs.writeFileSync(file, canvas.toBuffer('image/png'));
}

const rows = [
  ['Station', 'Boxes', 'Sheets'],
  ['Riverside', '12', '4,310'],
  ['Old Mill', '7', '2,045'],
  ['Harbour', '31', '9,876'],
] as const;

function drawTable(file: string): void {
  const [left, top, width, height] = [120, 140, 240, 60];
  const { canvas, context } = sheet(960, 520);
  context.strokeStyle = '#111111';
  context.lineWidth = 2;
  context.font = '28px sans-serif';
  for (const [row, cells] of rows.entries()) {
    for (const [column, text] of cells.entries()) {
      const [x, y] = [left + column * width, top + row * height];
      context.strokeRect(x, y, width, height);
      context.fillText(text, x + 24, y + 40);
    }
  }
  fs.writeFileSync(file, canvas.toBuffer('image/png'));
}

/** Reads the picture; the pane with the decode of its first region. */
async function replayOf(picture: string, app: Launched['app'], window: Launched['window']): Promise<Locator> {
  await answerDialog(app, [picture]);
  await window.keyboard.press('Control+o');
  await window.getByRole('button', { name: 'Read now' }).first().click();
  await expect(window.getByRole('contentinfo')).toContainText('1 page read', { timeout: 180_000 });
  await window.locator('[role="option"][id^="region-"]').first().click();
  await window.keyboard.press('Control+l');
  const pane = window.getByRole('region', { name: 'Decoding' });
  await expect(pane).toContainText('Replay', { timeout: 30_000 });
  return pane;
}

test('the tokens of a table are shown by its cells and rows', async () => {
  test.setTimeout(300_000);
  const folder = temporaryFolder('live-table');
  const picture = path.join(folder, 'stations.png');
  drawTable(picture);
  const { app, window, close } = await launch({ engine: 'real', settings: { readOnOpen: false } });
  await window.keyboard.press('Control+,');
  await window.getByRole('combobox', { name: 'Model' }).selectOption('nano');
  await window.keyboard.press('Escape');
  const pane = await replayOf(picture, app, window);
  await screenshot(app, 'live-real-table');
  const signs = await pane
    .locator('[data-token][data-sign]')
    .evaluateAll((tokens) => tokens.map((token) => token.getAttribute('data-sign') ?? ''));
  expect(signs.filter((sign) => sign === '\n')).toHaveLength(rows.length);
  expect(signs.filter((sign) => /^[│┃]/u.test(sign))).toHaveLength(12);
  await close();
});

test('a real model is chosen, its decoding is replayed as it was, and the check says identical', async () => {
  test.setTimeout(300_000);
  const folder = temporaryFolder('live-real');
  const env = { PALIMPSEST_MODELS: path.join(folder, 'models') };
  const added = spawnSync(
    electronProgram(),
    ['--no-sandbox', root, '--cli', 'models', 'add', checkpoint, '--name', 'small'],
    { encoding: 'utf8', timeout: 120_000, env: { ...process.env, ...env } },
  );
  expect(added.status, added.stderr).toBe(0);
  const picture = path.join(folder, 'minutes.png');
  drawLines(picture);

  const { app, window, close } = await launch({ engine: 'real', env, settings: { readOnOpen: false } });
  await window.keyboard.press('Control+,');
  await window.getByRole('combobox', { name: 'Model' }).selectOption('small');
  await expect(window.getByRole('combobox', { name: 'Decoding' })).toBeVisible();
  await screenshot(app, 'settings-model');
  await window.keyboard.press('Escape');

  const pane = await replayOf(picture, app, window);
  const regionId = await pane.getByRole('document').getAttribute('data-live-region');
  const documentId = await window.evaluate(() => {
    const picture = document.querySelector('img[src^="page://"]')?.getAttribute('src') ?? '';
    return decodeURIComponent(new URL(picture).pathname.split('/')[1] ?? '');
  });
  const reply = await window.evaluate(
    (id) => globalThis.window.palimpsest.engine('document', { documentId: id }),
    documentId,
  );
  if (!reply.ok) throw new Error(reply.error.message);
  const read = reply.result as Document; // what `document` answers
  const region = read.pages[0]?.regions.find(({ id }) => id === regionId);
  const ids = region?.readings.at(-1)?.tokens?.map(({ id }) => id) ?? [];
  expect(ids.length).toBeGreaterThan(3);
  const shown = await pane
    .locator('[data-token]:not([data-cut])')
    .evaluateAll((tokens) => tokens.map((token) => Number(token.getAttribute('data-token'))));
  expect(shown).toEqual(ids);
  await screenshot(app, 'live-real-replay');

  await pane.getByRole('button', { name: 'Check against plain decoding' }).click();
  await expect(window.getByRole('dialog')).toContainText(/Identical: 1 region, \d+ tokens/, {
    timeout: 120_000,
  });
  await screenshot(app, 'live-real-identical');
  await close();
});
