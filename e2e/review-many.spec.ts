import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { deskFile } from '../engine/testing/desk-tools';
import { type Launched, launch, root, temporaryFolder } from './launch';

async function openMany(): Promise<Launched> {
  const file = path.join(temporaryFolder('many'), 'Register.tiff');
  fs.writeFileSync(file, await deskFile(400));
  const launched = await launch({ engine: 'desk', files: [file] });
  const { window } = launched;
  await expect(window.getByRole('contentinfo')).toContainText('1 page read', { timeout: 60_000 });
  await window.keyboard.press('F4');
  await expect(window.getByRole('listitem').filter({ hasText: 'Entry 400' })).toHaveCount(1);
  return launched;
}

const renders = (window: Page): Promise<Readonly<Record<string, number>>> =>
  window.evaluate(() => ({ ...(Reflect.get(window, 'palimpsestRenders') ?? {}) }));

test('of 400 regions only those that change are drawn again', async () => {
  const { window, close } = await openMany();
  const drawnBy = async (act: () => Promise<void>): Promise<Readonly<Record<string, number>>> => {
    await window.waitForTimeout(300);
    const before = await renders(window);
    await act();
    await window.waitForTimeout(300);
    const after = await renders(window);
    return { row: (after.row ?? 0) - (before.row ?? 0), box: (after.box ?? 0) - (before.box ?? 0) };
  };
  expect((await renders(window)).row).toBeGreaterThanOrEqual(400);
  await window.mouse.move(2, 2);
  await window.keyboard.press('Control+ArrowDown');

  // The one left and the one reached, each perhaps in two steps; never the other 398.
  const walk = await drawnBy(async () => {
    for (let i = 0; i < 5; i += 1) await window.keyboard.press('Control+ArrowDown');
  });
  expect(walk.row).toBeGreaterThan(0);
  expect(walk.row).toBeLessThanOrEqual(5 * 4);
  expect(walk.box).toBeLessThanOrEqual(5 * 4);

  await window.keyboard.press('F2');
  const field = window.locator('textarea[data-document-text]');
  await expect(field).toBeFocused();
  const typing = await drawnBy(async () => {
    await field.press('End');
    await window.keyboard.type(' and one more');
    await expect(window.locator('[aria-current="true"]')).toHaveAttribute('data-state', 'corrected');
  });
  expect(typing.row).toBeLessThanOrEqual(4);
  expect(typing.box).toBeLessThanOrEqual(4);

  const checking = await drawnBy(() => window.keyboard.press('Control+Enter'));
  expect(checking.row).toBeLessThanOrEqual(8);
  expect(checking.box).toBeLessThanOrEqual(8);
  await close();
});

test('frames while a page of 400 regions is worked on @release', async () => {
  const { window, close } = await openMany();
  await window.evaluate(() => {
    const times: number[] = [];
    let last = performance.now();
    const tick = (now: number): void => {
      times.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Reflect.set(window, 'frameTimes', times);
  });
  const frames = async (act: () => Promise<void>) => {
    await window.waitForTimeout(500);
    await window.evaluate(() => Reflect.get(window, 'frameTimes').splice(0));
    await act();
    const times: number[] = await window.evaluate(() => [...Reflect.get(window, 'frameTimes')]);
    const sorted = times.sort((a, b) => a - b);
    const at = (share: number): number =>
      Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
    return { frames: sorted.length, median: at(0.5), p95: at(0.95), worst: at(1) };
  };
  const walking = await frames(async () => {
    for (let i = 0; i < 60; i += 1) await window.keyboard.press('Control+ArrowDown');
  });
  await window.keyboard.press('F2');
  const typing = await frames(() =>
    window.keyboard.type('The quick brown fox jumps over the lazy dog.', { delay: 15 }),
  );
  await window.keyboard.press('Escape');
  const option = window.getByRole('option').nth(30);
  await option.click();
  const box = await option.locator('rect').first().boundingBox();
  if (!box) throw new Error('no box');
  const dragging = await frames(async () => {
    await window.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await window.mouse.down();
    for (let i = 0; i < 60; i += 1)
      await window.mouse.move(box.x + box.width / 2 + i, box.y + box.height / 2 + i * 2);
    await window.mouse.up();
  });
  const results = { regions: 400, milliseconds: { walking, typing, dragging } };
  const file = path.join(root, 'bench', 'results', 'frames.json');
  const cpu = os.cpus()[0]?.model ?? '';
  fs.writeFileSync(file, `${JSON.stringify({ date: new Date().toISOString(), cpu, ...results }, null, 2)}\n`);
  console.log(JSON.stringify(results));
  for (const each of [walking, typing, dragging]) expect(each.median).toBeLessThan(50);
  await close();
});
