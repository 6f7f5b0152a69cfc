import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Box } from '../../base/geometry';
import { createRaster, type Raster } from '../../base/raster';
import { openSession, type Session } from '../../runtime';
import { familyOf } from '../../testing/fonts';
import { readStructure } from './long-table';
import { layOutCells } from './table-grid';
import { readTableStructure } from './table-structure';

const rows = 64;
const columns = 8;
const rowHeight = 34;
const columnWidth = 150;
const box: Box = { x: 20, y: 20, width: columns * columnWidth, height: rows * rowHeight };

let session: Session;
let page: Raster;
const lines: Box[] = [];

beforeAll(async () => {
  session = await openSession(path.resolve(__dirname, '../../../assets/models/slanet-plus/model.onnx'), {
    threads: 1,
  });
  const width = box.width + 40;
  const height = box.height + 40;
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = 'black';
  pen.font = `21px ${familyOf('sans')}`;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = box.x + column * columnWidth;
      const y = box.y + row * rowHeight;
      pen.strokeRect(x, y, columnWidth, rowHeight);
      pen.fillText(String((row * 37 + column * 911) % 10_000), x + 20, y + 25);
      lines.push({ x: x + 18, y: y + 6, width: 70, height: 24 });
    }
  }
  page = createRaster(width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  for (let at = 0; at < width * height; at++) {
    for (let plane = 0; plane < 3; plane++) page.data[at * 3 + plane] = data[at * 4 + plane]!;
  }
});

afterAll(() => session.release());

test('a table beyond the longest output of the network is read in parts: no row and no column is missing', async () => {
  expect((await readTableStructure(session, page, box)).complete).toBe(false);
  const { cells, complete, rows: found } = await readStructure(session, page, box, lines);
  expect({ complete, found }).toEqual({ complete: true, found: rows });
  const placed = layOutCells(cells);
  expect(placed).toHaveLength(rows * columns);
  expect(new Set(placed.map(({ column }) => column)).size).toBe(columns);
  // Each cell lies in its own row of the picture.
  for (const { row, box: cell } of placed) {
    const middle = (cell.y + cell.height / 2 - box.y) / rowHeight;
    expect(Math.abs(middle - row - 0.5)).toBeLessThan(0.5);
  }
});

test('without enough rows of print to cut, the structure stays as the network gave it', async () => {
  const { complete } = await readStructure(session, page, box, lines.slice(0, columns));
  expect(complete).toBe(false);
});
