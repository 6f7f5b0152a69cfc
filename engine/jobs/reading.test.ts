/** Pages through the real models: what is read, what is marked, and where the boxes lie. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Box, intersectionOverUnion, unionOf } from '../base/geometry';
import { type Document, furnitureLabels, mapBoxToSource } from '../document';
import { pdf } from '../testing/document-files';
import { type DrawnText, drawPage, noisyPaper, png, turned, wrapText } from '../testing/drawn-page';
import { convert, openEngine, readFile, textsOf } from '../testing/real-engine';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import type { Engine } from './engine';

let place: Workplace;
let engine: Engine;
beforeAll(async () => {
  place = await makeWorkplace();
  engine = openEngine(place);
});
afterAll(async () => {
  await engine.close();
  await place.remove();
});

const read = async (name: string, bytes: Uint8Array): Promise<Document> =>
  readFile(engine, await place.put(name, bytes));

const marksOf = (document: Document): string[] =>
  document.pages.flatMap((page) => page.marks.map((mark) => mark.kind));

describe('O09: pages without text', () => {
  const speck = drawPage(560, 400, []).canvas;
  speck.getContext('2d').fillStyle = '#000';
  speck.getContext('2d').fillRect(300, 200, 7, 7);
  const blot = drawPage(560, 400, []).canvas;
  blot.getContext('2d').fillStyle = '#000';
  blot.getContext('2d').arc(300, 200, 9, 0, 7);
  blot.getContext('2d').fill();

  it.each([
    ['white', drawPage(560, 400, []).canvas],
    ['noise', noisyPaper(560, 400, 4)],
    ['speck', speck],
    ['blot', blot],
  ])('%s paper gives no character, is marked blank and counted', async (name, canvas) => {
    const file = await place.put(`blank/${name}.png`, png(canvas));
    const { account } = await convert(engine, {
      paths: [file],
      out: place.path('blank-out'),
      formats: ['txt'],
    });
    expect((await place.text('blank-out', `${name}.txt`)).trim()).toBe('');
    expect(account.total.pages).toMatchObject({
      total: 1,
      done: 1,
      failed: 0,
      blank: 1,
      unsupportedScript: 0,
    });
    expect(account.total.files.done).toBe(1);
  });

  it('print that shines through the paper is not taken for text in silence', async () => {
    const back = drawPage(
      560,
      300,
      wrapText('The keeper of the harbour wrote down every ship that came in', { width: 440 }),
    );
    const canvas = drawPage(560, 300, []).canvas;
    const context = canvas.getContext('2d');
    context.translate(560, 0);
    context.scale(-1, 1);
    context.globalAlpha = 0.06;
    context.drawImage(back.canvas, 0, 0);
    const document = await read('mirrored.png', png(canvas));
    const isEmpty = textsOf(document).join('').trim() === '';
    expect(isEmpty || marksOf(document).includes('unsupported-script')).toBe(true);
  });
});

describe('O11: a page stands as it was laid on the glass', () => {
  const width = 640;
  const height = 460;
  const texts: DrawnText[] = [
    'Every morning the keeper of',
    'the harbour opened his book',
    'and wrote down the ships in',
    'the order of their coming.',
  ].map((text, index) => ({ text, x: 60, y: 110 + index * 90, size: 38 }));
  const { canvas, boxes } = drawPage(width, height, texts);
  const turn = ({ x, y, width: w, height: h }: Box, turns: number): Box =>
    turns === 1
      ? { x: height - y - h, y: x, width: h, height: w }
      : turns === 2
        ? { x: width - x - w, y: height - y - h, width: w, height: h }
        : turns === 3
          ? { x: y, y: width - x - w, width: h, height: w }
          : { x, y, width: w, height: h };

  it.each([0, 1, 2, 3])('%i quarter turns', async (turns) => {
    const document = await read(`turned${turns}.png`, png(turned(canvas, turns)));
    expect(textsOf(document).join('\n')).toBe(texts.map(({ text }) => text).join('\n'));
    const [page] = document.pages;
    expect(page!.transform.quarterTurns).toBe((4 - turns) % 4);
    // Detected lines stand off the ink by a margin; the area of all of them is compared.
    const found = page!.regions.flatMap((region) =>
      region.lines.map((line) => mapBoxToSource(line.box, page!.transform)),
    );
    expect(found).toHaveLength(texts.length);
    const truth = boxes.map((box) => turn(box, turns));
    expect(intersectionOverUnion(unionOf(found), unionOf(truth))).toBeGreaterThan(0.9);
    for (const box of truth) {
      const best = Math.max(...found.map((line) => intersectionOverUnion(line, box)));
      expect(best).toBeGreaterThan(0.6);
    }
  });
});

describe('X19: one page as picture and as PDF', () => {
  it('differs in no more than 1 % of the characters', async () => {
    const text =
      'The inventory of the lower store was taken in May 1874. It names 112 boxes on shelf A, 87 on shelf B and 9 ' +
      'that nobody had opened.';
    const { canvas } = drawPage(680, 260, wrapText(text, { width: 580, size: 26, left: 50, top: 60 }));
    const asPicture = textsOf(await read('same.png', png(canvas))).join('\n');
    const asPdf = textsOf(await read('same.pdf', await pdf([{ picture: canvas }]))).join('\n');
    expect(asPicture.replace(/\s+/g, ' ')).toBe(text);
    expect(differences(asPicture, asPdf) / asPicture.length).toBeLessThanOrEqual(0.01);
  });
});

describe('X17: a page of 900 x 30000 pixels', { timeout: 180_000 }, () => {
  it('is read from head to foot, and the next file too', async () => {
    // The second lies across a cut.
    const words = ['First', 'Second', 'Third'];
    const places = [90, 1590, 29_950];
    const { canvas } = drawPage(
      900,
      30_000,
      words.map((word, index) => ({
        text: `${word} stretch of the roll`,
        x: 80,
        y: places[index]!,
        size: 36,
      })),
    );
    await place.put('roll/1.png', png(canvas));
    await place.put('roll/2.png', png(drawPage(560, 120, [{ text: 'The next file', x: 30, y: 70 }]).canvas));
    const { account } = await convert(engine, {
      paths: [place.path('roll')],
      out: place.path('roll-out'),
      keep: furnitureLabels,
    });
    expect(account.total.files).toMatchObject({ total: 2, done: 2 });
    const text = await place.text('roll-out', '1.md');
    const found = [...text.matchAll(/(\w+) stretch of the roll/g)].map((match) => match[1]);
    expect(found).toEqual(words);
    expect(await place.text('roll-out', '2.md')).toContain('The next file');
  });
});

/** Least insertions, deletions and replacements. */
function differences(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
