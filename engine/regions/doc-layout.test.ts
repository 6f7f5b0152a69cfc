import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Box, bottom, boxOfQuad, coverage, quadOfBox, right } from '../base/geometry';
import { createRaster } from '../base/raster';
import { writeDocLayout } from '../testing/doc-layout-file';
import { resizeCubic } from './cubic-resize';
import { checkDocLayout, openDocLayout } from './doc-layout';
import { boxesOfQueries, cleanBoxes, type DocLayoutBox, docLayoutClasses } from './doc-layout-boxes';
import { labelOfDocClass, regionsOfDocLayout } from './doc-layout-regions';

/** Written by `fixtures/doc-layout-queries.py`. */
const reference: {
  readonly page: { readonly width: number; readonly height: number };
  readonly logits: number[];
  readonly boxes: number[];
  readonly order: number[];
  readonly expected: { kind: number; score: number; edges: number[]; order: number }[];
  readonly resized: number[];
} = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'doc-layout-queries.json'), 'utf8'));

const page = { width: 600, height: 900 };

function item(
  kind: DocLayoutBox['kind'],
  box: [number, number, number, number],
  more: Partial<DocLayoutBox> = {},
) {
  const [x, y, width, height] = box;
  return { kind, box: { x, y, width, height }, score: 0.9, order: 0, ...more };
}

describe('boxesOfQueries', () => {
  it('gives the boxes, scores and order of the reference', () => {
    const { logits, boxes, order, expected } = reference;
    const found = boxesOfQueries(
      Float32Array.from(logits),
      Float32Array.from(boxes),
      Float32Array.from(order),
      reference.page,
    );
    expect(found).toHaveLength(expected.length);
    found.forEach(({ kind, score, box, order: place }, i) => {
      const wanted = expected[i]!;
      expect(kind).toBe(docLayoutClasses[wanted.kind]);
      expect(score).toBeCloseTo(wanted.score, 5);
      expect(place).toBe(wanted.order);
      [box.x, box.y, right(box), bottom(box)].forEach((edge, side) => {
        expect(edge).toBeCloseTo(wanted.edges[side]!, 2);
      });
    });
  });
});

