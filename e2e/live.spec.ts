import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { RoundGate, readDecodeLog } from '../engine/testing/round-gate';
import { launch, scenario, screenshot, temporaryFolder } from './launch';

/** A one-page document whose decoding is held, and what the engine's process saw of it. */
function slowDocument(name: string, more: Parameters<typeof scenario>[2] = {}) {
  const folder = temporaryFolder('live');
  const gate = new RoundGate(path.join(folder, 'gate.txt'));
  const decodeLog = path.join(folder, 'decode.jsonl');
  const file = scenario(folder, name, { pages: 1, roundGate: gate.file, decodeLog, ...more });
  return { file, gate, decodeLog };
}

/** What the worker had recorded of the region in work when its last round was finished. */
function lastFinished(decodeLog: string) {
  const log = readDecodeLog(decodeLog);
  const last = log.filter(({ event }) => event.kind === 'round-verified').at(-1);
  if (!last) throw new Error('no round is finished');
  const own = log.filter(({ regionId }) => regionId === last.regionId);
  const begun = own.map(({ event }) => event.kind === 'round-started' && event.round === 0).lastIndexOf(true);
  const rounds = own.slice(begun).flatMap(({ event }) => (event.kind === 'round-verified' ? [event] : []));
  const ids = rounds.flatMap(({ committed }) => committed.map(({ id }) => id));
  return { regionId: last.regionId, text: last.text, ids, rounds };
}

const pane = (window: Page): Locator => window.getByRole('region', { name: 'Decoding' });
const stream = (window: Page): Locator => pane(window).getByRole('document');

/** Ids and text of the committed tokens that stand in the window. */
const shownTokens = (window: Page) =>
  stream(window)
    .locator('[data-token]')
    .evaluateAll((tokens) => ({
      ids: tokens.map((token) => Number(token.getAttribute('data-token'))),
      text: tokens.map((token) => token.textContent).join(''),
    }));

test('it is live: held in the middle of a region, the window has exactly the ids of the last finished round', async () => {
  const { file, gate, decodeLog } = slowDocument('Slow.pdf');
  const { window, close } = await launch({ files: [file] });
  await window.getByRole('button', { name: 'Show decoding' }).click();
  await expect(stream(window)).toBeVisible();
  for (const rounds of [3, 5, 9, 16]) {
    gate.holdAfter(rounds);
    await expect
      .poll(() => readDecodeLog(decodeLog).filter(({ event }) => event.kind === 'round-verified').length)
      .toBe(rounds);
    const worker = lastFinished(decodeLog);
    await expect(stream(window)).toHaveAttribute('data-live-region', worker.regionId);
    await expect.poll(async () => (await shownTokens(window)).ids).toEqual(worker.ids);
    expect((await shownTokens(window)).text).toBe(worker.text);
    await expect(window.locator(`[data-working-region="${worker.regionId}"]`)).toBeVisible();
    // The calm text has the same words and none of the signs.
    const calm = window.locator(`article [data-regions="${worker.regionId}"]`);
    expect((await calm.textContent())?.replace(/\s+/g, ' ')).toBe(worker.text.replace(/\s+/g, ' '));

    const last = worker.rounds.at(-1);
    const round = pane(window).locator('dl > div', { hasText: 'Round' }).locator('dd');
    await expect(round).toHaveText(String(last?.round));
    await expect(pane(window)).toContainText('Live');
    expect(gate.file).toBeTruthy();
  }
  gate.release();
  await expect(window.getByRole('contentinfo')).toContainText('1 page read', { timeout: 30_000 });
  await close();
});

