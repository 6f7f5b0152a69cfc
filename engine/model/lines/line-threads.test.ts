import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isCancelled } from '../../base/errors';
import { quadOfBox } from '../../base/geometry';
import { createRaster, type Raster } from '../../base/raster';
import { openSession, type Session } from '../../runtime';
import type { LineText } from './ctc';
import { LineThreads } from './line-threads';
import { type LineCrop, LineRecogniser, type LineSteps } from './recogniser';

const folder = path.resolve(__dirname, '../../../assets/models/pp-ocrv6-rec');
const model = path.join(folder, 'model.onnx');

/** Five columns a letter, its lowest row in the lowest bit. */
const letters: readonly (readonly number[])[] = [
  [127, 8, 8, 8, 127],
  [127, 73, 73, 73, 65],
  [127, 1, 1, 1, 1],
  [62, 65, 65, 65, 62],
  [64, 64, 127, 64, 64],
  [127, 72, 72, 72, 48],
];
const pixel = 4;
const letterWidth = 6 * pixel;

/** Ten lines of letters, other ones on every page. */
function printed(seed: number): Raster {
  const page = createRaster(400, 400);
  for (let line = 0; line < 10; line++) {
    for (let place = 0; place < 16; place++) {
      const letter = letters[(place * place + line * 5 + seed) % letters.length] ?? [];
      for (const [column, bits] of letter.entries()) {
        for (let y = 0; y < 7 * pixel; y++) {
          if ((bits >> (6 - Math.floor(y / pixel))) % 2 === 0) continue;
          const at = ((line * 40 + 6 + y) * page.width + place * letterWidth + column * pixel + 6) * 3;
          page.data.fill(seed, at, at + pixel * 3);
        }
      }
    }
  }
  return page;
}

const [first, second] = [printed(1), printed(4)];
const crops: LineCrop[] = Array.from({ length: 12 }, (_, index) => ({
  page: index % 3 === 0 ? second : first,
  quad: quadOfBox({ x: 2, y: (index % 10) * 40 + 1, width: letterWidth * (3 + index) + 6, height: 38 }),
}));

let characters: string[] = [];
let session: Session;
let alone: LineRecogniser;
/** Of all crops, in this thread. */
let expected: LineText[] = [];

const threadsOf = (file: string): LineThreads => {
  const threads = LineThreads.of({ model: file, characters }, 2);
  if (!threads) throw new Error('dist/line-thread.cjs has not been built');
  return threads;
};

beforeAll(async () => {
  characters = ['', ...(await readFile(path.join(folder, 'characters.txt'), 'utf8')).split('\n'), ' '];
  session = await openSession(model, { threads: 2 });
  alone = new LineRecogniser(session, characters);
  expected = await alone.recognise(crops);
});
afterAll(() => session.release());

async function withSteps(recogniser: LineRecogniser): Promise<[LineText[], Map<number, LineSteps>]> {
  const seen = new Map<number, LineSteps>();
  const onSteps = (index: number, steps: LineSteps): void => {
    const { classes, probabilities, spaces, features } = steps;
    seen.set(index, {
      ...steps,
      classes: classes.slice(),
      probabilities: probabilities.slice(),
      spaces: spaces.slice(),
      features: features.slice(),
    });
  };
  return [await recogniser.recognise(crops.slice(0, 6), { onSteps }), seen];
}

describe('threads that read lines', () => {
  let threads: LineThreads;
  let together: LineRecogniser;
  beforeAll(() => {
    threads = threadsOf(model);
    together = new LineRecogniser(session, characters, threads);
  });
  afterAll(() => threads.close());

  test('give what one thread gives, in the same order and to the last bit', async () => {
    const texts = await together.recognise(crops);
    expect(texts).toEqual(expected);
    expect(new Set(texts.map(({ text }) => text)).size).toBeGreaterThan(6);
  });

  test('so do two pages at a time', async () => {
    const texts = await Promise.all([together.recognise(crops), together.recognise(crops.slice(0, 5))]);
    expect(texts).toEqual([expected, await alone.recognise(crops.slice(0, 5))]);
  });

  test('give the ranked classes, spaces and features that one thread gives', async () => {
    const [texts, steps] = await withSteps(together);
    const [expectedTexts, expectedSteps] = await withSteps(alone);
    expect(texts).toEqual(expectedTexts);
    expect(steps.size).toBe(6);
    expect(steps).toEqual(expectedSteps);
    // What is ranked says the same of spaces wherever they are among the best.
    for (const { steps: count, ranks, classes, probabilities, spaces } of steps.values()) {
      for (let at = 0; at < count * ranks; at++) {
        if (classes[at] === characters.length - 1)
          expect(probabilities[at]).toBe(spaces[Math.floor(at / ranks)]);
      }
    }
  });

  test('stop between two runs when cancelled, and go on with the next page', async () => {
    const controller = new AbortController();
    const reading = together.recognise(crops, { signal: controller.signal });
    controller.abort();
    await expect(reading).rejects.toSatisfy(isCancelled);
    await expect(together.recognise(crops, { signal: controller.signal })).rejects.toSatisfy(isCancelled);
    expect(await together.recognise(crops)).toEqual(expected);
  });

  test('a fault of who listens is the caller’s', async () => {
    const onSteps = (): void => {
      throw new Error('listener');
    };
    await expect(together.recognise(crops.slice(0, 6), { onSteps })).rejects.toThrow('listener');
    expect(await together.recognise(crops)).toEqual(expected);
  });
});

test('threads that cannot work leave the lines to this one, once and for all', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const threads = threadsOf(path.join(folder, 'no-such-file.onnx'));
  const recogniser = new LineRecogniser(session, characters, threads);
  expect(await recogniser.recognise(crops)).toEqual(expected);
  expect(await recogniser.recognise(crops)).toEqual(expected);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(String(warn.mock.calls[0]?.[0])).toContain('no-such-file.onnx');
  await threads.close();
});

test('one thread needs no others', () => {
  expect(LineThreads.of({ model, characters }, 1)).toBeUndefined();
});
