/** Draws test pages with known words at known places, and gives them out as files of several kinds. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../base/geometry';
import { type Face, familyOf } from './fonts';

export interface DrawnText {
  readonly text: string;
  /** Left edge and baseline in pixels. */
  readonly x: number;
  readonly y: number;
  /** Font size in pixels; 32 by default. */
  readonly size?: number;
  readonly face?: Face;
  readonly bold?: boolean;
  readonly colour?: string;
}

export interface DrawnPage {
  readonly canvas: Canvas;
  /** Ink of each text, in the order given. */
  readonly boxes: readonly Box[];
}

/** White paper with texts on it. */
export function drawPage(width: number, height: number, texts: readonly DrawnText[]): DrawnPage {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return { canvas, boxes: texts.map((text) => drawText(context, text)) };
}

function drawText(context: SKRSContext2D, drawn: DrawnText): Box {
  const { text, x, y, size = 32, face = 'serif', bold = false, colour = '#111' } = drawn;
  context.font = `${bold ? 'bold ' : ''}${size}px ${familyOf(face)}`;
  context.fillStyle = colour;
  context.fillText(text, x, y);
  const ink = context.measureText(text);
  return {
    x: x - ink.actualBoundingBoxLeft,
    y: y - ink.actualBoundingBoxAscent,
    width: ink.actualBoundingBoxLeft + ink.actualBoundingBoxRight,
    height: ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent,
  };
}

export interface Paragraph {
  readonly size?: number;
  readonly face?: Face;
  readonly bold?: boolean;
  readonly left?: number;
  readonly top?: number;
  /** Width of the text; wraps by words. */
  readonly width: number;
}

/** One printed line per entry, wrapped to `width`; line height is 1.4 times the size. */
export function wrapText(text: string, paragraph: Paragraph): DrawnText[] {
  const { size = 32, face = 'serif', bold = false, left = 60, top = 80, width } = paragraph;
  const context = createCanvas(8, 8).getContext('2d');
  context.font = `${bold ? 'bold ' : ''}${size}px ${familyOf(face)}`;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || context.measureText(longer).width > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.map((line, index) => ({ text: line, x: left, y: top + index * size * 1.4, size, face, bold }));
}

/** A page that holds one paragraph; as high as it needs. */
export function drawParagraph(text: string, paragraph: Omit<Paragraph, 'left' | 'top'>): Canvas {
  const { size = 32 } = paragraph;
  const lines = wrapText(text, { ...paragraph, left: size * 2, top: size * 3 });
  return drawPage(paragraph.width + size * 4, Math.ceil(size * (5 + lines.length * 1.4)), lines).canvas;
}

export const png = (canvas: Canvas): Buffer => canvas.toBuffer('image/png');
export const jpeg = (canvas: Canvas): Buffer => canvas.toBuffer('image/jpeg', 92);

/** The same picture turned clockwise by quarter turns. */
export function turned(canvas: Canvas, quarterTurns: number): Canvas {
  const { width, height } = canvas;
  const isAcross = quarterTurns % 2 === 0;
  const result = createCanvas(isAcross ? width : height, isAcross ? height : width);
  const context = result.getContext('2d');
  context.translate(result.width / 2, result.height / 2);
  context.rotate((quarterTurns * Math.PI) / 2);
  context.drawImage(canvas, -width / 2, -height / 2);
  return result;
}

/** Grey paper with noise of a standard deviation (levels of 255); the same for the same seed. */
export function noisyPaper(width: number, height: number, sigma: number, seed = 7): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const picture = context.createImageData(width, height);
  let state = seed;
  const random = (): number => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return (state + 1) / 4294967297;
  };
  for (let at = 0; at < picture.data.length; at += 4) {
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    picture.data.fill(Math.round(225 + sigma * normal), at, at + 3);
    picture.data[at + 3] = 255;
  }
  context.putImageData(picture, 0, 0);
  return canvas;
}
