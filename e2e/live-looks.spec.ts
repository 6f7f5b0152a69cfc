import path from 'node:path';
import { type ElectronApplication, expect, type Page, test } from '@playwright/test';
import { eventChannel } from '../electron/channels';
import type { EngineEvent } from '../engine/protocol/shell';
import { RoundGate, readDecodeLog } from '../engine/testing/round-gate';
import { launch, scenario, screenshot, temporaryFolder } from './launch';

const verified = (decodeLog: string): number =>
  readDecodeLog(decodeLog).filter(({ event }) => event.kind === 'round-verified').length;

function slowDocument(name: string) {
  const folder = temporaryFolder('live');
  const gate = new RoundGate(path.join(folder, 'gate.txt'));
  const decodeLog = path.join(folder, 'decode.jsonl');
  const file = scenario(folder, name, { pages: 1, roundGate: gate.file, decodeLog });
  return { file, gate, decodeLog };
}

/** A draft as the engine sends it, which the gate would let pass in no time. */
async function sendDraft(app: ElectronApplication, window: Page): Promise<void> {
  const regionId = await window.locator('[data-live-region]').getAttribute('data-live-region');
  const words = [' at', ' the', ' door', ' and', ' again', ' at', ' the', ' table'];
  const event: EngineEvent = {
    kind: 'decode',
    data: {
      documentId: '',
      pageId: regionId?.replace(/-r\d+$/, '') ?? '',
      regionId: regionId ?? '',
      readingOf: 'page',
      events: [
        {
          kind: 'round-started',
          at: 90,
          round: 5,
          drafter: 'block-diffusion',
          draft: words.map((text, id) => ({ id, text })),
        },
      ],
    },
  };
  await app.evaluate(
    ({ BrowserWindow }, [channel, data]) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send(String(channel), data),
    [eventChannel('engine-event'), event] as const,
  );
  await expect(window.locator('[data-drafted]').first()).toBeVisible();
}

const variants = [
  { name: 'light', theme: 'light', language: 'en', zoom: 1 },
  { name: 'dark', theme: 'dark', language: 'en', zoom: 1 },
  { name: 'light-200', theme: 'light', language: 'en', zoom: 2 },
  { name: 'portuguese', theme: 'light', language: 'pt', zoom: 1 },
] as const;

for (const { name, theme, language, zoom } of variants) {
  test(`the view of decoding looks right, ${name}`, async () => {
    const { file, gate, decodeLog } = slowDocument('Harbour ledger 1874.pdf');
    const { app, window, close } = await launch({ files: [file], settings: { theme, language } });
    await app.evaluate(({ BrowserWindow }, factor) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(factor);
    }, zoom);
    const look = async (view: string): Promise<void> => {
      await screenshot(app, `live-${view}-${name}`);
      const { scroll, client } = await window.evaluate(() => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
        return { scroll: [scrollWidth, scrollHeight], client: [clientWidth, clientHeight] };
      });
      expect(scroll).toEqual(client);
    };
    gate.holdAfter(11);
    await expect.poll(() => verified(decodeLog)).toBe(11);
    await look('1-calm');
    await window.keyboard.press('Control+l');
    await sendDraft(app, window);
    await look('2-live');
    await window.keyboard.press('F8');
    await window.keyboard.press('Shift+F9');
    await look('3-held');
    await window.keyboard.press('F8');
    gate.release();
    await expect(window.locator('[data-source="live"]')).toHaveCount(0, { timeout: 30_000 });
    await window.locator('[role="option"][id^="region-"]').nth(4).click();
    await expect(window.locator('[data-source="replay"]')).toBeVisible();
    await look('4-replay');
    await close();
  });
}

test('nothing moves by itself for those who asked for less motion', async () => {
  const { file, gate, decodeLog } = slowDocument('Harbour ledger 1874.pdf');
  const { app, window, close } = await launch({ files: [file] });
  gate.holdAfter(11);
  await expect.poll(() => verified(decodeLog)).toBe(11);
  await window.keyboard.press('Control+l');
  await sendDraft(app, window);
  const moving = (): Promise<string[]> =>
    window.evaluate(() =>
      document.getAnimations().flatMap(({ playState, effect }) => {
        const { duration = 0 } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && Number(duration) > 0 ? [`${Number(duration)} ms`] : [];
      }),
    );
  const text = await window.locator('[data-drafted]').first().textContent();
  await window.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(async () => (await moving()).length).toBeGreaterThan(0);
  await window.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toEqual([]);
  // What it says is still there.
  expect(await window.locator('[data-drafted]').first().textContent()).toBe(text);
  await expect(window.locator('[data-live-region]')).toBeVisible();
  gate.release();
  await close();
});
