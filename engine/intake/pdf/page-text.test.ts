import {
  degrees,
  type PDFFont,
  PDFName,
  type PDFPage,
  setTextRenderingMode,
  TextRenderingMode,
} from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { mapBoxToSource } from '../../document/page-transform';
import { addScan, newDocument, removeFolders, save, withSource } from '../fixtures/pdf-pages';
import { inkBox } from '../test-support';

afterAll(removeFolders);

describe('O15: boxes lie on the words', () => {
  /** Draws `text` so that it stands upright at `x`, `y` (from the top left, in points) once the page is displayed. */
  function drawUpright(page: PDFPage, font: PDFFont, text: string, x: number, y: number, size: number): void {
    const turn = page.getRotation().angle;
    const { width, height } = page.getSize();
    const place = {
      0: { x, y: height - y },
      90: { x: y, y: x },
      180: { x: width - x, y },
      270: { x: width - y, y: height - x },
    }[turn];
    page.drawText(text, { ...place, size, font, rotate: degrees(turn) });
  }

  const turned = async (angle: number): Promise<string> => {
    const { document, font } = await newDocument();
    const page = document.addPage(angle % 180 === 0 ? [400, 300] : [300, 400]);
    page.setRotation(degrees(angle));
    drawUpright(page, font, 'KNOWN', 100, 80, 24);
    drawUpright(page, font, 'other words', 40, 200, 12);
    return save(document);
  };
  const cropped = async (): Promise<string> => {
    const { document, font } = await newDocument();
    const page = document.addPage([600, 500]);
    page.setCropBox(120, 90, 400, 300);
    page.drawText('KNOWN', { x: 220, y: 90 + 220, size: 24, font });
    page.drawText('other words', { x: 160, y: 90 + 100, size: 12, font });
    return save(document);
  };
  const largeUnit = async (): Promise<string> => {
    const { document, font } = await newDocument();
    const page = document.addPage([200, 150]);
    page.node.set(PDFName.of('UserUnit'), document.context.obj(2));
    page.drawText('KNOWN', { x: 50, y: 110, size: 12, font });
    page.drawText('other words', { x: 20, y: 50, size: 6, font });
    return save(document);
  };

  it.each([
    ['Rotate 0', () => turned(0)],
    ['Rotate 90', () => turned(90)],
    ['Rotate 180', () => turned(180)],
    ['Rotate 270', () => turned(270)],
    ['a CropBox away from the corner', cropped],
    ['UserUnit 2', largeUnit],
  ])('%s', async (_name, make) => {
    await withSource(await make(), async (source) => {
      const page = await source.rasterise(1);
      const { raster } = page;
      // All six look alike: 400 × 300 points at 200 dpi.
      expect([raster.width, raster.height]).toEqual([1111, 833]);
      expect(source.pages[0]).toMatchObject({ width: 1111, height: 833 });
      const { runs, existing } = await source.text(1);
      expect(existing.found).toBe('full');
      const run = runs.find(({ text }) => text === 'KNOWN');
      if (!run) throw new Error('the known word was not found');
      const margin = 30;
      const ink = inkBox(raster, {
        x: run.box.x - margin,
        y: run.box.y - margin,
        width: run.box.width + 2 * margin,
        height: run.box.height + 2 * margin,
      });
      if (!ink) throw new Error('nothing is printed where the word should be');
      expect(ink.x).toBeGreaterThanOrEqual(run.box.x - 2);
      expect(ink.y).toBeGreaterThanOrEqual(run.box.y - 2);
      expect(ink.x + ink.width).toBeLessThanOrEqual(run.box.x + run.box.width + 2);
      expect(ink.y + ink.height).toBeLessThanOrEqual(run.box.y + run.box.height + 2);
      // And the box is no larger than a line of type.
      expect(run.box.height).toBeLessThan(1.3 * run.fontSize);
      expect(run.fontSize).toBeCloseTo((24 * 200) / 72, 0);
      const inPoints = mapBoxToSource(ink, page.transform);
      expect(inPoints.x).toBeGreaterThan(98);
      expect(inPoints.x).toBeLessThan(105);
      expect(inPoints.y + inPoints.height).toBeCloseTo(80, 0);
    });
  });
});

describe('O16: what text a page holds', () => {
  it('a scan with a printed footer is partial, with a hidden layer hidden, and a digital page full', async () => {
    const { document, font } = await newDocument();
    const footer = document.addPage([612, 792]);
    await addScan(document, footer);
    footer.drawText('Scanned 2024-01-05', { x: 40, y: 20, size: 9, font });
    const layer = document.addPage([612, 792]);
    await addScan(document, layer);
    layer.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
    layer.drawText('lorem ipsum dolor sit amet', { x: 50, y: 700, size: 12, font });
    const digital = document.addPage([612, 792]);
    for (let line = 0; line < 30; line++) {
      digital.drawText('A true page of born digital text.', { x: 50, y: 740 - line * 20, size: 12, font });
    }
    const blank = document.addPage([612, 792]);
    blank.drawLine({ start: { x: 10, y: 10 }, end: { x: 100, y: 10 } });
    await withSource(await save(document), async (source) => {
      const found = [];
      for (const page of [1, 2, 3, 4]) found.push((await source.text(page)).existing.found);
      expect(found).toEqual(['partial', 'hidden', 'full', 'none']);
      const { runs } = await source.text(2);
      expect(runs.map((run) => run.hidden)).toEqual([true]);
      expect((await source.text(1)).runs).toMatchObject([{ text: 'Scanned 2024-01-05', hidden: false }]);
    });
  });

  it('tells visible from hidden runs on one page', async () => {
    const { document, font } = await newDocument();
    const page = document.addPage([612, 792]);
    await addScan(document, page);
    page.drawText('seen', { x: 50, y: 30, size: 12, font });
    page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
    page.drawText('unseen words of a layer', { x: 50, y: 700, size: 12, font });
    page.pushOperators(setTextRenderingMode(TextRenderingMode.Fill));
    page.drawText('also seen', { x: 300, y: 30, size: 12, font });
    await withSource(await save(document), async (source) => {
      const { runs, existing } = await source.text(1);
      expect(Object.fromEntries(runs.map((run) => [run.text, run.hidden]))).toEqual({
        seen: false,
        'unseen words of a layer': true,
        'also seen': false,
      });
      expect(existing.found).toBe('hidden');
    });
  });

  it('text under an opaque scan is hidden', async () => {
    const { document, font } = await newDocument();
    const page = document.addPage([612, 792]);
    page.drawText('text below the picture', { x: 50, y: 700, size: 12, font });
    await addScan(document, page);
    await withSource(await save(document), async (source) => {
      expect((await source.text(1)).existing.found).toBe('hidden');
    });
  });
});
