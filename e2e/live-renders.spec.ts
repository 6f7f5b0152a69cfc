import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { RoundGate, readDecodeLog } from '../engine/testing/round-gate';
import { answerDialog, launch, scenario, temporaryFolder } from './launch';

/**
 * Counts what React draws again, by place: fibers that did work, from the hook that its developer tools use. So it holds
 * for the window as it is shipped. Frames are counted beside.
 */
const countRenders = (): void => {
  interface Fiber {
    readonly flags: number;
    readonly alternate: Fiber | null;
    readonly child: Fiber | null;
    readonly sibling: Fiber | null;
    readonly stateNode: unknown;
  }
  const performedWork = 1;
  const counts: Record<string, number> = {};
  const add = (key: string): void => {
    counts[key] = (counts[key] ?? 0) + 1;
  };
  /** Of components whose outermost part is an element. */
  const placeOf = (fiber: Fiber): string | undefined => {
    const element = fiber.child?.stateNode;
    if (!(element instanceof Element) || fiber.stateNode instanceof Element) return undefined;
    const round = element.closest('[data-round]')?.getAttribute('data-round');
    if (round) return `round ${round}`;
    const region = element.closest('[data-regions]')?.getAttribute('data-regions');
    if (region) return `text ${region}`;
    return element.closest('[data-pane]')?.getAttribute('aria-label') ?? 'elsewhere';
  };
  const walk = (first: Fiber | null): void => {
    for (let fiber = first; fiber; fiber = fiber.sibling) {
      const before = fiber.alternate;
      if (before && fiber.flags & performedWork) {
        const place = placeOf(fiber);
        if (place !== undefined) add(place);
      }
      // The same children as before: this part was passed over.
      if (before && fiber.child !== before.child) walk(fiber.child);
    }
  };
  const frame = (): void => {
    add('frames');
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  Reflect.set(globalThis, 'renderCounts', counts);
  Reflect.set(globalThis, '__REACT_DEVTOOLS_GLOBAL_HOOK__', {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => {},
    onPostCommitFiberRoot: () => {},
    onCommitFiberRoot: (_: number, root: { readonly current: Fiber }) => {
      add('commits');
      walk(root.current);
    },
  });
};

/** Counts since the last call. */
const takeCounts = (window: Page): Promise<Record<string, number>> =>
  window.evaluate(() => {
    const counts: Record<string, number> = Reflect.get(globalThis, 'renderCounts');
    const copy = { ...counts };
    for (const key of Object.keys(counts)) delete counts[key];
    return copy;
  });

test('while a region is decoded only it is drawn anew, and at most once a frame', async () => {
  const folder = temporaryFolder('live');
  const gate = new RoundGate(path.join(folder, 'gate.txt'));
  const decodeLog = path.join(folder, 'decode.jsonl');
  const { app, window, close } = await launch();
  await window.addInitScript(countRenders);
  await window.reload();
  await answerDialog(app, [scenario(folder, 'Slow.pdf', { pages: 1, roundGate: gate.file, decodeLog })]);
  await window.getByRole('button', { name: 'Open files' }).first().click();
  await window.keyboard.press('Control+l');
  const verified = () => readDecodeLog(decodeLog).filter(({ event }) => event.kind === 'round-verified');
  const stream = window.getByRole('region', { name: 'Decoding' }).getByRole('document');
  // The third region is the first with more than a few rounds.
  let rounds = 1;
  const inThird = (): number => verified().filter(({ regionId }) => regionId.endsWith('-r3')).length;
  await expect(stream).toBeVisible();
  while (inThird() < 2) {
    rounds += 1;
    gate.holdAfter(rounds);
    await expect.poll(() => verified().length).toBe(rounds);
  }
  await expect(stream.locator('[data-round]')).toHaveCount(2);
  await takeCounts(window);
  for (let more = 0; more < 5; more += 1) {
    rounds += 1;
    gate.holdAfter(rounds);
    await expect(stream.locator('[data-round]')).toHaveCount(3 + more);
  }
  const { frames = 0, commits = 0, ...drawn } = await takeCounts(window);
  expect(commits).toBeGreaterThan(0);
  expect(commits).toBeLessThanOrEqual(frames + 1);
  // The region's text and the pane of decoding, there the rounds from the one that was the latest on: no page, no list
  // of pages, no tools, no other region's text, no earlier round.
  const regionId = verified().at(-1)?.regionId;
  const later = Array.from({ length: 6 }, (_, more) => `round ${more + 1}`);
  expect([`text ${regionId}`, 'Decoding', ...later]).toEqual(expect.arrayContaining(Object.keys(drawn)));
  expect(drawn[`text ${regionId}`]).toBeGreaterThan(0);
  gate.release();
  await expect(window.getByRole('contentinfo')).toContainText('1 page read', { timeout: 30_000 });
  await close();
});
