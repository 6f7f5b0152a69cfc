import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawPage, png } from '../engine/testing/drawn-page';
import { openStubEngine } from '../engine/testing/stub-engine';
import { makeWorkplace, type Workplace } from '../engine/testing/workplace';
import { batchTotals, inTurn, measureBatch } from './batch';
import { noisyPages } from './noisy-pages';
import type { Peers } from './peers/peers';

let place: Workplace;
beforeAll(async () => {
  place = await makeWorkplace();
});
afterAll(() => place.remove());

const pictures = async (): Promise<string[]> => [
  await place.put('a.png', png(drawPage(120, 80, [{ text: 'a', x: 20, y: 50 }]).canvas)),
  await place.put('b.png', png(drawPage(100, 90, [{ text: 'b', x: 20, y: 50 }]).canvas)),
];

it('noise makes every page another one, and the same one again next time', async () => {
  const contents = async (folder: string): Promise<string[]> =>
    (await noisyPages(await pictures(), 6, place.path(folder))).map((file) =>
      fs.readFileSync(file, 'base64'),
    );
  const first = await contents('one');
  expect(new Set(first).size).toBe(6);
  expect(await contents('two')).toEqual(first);
});

it('every engine reads every page, and stages are shares of our time', async () => {
  const files = await noisyPages(await pictures(), 10, place.path('batch'));
  const read: string[] = [];
  const peer = {
    name: 'peer',
    version: '1',
    read: async (file: string) => {
      read.push(path.basename(file));
      return { text: '', seconds: 0 };
    },
    close: () => {},
  };
  const peers: Peers = {
    peers: [peer],
    tablePeer: { ...peer, read: async () => ({ tables: [], seconds: 0 }) },
    pictures: async () => undefined,
    close: () => {},
  };
  const engine = openStubEngine(place, {}, false);
  const engines = { overlapping: engine, inTurn: engine };
  const options = { model: 'lines', folder: place.path('work') };
  const { rounds } = await measureBatch(engines, files, peers, options, () => {});
  await engine.close();
  expect(rounds.map((round) => round.pages)).toEqual([2, 2, 2, 2, 2]);
  expect(read.slice(1).sort()).toEqual(files.map((file) => path.basename(file)));
  const totals = batchTotals(rounds);
  expect(Object.keys(totals.pagesPerSecond)).toEqual(['ours', inTurn, 'peer']);
  const shares = Object.values(totals.stageShares).reduce((sum, share) => sum + share, 0);
  expect(shares).toBeGreaterThan(0);
  expect(shares).toBeLessThanOrEqual(1);
});