describe('resizeCubic', () => {
  it('gives the pixels of the reference', () => {
    const data = new Uint8Array(3 * 6 * 5);
    // The reference has planes, a raster interleaves them.
    for (let at = 0; at < 30; at++) for (let c = 0; c < 3; c++) data[3 * at + c] = ((c * 30 + at) * 37) % 256;
    const values = resizeCubic({ width: 5, height: 6, data }, 9, 4);
    expect(Array.from(values, (value) => Math.round(value * 255))).toEqual(reference.resized);
  });

  it('leaves one colour as it is, at every size', () => {
    const size = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(size, size, size, size, fc.integer({ min: 0, max: 255 }), (w, h, toW, toH, value) => {
        const values = resizeCubic(createRaster(w, h, value), toW, toH);
        expect(values.every((each) => Math.abs(each - value / 255) < 1e-6)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

describe('cleanBoxes', () => {
  it('keeps one of boxes that are nearly the same, in one class and between classes', () => {
    const kept = cleanBoxes(
      [
        item('text', [10, 10, 100, 100], { score: 0.6 }),
        item('text', [10, 10, 100, 80]),
        item('table', [300, 300, 100, 100], { score: 0.5 }),
        item('image', [300, 300, 100, 100]),
      ],
      page,
    );
    expect(kept.map(({ kind, box }) => [kind, box.height])).toEqual([
      ['text', 80],
      ['image', 100],
    ]);
  });

  it('takes a picture of the page for the page, but not when there is nothing else', () => {
    const whole = item('image', [0, 0, 600, 890]);
    expect(cleanBoxes([whole, item('text', [10, 10, 100, 20])], page).map(({ kind }) => kind)).toEqual([
      'text',
    ]);
    expect(cleanBoxes([whole], page)).toHaveLength(1);
  });

  it('keeps outer boxes, pictures inside them, and equation numbers; a bibliography gives way to its entries', () => {
    const kept = cleanBoxes(
      [
        item('table', [0, 0, 300, 300], { order: 1 }),
        item('text', [10, 10, 50, 20], { order: 2 }),
        item('image', [100, 100, 50, 50], { order: 3 }),
        item('display_formula', [0, 400, 500, 40], { order: 4 }),
        item('formula_number', [440, 405, 40, 30], { order: 5 }),
        item('reference', [0, 500, 500, 300], { order: 6 }),
        item('reference_content', [10, 510, 400, 50], { order: 7 }),
        item('reference_content', [10, 570, 400, 50], { order: 8 }),
      ],
      page,
    );
    expect(kept.map(({ order }) => order)).toEqual([1, 3, 4, 5, 7, 8]);
  });

  it('gives whole pixels within the page, in reading order', () => {
    const number = fc.double({ min: -50, max: 950, noNaN: true });
    const size = fc.double({ min: 0, max: 500, noNaN: true });
    const any = fc.record({
      kind: fc.constantFrom(...docLayoutClasses),
      box: fc.record({ x: number, y: number, width: size, height: size }),
      score: fc.double({ min: 0.3, max: 1, noNaN: true }),
      order: fc.nat(300),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (found) => {
        const kept = cleanBoxes(found, page);
        kept.forEach(({ box, order }, i) => {
          expect([box.x, box.y, box.width, box.height].every(Number.isInteger)).toBe(true);
          expect(box.width > 0 && box.height > 0 && right(box) <= 600 && bottom(box) <= 900).toBe(true);
          expect(order).toBeGreaterThanOrEqual(kept[i - 1]?.order ?? 0);
        });
      }),
    );
  });
});

describe('regionsOfDocLayout', () => {
  it('gives every class a task as published, and gives up none of them', () => {
    const regions = regionsOfDocLayout(
      [],
      docLayoutClasses.map((kind, i) => item(kind, [10, 20 * i + 10, 100, 15])),
      page,
    );
    const tasks = Object.fromEntries(regions.map(({ task }, i) => [docLayoutClasses[i], task]));
    expect(regions).toHaveLength(25);
    for (const kind of docLayoutClasses) {
      const expected =
        kind === 'table'
          ? 'table'
          : /(?:display|inline)_formula/.test(kind)
            ? 'formula'
            : kind === 'image' || kind === 'chart'
              ? 'none'
              : 'text';
      expect(tasks[kind], kind).toBe(expected);
    }
    expect(labelOfDocClass.formula_number).toBe('formula-number');
  });

  it('loses no line, and puts those outside of all boxes where they stand', () => {
    const line = (x: number, y: number, width = 200): Box => ({ x, y, width, height: 20 });
    const layout = [
      item('doc_title', [50, 40, 300, 40]),
      item('text', [50, 100, 300, 100]),
      item('text', [50, 500, 300, 100]),
    ];
    const lines = [line(60, 50), line(60, 110), line(60, 140), line(60, 300), line(60, 510)];
    const regions = regionsOfDocLayout(
      lines.map((box) => ({ quad: quadOfBox(box), score: 1 })),
      layout,
      page,
    );
    expect(regions.map((region) => region.lines.length)).toEqual([1, 2, 1, 1]);
    expect(regions.map(({ label }) => label)).toEqual(['title', 'text', 'text', 'text']);

    const any = fc.record({
      x: fc.integer({ min: 0, max: 550 }),
      y: fc.integer({ min: 0, max: 860 }),
      width: fc.integer({ min: 10, max: 300 }),
      height: fc.integer({ min: 8, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 25 }), (boxes) => {
        const found = regionsOfDocLayout(
          boxes.map((box) => ({ quad: quadOfBox(box), score: 1 })),
          layout,
          page,
        );
        expect(found.flatMap((region) => region.lines)).toHaveLength(boxes.length);
      }),
      { numRuns: 50 },
    );
  });

  it('gives the line of an equation number to the number, not to the formula around it', () => {
    const layout = [item('display_formula', [50, 100, 500, 40]), item('formula_number', [500, 105, 45, 30])];
    const quads = [
      quadOfBox({ x: 60, y: 108, width: 200, height: 24 }),
      quadOfBox({ x: 505, y: 108, width: 35, height: 24 }),
    ];
    const [formula, number] = regionsOfDocLayout(
      quads.map((quad) => ({ quad, score: 1 })),
      layout,
      page,
    );
    expect(formula?.lines.map(({ box }) => box.x)).toEqual([60]);
    expect(number?.lines.map(({ quad }) => quad && boxOfQuad(quad).x)).toEqual([505]);
  });
});

describe('an ONNX file with PP-DocLayoutV3', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palimpsest-layout-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const wanted = [
    { kind: 'text', box: { x: 60, y: 450, width: 300, height: 90 } },
    { kind: 'doc_title', box: { x: 60, y: 90, width: 420, height: 45 } },
    { kind: 'image', box: { x: 60, y: 180, width: 300, height: 180 } },
  ] as const;

  it.each(['transformers', 'paddle'] as const)('is run in the form of %s exports', async (form) => {
    const path = join(folder, `${form}.onnx`);
    // Read in the order title, picture, text, although the queries come in another.
    await writeDocLayout(path, form, wanted, [2, 0, 1], page);
    await checkDocLayout(path);
    const detector = await openDocLayout(path, 1);
    const found = await detector.detect(createRaster(page.width, page.height));
    await detector.close();
    expect(found.map(({ kind }) => kind)).toEqual(['doc_title', 'image', 'text']);
    for (const { kind, box } of wanted) {
      const twin = found.find((other) => other.kind === kind);
      expect(twin && coverage(box, twin.box)).toBeGreaterThan(0.98);
    }
  });

  it('is refused with its outputs named when it is another model', async () => {
    const path = join(folder, 'other.onnx');
    await writeDocLayout(path, 'other', wanted, [0, 1, 2], page);
    await expect(checkDocLayout(path)).rejects.toMatchObject({
      code: 'model-damaged',
      message: expect.stringMatching(/no PP-DocLayoutV3: it gives logits \[1, 3, 80\]/),
    });
    await writeFile(path, 'no graph');
    await expect(checkDocLayout(path)).rejects.toMatchObject({ code: 'model-damaged' });
    await expect(checkDocLayout(join(folder, 'absent.onnx'))).rejects.toMatchObject({
      code: 'model-missing',
    });
  });
});
