/** Drawn pages with known words: where thresholds of marks come from. The same as long as the texts of the repository are. */
import fs from 'node:fs';
import path from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { drawPage, noisyPaper, wrapText } from '../engine/testing/drawn-page';
import type { Face } from '../engine/testing/fonts';
import type { Item } from './corpus';

const faces: readonly Face[] = ['serif', 'sans', 'typewriter'];
const pageCount = 16;
const width = 1240;
const height = 1500;

/** Of paper and ink, from clean print to what a poor copier leaves. */
interface Wear {
  /** Font size in pixels. */
  readonly size: number;
  /** Grey of ink on paper of about 225. */
  readonly ink: number;
  /** Of the noise, in grey levels. */
  readonly sigma: number;
  /** The page is made this much smaller and large again. */
  readonly shrink: number;
}

/** Writes the pages into the folder. Texts are the repository's own, English and Portuguese. */
export function drawnPages(root: string, folder: string): Item[] {
  fs.mkdirSync(folder, { recursive: true });
  const random = seeded(20261130);
  const texts = { en: englishWords(root), pt: portugueseWords(root) };
  return Array.from({ length: pageCount }, (_, index): Item => {
    const language = index % 3 === 2 ? 'pt' : 'en';
    const wear: Wear = {
      size: 16 + Math.floor(random() * 14),
      ink: 20 + random() * 130,
      sigma: random() < 0.2 ? 2 : random() * 44,
      shrink: random() < 0.2 ? 1 : 0.38 + random() * 0.5,
    };
    const all = texts[language];
    const from = Math.floor(random() * Math.max(1, all.length - 200));
    const words = all.slice(from, from + 110 + Math.floor(random() * 60));
    const id = `drawn-${index + 1}`;
    const file = path.join(folder, `${id}.png`);
    const text = words.join(' ');
    fs.writeFileSync(file, draw(text, wear, faces[index % faces.length] ?? 'serif', index + 1));
    const truth = { kind: 'text', text, blocks: [], gold: true } as const;
    return { id, file, kind: 'drawn', language, pages: 1, orderReliable: true, compared: true, truth };
  });
}

function draw(text: string, { size, ink, sigma, shrink }: Wear, face: Face, seed: number): Buffer {
  const grey = Math.round(ink);
  const lines = wrapText(text, { size, face, left: 90, top: 120, width: 900 }).map((line) => ({
    ...line,
    colour: `rgb(${grey},${grey},${grey})`,
  }));
  const { canvas } = drawPage(width, height, lines);
  const small = createCanvas(Math.round(width * shrink), Math.round(height * shrink));
  small.getContext('2d').drawImage(canvas, 0, 0, small.width, small.height);
  const page = createCanvas(width, height);
  const context = page.getContext('2d');
  context.drawImage(small, 0, 0, width, height);
  context.globalCompositeOperation = 'multiply';
  context.drawImage(noisyPaper(width, height, sigma, seed), 0, 0);
  return page.toBuffer('image/png');
}

function englishWords(root: string): string[] {
  const files = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'bench/README.md', 'workshop/README.md'];
  const paragraphs = files
    .flatMap((name) => fs.readFileSync(path.join(root, name), 'utf8').split(/\n\n|\n[-|] /))
    .filter((paragraph) => !/[`|#<>[\]$]|https?:/.test(paragraph) && paragraph.length > 60);
  return wordsOf(paragraphs);
}

/** The sentences of the window. */
function portugueseWords(root: string): string[] {
  const files = ['pt.ts', 'pt-live.ts', 'pt-review.ts'].map((name) =>
    path.join(root, 'renderer', 'i18n', name),
  );
  const strings = files.flatMap((file) => [...fs.readFileSync(file, 'utf8').matchAll(/'([^'\\]{40,})'/g)]);
  return wordsOf(strings.map(([, text = '']) => text).filter((text) => !text.includes('{')));
}

const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.replace(/[*_]/g, '').split(/\s+/).filter(Boolean));

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) / 2 ** 24;
  };
}