test('drafts are pale, a rejected token is struck before the one that took its place, with its numbers', async () => {
  const { file, gate, decodeLog } = slowDocument('Slow.pdf');
  const { window, close } = await launch({ files: [file] });
  await window.keyboard.press('Control+l');
  let rounds = 1;
  const corrected = () =>
    lastFinished(decodeLog)
      .rounds.at(-1)
      ?.committed.some(({ origin }) => origin === 'corrected') === true;
  await expect(stream(window)).toBeVisible();
  while (!corrected() || lastFinished(decodeLog).rounds.length < 3) {
    rounds += 1;
    gate.holdAfter(rounds);
    await expect
      .poll(() => readDecodeLog(decodeLog).filter(({ event }) => event.kind === 'round-verified').length)
      .toBe(rounds);
  }
  const { rounds: own, regionId } = lastFinished(decodeLog);
  const last = own.at(-1);
  const drafted = readDecodeLog(decodeLog)
    .filter((entry) => entry.regionId === regionId)
    .flatMap(({ event }) =>
      event.kind === 'round-started' && event.round === last?.round ? [event.draft] : [],
    )
    .at(-1);
  if (!last || !drafted) throw new Error('no round');
  const round = stream(window).locator(`[data-round="${last.round}"]`);
  await expect(round.locator('del')).toHaveAttribute('data-rejected', String(drafted[last.accepted]));
  await expect(round.locator('del + [data-token]')).toHaveAttribute('data-origin', 'corrected');
  await expect(round.locator('[data-origin="drafted"]')).toHaveCount(last.accepted);
  await expect(pane(window).locator('[data-figure="accepted"]')).toHaveText(
    `${last.accepted}/${drafted.length}`,
  );
  await expect(pane(window).locator('[data-cell="accepted"]')).toHaveCount(last.accepted);
  await expect(pane(window).locator('[data-cell="rejected"]')).toHaveCount(1);
  // Not by colour alone.
  const decoration = (locator: Locator) =>
    locator.evaluate((element) => getComputedStyle(element).textDecorationLine);
  expect(await decoration(round.locator('del'))).toBe('line-through');
  expect(await decoration(round.locator('[data-origin="corrected"] b'))).toBe('underline');
  gate.release();
  await expect(window.getByRole('contentinfo')).toContainText('1 page read', { timeout: 30_000 });
  await close();
});

test('the view is held and stepped while reading goes on, and follows again', async () => {
  const { file, gate, decodeLog } = slowDocument('Slow.pdf');
  const { window, close } = await launch({ files: [file] });
  await window.keyboard.press('Control+l');
  gate.holdAfter(4);
  await expect.poll(() => readDecodeLog(decodeLog).length).toBeGreaterThanOrEqual(8);
  await expect(stream(window)).toBeVisible();
  const before = lastFinished(decodeLog);
  await expect.poll(async () => (await shownTokens(window)).ids).toEqual(before.ids);
  await window.keyboard.press('F8');
  await expect(pane(window)).toContainText('Held');
  gate.holdAfter(6);
  await expect
    .poll(() => readDecodeLog(decodeLog).filter(({ event }) => event.kind === 'round-verified').length)
    .toBe(6);
  await expect(pane(window)).toContainText(/Held · \d rounds? behind/);
  expect((await shownTokens(window)).ids).toEqual(before.ids);
  await window.keyboard.press('Shift+F9');
  const idsAfter = (count: number): readonly number[] =>
    before.rounds.slice(0, count).flatMap(({ committed }) => committed.map(({ id }) => id));
  await expect.poll(async () => (await shownTokens(window)).ids).toEqual(idsAfter(before.rounds.length - 1));
  await window.keyboard.press('F9');
  await expect.poll(async () => (await shownTokens(window)).ids).toEqual(before.ids);
  await window.keyboard.press('F8');
  await expect(pane(window)).toContainText('Live');
  await expect.poll(async () => (await shownTokens(window)).ids).toEqual(lastFinished(decodeLog).ids);
  gate.release();
  await expect(window.getByRole('contentinfo')).toContainText('1 page read', { timeout: 30_000 });
  await close();
});

test('X08: stopped in the middle of a region, nothing is shown as live any more', async () => {
  const { file, gate, decodeLog } = slowDocument('Slow.pdf');
  const { window, close } = await launch({ files: [file] });
  await window.keyboard.press('Control+l');
  gate.holdAfter(4);
  await expect.poll(() => readDecodeLog(decodeLog).length).toBeGreaterThanOrEqual(8);
  await expect(window.locator('[data-source="live"]')).toBeVisible();
  await window.keyboard.press('Control+.');
  await expect(window.getByRole('contentinfo')).toContainText('Stopped', { timeout: 20_000 });
  await expect(window.locator('[data-source="live"]')).toHaveCount(0);
  await expect(window.locator('[data-working-region]')).toHaveCount(0);
  await close();
});

