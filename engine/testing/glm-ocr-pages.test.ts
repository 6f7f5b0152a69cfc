/** `convert --model <folder>` over a PDF of three pages whose regions the overfitted checkpoint knows. */
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Raster } from '../base/raster';
import { type Document, taskOf } from '../document';
import { createEngine } from '../jobs/engine';
import { type OverfittedCrop, overfittedFolder, readOverfittedCrops } from '../model/glm-ocr/fixtures';
import { writeDocLayout } from './doc-layout-file';
import { pdf } from './document-files';
import { drawPage } from './drawn-page';
import { familyOf } from './fonts';
import { assetsDir, makeWorkplace, type Workplace } from './workplace';

const page = { width: 800, height: 600 };
const figure = { x: 400, y: 60, width: 360, height: 480 };
/** Places of the crops: text, table, formula. */
const tops = [60, 220, 380];
const boxOf = (place: number) => ({ x: 100, y: tops[place] ?? 0, width: 140, height: 56 });

let place: Workplace;
let crops: OverfittedCrop[];

beforeAll(async () => {
  place = await makeWorkplace();
  crops = (await readOverfittedCrops()).filter(({ trained }) => trained).slice(0, 9);
  const pages = [0, 1, 2].map((index) => ({ picture: draw(crops.slice(3 * index, 3 * index + 3)) }));
  await place.put('three.pdf', await pdf(pages));
  await writeDocLayout(
    place.path('layout.onnx'),
    'transformers',
    [
      { kind: 'display_formula', box: boxOf(2) },
      { kind: 'image', box: figure },
      { kind: 'text', box: boxOf(0) },
      { kind: 'table', box: boxOf(1) },
    ],
    [3, 1, 0, 2],
    page,
  );
});
afterAll(() => place.remove());

function draw(of: readonly OverfittedCrop[]) {
  const canvas = createCanvas(page.width, page.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, page.width, page.height);
  for (let band = 0; band < 8; band++) {
    context.fillStyle = `hsl(${band * 45}, 60%, 50%)`;
    context.fillRect(figure.x, figure.y + band * 60, figure.width, 60);
  }
  // The crops are too small to tell which way up the page is; print within the figure does.
  context.fillStyle = '#fff';
  context.fillRect(figure.x + 15, figure.y + 20, figure.width - 30, 440);
  context.fillStyle = '#000';
  context.font = `22px ${familyOf('sans')}`;
  for (let line = 0; line < 10; line++) {
    context.fillText(`Plan of the lower store, leaf ${line + 1}`, figure.x + 25, figure.y + 60 + 42 * line);
  }
  of.forEach(({ picture }, index) => {
    const { x, y } = boxOf(index);
    context.putImageData(imageData(context, picture), x, y);
  });
  return canvas;
}

function imageData(
  context: ReturnType<ReturnType<typeof createCanvas>['getContext']>,
  { width, height, data }: Raster,
) {
  const image = context.createImageData(width, height);
  for (let at = 0; at < width * height; at++) {
    image.data.set([data[3 * at] ?? 0, data[3 * at + 1] ?? 0, data[3 * at + 2] ?? 0, 255], 4 * at);
  }
  return image;
}

async function convert(file: string, layout: string, out: string): Promise<Document> {
  const engine = createEngine({ assetsDir, cacheDir: place.path('cache', out), layout, threads: 1 });
  try {
    const run = engine.convert({
      paths: [place.path(`${file}.pdf`)],
      out: place.path(out),
      formats: ['md', 'json'],
      model: join(overfittedFolder, 'model'),
      existingText: 'read',
      keep: [],
      onExists: 'replace',
    });
    for (;;) {
      const step = await run.next();
      if (!step.done) continue;
      expect(step.value.total.pages.done).toBe(3);
      expect(step.value.total.tokens).toBeGreaterThan(0);
      break;
    }
  } finally {
    await engine.close();
  }
  return JSON.parse(await place.text(out, `${file}.json`)).document;
}

describe('three pages with the overfitted folder', { timeout: 180_000 }, () => {
  it('and PP-DocLayoutV3: each region by its task, pictures kept', async () => {
    const document = await convert('three', place.path('layout.onnx'), 'by-order');
    document.pages.forEach((read, index) => {
      // A speck that the line detector sees beside a crop becomes a text of its own, behind the first: none is lost.
      const regions = read.regions.filter(({ label }, place) => label !== 'text' || place === 0);
      expect(regions.map(({ label, task }) => [label, task])).toEqual([
        ['text', 'text'],
        ['figure', 'none'],
        ['table', 'table'],
        ['formula', 'formula'],
      ]);
      const readings = regions.flatMap((region) => region.readings.slice(-1));
      const texts = readings.filter(({ task }) => task !== 'none').map(({ text }) => text);
      expect(texts).toEqual(crops.slice(3 * index, 3 * index + 3).map(({ text }) => text));
      for (const { counters, tokens, mode } of readings.filter(({ task }) => task !== 'none')) {
        expect(mode).toBe('self-speculative');
        expect(counters.forwards).toBeLessThan(tokens?.length ?? 0);
      }
    });
    const markdown = await place.text('by-order', 'three.md');
    expect(markdown.match(/!\[\]\(three-images\/figure-\d\.(?:png|jpg)\)/g)).toHaveLength(3);
    expect(markdown.match(/^\$\$$/gm)).toHaveLength(6);
    expect(await place.list('by-order', 'three-images')).toHaveLength(3);
    expect(document.models.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GravityOCR', 'layout.onnx']),
    );
  });

  it('and the shipped layout model: each region by its task', async () => {
    const lines = [
      { text: 'A letter about the lower store', x: 60, y: 90 },
      { text: 'and the boxes that stand in it,', x: 60, y: 135 },
    ];
    const pages = ['One', 'Two', 'Three'].map((text) => ({
      picture: drawPage(700, 500, [...lines, { text, x: 60, y: 180 }]).canvas,
    }));
    await place.put('letter.pdf', await pdf(pages));
    const document = await convert('letter', 'shipped', 'shipped');
    for (const { regions } of document.pages) {
      expect(regions.length).toBeGreaterThan(0);
      for (const { label, task } of regions) expect(task).toBe(taskOf(label));
    }
    expect(document.models.map(({ id }) => id)).toContain('cdla-layout');
  });
});
