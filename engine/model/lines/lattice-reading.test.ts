/** A table whose rules tell more than the network sees, read by the shipped reader. */
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Box } from '../../base/geometry';
import { createRaster } from '../../base/raster';
import type { Line } from '../../document';
import { type LinesReader, openLinesReader } from '.';

let reader: LinesReader;
beforeAll(async () => {
  reader = await openLinesReader({
    modelsFolder: path.resolve(__dirname, '../../../assets/models'),
    threads: 1,
  });
});
afterAll(() => reader.close());

const columns = [40, 200, 360, 520];
const rows = [40, 100, 160, 220];

/** Three rows and columns, the last row one cell; where there are no rules, the same white is between the texts. */
async function htmlOf(isRuled: boolean): Promise<string> {
  const page = createRaster(560, 260);
  const fill = ({ x, y, width, height }: Box): void => {
    for (let row = y; row < y + height; row++) {
      page.data.fill(30, 3 * (row * page.width + x), 3 * (row * page.width + x + width));
    }
  };
  if (isRuled) {
    for (const y of rows) fill({ x: 40, y, width: 482, height: 2 });
    for (const x of columns) fill({ x, y: 40, width: 2, height: x === 40 || x === 520 ? 182 : 120 });
  }
  const lines: Line[] = [];
  const write = (text: string, x: number, y: number): void => {
    const height = 30;
    for (let at = 0; at < text.length; at++) fill({ x: x + 12 * at, y: y + 8, width: 4, height: 16 });
    lines.push({ box: { x, y, width: 12 * text.length, height }, text });
  };
  for (const row of [0, 1]) {
    for (const column of [0, 1, 2]) {
      // One cell is empty.
      if (row + column < 3) write(`${row}-${column}`, columns[column]! + 24, rows[row]! + 16);
    }
  }
  write('below', 60, rows[2]! + 16);
  const request = {
    regionId: 'r',
    task: 'table',
    page,
    box: { x: 40, y: 40, width: 482, height: 182 },
    lines,
  } as const;
  for await (const { reading } of reader.read([request], {})) return reading.text;
  return '';
}

it('cells are those that rules bound; without rules they are what the network sees', async () => {
  const text = (await htmlOf(true)).replace(/<(\/?)th/g, '<$1td');
  expect(text).toBe(
    '<table><tr><td>0-0</td><td>0-1</td><td>0-2</td></tr><tr><td>1-0</td><td>1-1</td><td></td></tr>' +
      '<tr><td colspan="3">below</td></tr></table>',
  );
  expect(await htmlOf(false)).not.toContain('colspan="3"');
});