test('a region is replayed from its stored trace, labelled so, with speed and scrubbing', async () => {
  const { file, gate, decodeLog } = slowDocument('Slow.pdf');
  gate.release();
  const { window, close } = await launch({ files: [file] });
  await expect(window.getByRole('contentinfo')).toContainText('1 page read', { timeout: 30_000 });
  await window.getByRole('option', { name: /^3, Text/ }).click();
  await window.keyboard.press('Control+l');
  await expect(pane(window)).toContainText('Replay');
  const regionId = await stream(window).getAttribute('data-live-region');
  const own = readDecodeLog(decodeLog).filter((entry) => entry.regionId === regionId);
  const rounds = own.flatMap(({ event }) => (event.kind === 'round-verified' ? [event] : []));
  const idsAfter = (count: number): readonly number[] =>
    rounds.slice(0, count).flatMap(({ committed }) => committed.map(({ id }) => id));
  await expect.poll(async () => (await shownTokens(window)).ids).toEqual(idsAfter(rounds.length));

  const scrub = pane(window).getByRole('slider', { name: 'Round' });
  await scrub.fill('2');
  await expect.poll(async () => (await shownTokens(window)).ids).toEqual(idsAfter(3));
  await expect(scrub).toHaveAttribute('aria-valuetext', `Round 2 of ${rounds.length - 1}`);
  await stream(window).focus();
  await window.keyboard.press('ArrowRight');
  await expect.poll(async () => (await shownTokens(window)).ids).toEqual(idsAfter(4));

  await pane(window).getByRole('combobox', { name: 'Speed' }).selectOption('4');
  await pane(window).getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => (await shownTokens(window)).ids).toEqual(idsAfter(rounds.length));
  await expect(pane(window).getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(pane(window)).not.toContainText('Live');
  await close();
});

test('readers that decode no tokens show none, and offer no check', async () => {
  const file = scenario(temporaryFolder('live'), 'Lines.pdf', { pages: 1 });
  const { app, window, close } = await launch({ files: [file] });
  await expect(window.getByRole('contentinfo')).toContainText('1 page read');
  await window.keyboard.press('Control+l');
  await window.getByRole('option', { name: /^3, Text/ }).click();
  await expect(pane(window)).toContainText('without tokens');
  const enabled = await app.evaluate(({ Menu }) =>
    ['check-region', 'check-page', 'decoding-replay'].map(
      (id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.enabled,
    ),
  );
  expect(enabled).toEqual([false, false, false]);
  await close();
});

test('the check says identical, and shows the first token that differs where there is one', async () => {
  const { file, gate } = slowDocument('Same.pdf');
  gate.release();
  const other = scenario(temporaryFolder('live'), 'Other.pdf', {
    pages: 1,
    roundGate: gate.file,
    differsAt: 4,
  });
  const { app, window, close } = await launch({ files: [file, other] });
  await expect(window.getByRole('contentinfo')).toContainText('2 pages read', { timeout: 30_000 });
  await window.getByRole('option', { name: /^3, Text/ }).click();
  await window.keyboard.press('Control+l');
  await pane(window).getByRole('button', { name: 'Check against plain decoding' }).click();
  const dialog = window.getByRole('dialog', { name: 'Check against plain decoding' });
  await expect(dialog).toContainText(/Identical: 1 region, \d+ tokens/);
  await screenshot(app, 'live-identical');
  await window.keyboard.press('Escape');

  await window.getByRole('option', { name: /Other.pdf/ }).click();
  await window.getByRole('option', { name: /^3, Text/ }).click();
  await window.keyboard.press('Control+k');
  await window.keyboard.type('check page');
  await window.keyboard.press('Enter');
  await expect(dialog).toContainText(/\d+ of \d+ regions differ/, { timeout: 30_000 });
  const marks = dialog.locator('mark');
  expect(await marks.nth(0).textContent()).not.toBe(await marks.nth(1).textContent());
  await screenshot(app, 'live-differs');
  const first = dialog.getByRole('button', { name: /^Region / }).first();
  const order = /\d+/.exec((await first.textContent()) ?? '')?.[0];
  await first.click();
  const region = window.getByRole('option', { name: new RegExp(`^${order}, `) });
  await expect(region).toHaveAttribute('aria-selected', 'true');
  await close();
});
