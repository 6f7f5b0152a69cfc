/** A drawn table, read by the shipped line reader. */
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Box } from '../../base/geometry';
import { createRaster, type Raster } from '../../base/raster';
import type { Line } from '../../document';
import { familyOf } from '../../testing/fonts';
import { type LinesReader, openLinesReader } from '../lines';
import { escapeHtml } from '../lines/table-html';
import type { ReadRequest } from '../reader';
import { type RegionPrior, readPriors } from './region-priors';
import { cellBreakId, isTag, opensCell, Vocabulary } from './vocabulary';

const modelsFolder = path.resolve(__dirname, '../../../assets/models');
const texts = [
  ['Item', 'Price <net>', 'Year'],
  ['Apples & pears', '1,250.50', '1987'],
  ['Plums', '75', '2004'],
];
const columnWidth = 260;
const rowHeight = 56;
const box: Box = { x: 30, y: 30, width: 3 * columnWidth, height: 3 * rowHeight };

let lines: LinesReader;
let vocabulary: Vocabulary;
let page: Raster;
const found: Line[] = [];
beforeAll(async () => {
  lines = await openLinesReader({ modelsFolder, threads: 1 });
  vocabulary = await Vocabulary.open(path.join(modelsFolder, 'nano'));
  const canvas = createCanvas(box.width + 60, box.height + 60);
  const pen = canvas.getContext('2d');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = 'black';
  pen.lineWidth = 2;
  pen.font = `28px ${familyOf('sans')}`;
  texts.forEach((row, down) => {
    row.forEach((text, across) => {
      const [x, y] = [box.x + across * columnWidth, box.y + down * rowHeight];
      pen.strokeRect(x, y, columnWidth, rowHeight);
      pen.fillText(text, x + 16, y + 38);
      found.push({ box: { x: x + 12, y: y + 10, width: pen.measureText(text).width + 8, height: 38 } });
    });
  });
  page = createRaster(canvas.width, canvas.height);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < page.width * page.height; at++) {
    for (let plane = 0; plane < 3; plane++) page.data[at * 3 + plane] = data[at * 4 + plane]!;
  }
});
afterAll(() => lines.close());

async function readTable(
  longestTable: number,
  detected: readonly Line[] = found,
): Promise<RegionPrior | undefined> {
  const request: ReadRequest = { regionId: 'r1', task: 'table', page, box, lines: detected };
  const config = { featureSize: 120, featureScale: 0.25, lockedRegions: true, longestTable };
  for await (const read of readPriors(lines, { vocabulary, config }, [request], {})) return read;
  return undefined;
}

it("a table's prior reading is the line reader's text, with what the picture says of its cells", async () => {
  const read = await readTable(1200);
  const tokens = read?.prior?.tokens ?? [];
  const html = tokens.map(({ id }) => {
    const text = vocabulary.textOf(id);
    return isTag(id) || id === cellBreakId ? text : escapeHtml(text);
  });
  expect(html.join('')).toBe(read?.base.reading.text);
  expect(html.join('').replace(/<[^>]+>/g, '')).toBe(escapeHtml(texts.flat().join('')));
  const cells = tokens.filter(({ id }) => opensCell(id));
  expect(cells).toHaveLength(9);
  for (const { evidence, probabilities } of cells) {
    expect(probabilities[0]).toBeGreaterThan(0.5);
    // Ruled on all four sides.
    expect(Math.min(...evidence.slice(25, 29))).toBeGreaterThan(0.8);
    expect(evidence[29]).toBe(0.25);
  }
  const characters = tokens.filter(({ feature }) => feature);
  expect(characters).toHaveLength(texts.flat().join('').length);
});

it('a short text that the detector passed over is a line of the reading and of the prior reading', async () => {
  const missed = found[texts.flat().indexOf('75')]!;
  const read = await readTable(
    1200,
    found.filter((line) => line !== missed),
  );
  expect(read?.base.lines.map(({ text }) => text)).toContain('75');
  const last = read?.base.lines[found.length - 1];
  expect(last?.text).toBe('75');
  expect(Math.abs(last!.box.y - missed.box.y)).toBeLessThan(12);
  expect(read?.base.reading.text).toMatch(/<td>Plums<\/td><td>75<\/td>/);
  const tokens = read?.prior?.tokens ?? [];
  const html = tokens.map(({ id }) => {
    const text = vocabulary.textOf(id);
    return isTag(id) ? text : escapeHtml(text);
  });
  expect(html.join('')).toBe(read?.base.reading.text);
  // The recogniser's own, not set by the host.
  expect(tokens.filter(({ feature }) => feature)).toHaveLength(texts.flat().join('').length);
});

it('a model that is not made for tables leaves them as read', async () => {
  const read = await readTable(0);
  expect(read?.base.reading.format).toBe('table-html');
  expect(read?.prior).toBeUndefined();
});
