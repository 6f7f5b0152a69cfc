import { expect, test } from 'vitest';
import { boxOfQuad, quadOfBox } from '../../base/geometry';
import { createRaster } from '../../base/raster';
import type { Line } from '../../document';
import type { LineText } from './ctc';
import { recogniseLines } from './line-texts';
import type { LineCrop, RecogniseOptions } from './recogniser';

const textOf = (text: string): LineText => ({ text, confidence: 1, peaks: [], steps: 4 });
const lineAt = (x: number): Line => {
  const box = { x, y: 10, width: 40, height: 20 };
  return { box, quad: quadOfBox(box) };
};

test('lines of tables that were read as nothing are read again with more white beside them, others once', async () => {
  const page = createRaster(400, 40, 255);
  const asked: number[][] = [];
  const recogniser = {
    recognise: async (crops: readonly LineCrop[], { onSteps }: RecogniseOptions = {}) => {
      const boxes = crops.map(({ quad }) => boxOfQuad(quad));
      asked.push(boxes.map(({ x }) => x));
      for (const index of crops.keys()) onSteps?.(index, {} as never);
      return boxes.map(({ x, width }) => textOf(x > 300 ? 'A' : width > 40 && x < 200 ? 'III' : ''));
    },
  };
  const lines = [10, 110, 210, 310].map(lineAt);
  const waiting = lines.map((line, index) => ({ page, line, isOfTable: index !== 0 }));
  const seen: (Line | undefined)[] = [];
  const texts = await recogniseLines(recogniser, waiting, undefined, (line) => seen.push(line));
  expect(texts.map(({ text }) => text)).toEqual(['', 'III', '', 'A']);
  expect(asked).toEqual([
    [10, 110, 210, 310],
    [107, 207],
  ]);
  expect(seen).toEqual([...lines, lines[1], lines[2]]);
});
