/** What a page draws: where its pictures lie, and which of its text is visible. From pdf.js's list of operations. */

import { createCanvas } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist';
import { PalimpsestError } from '../../base/errors';
import { FontCodes, glyphsOf } from './glyphs';
import type { PdfjsApi } from './vendor';

type Matrix = readonly [number, number, number, number, number, number];

export interface Operators {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

export interface PlacedPicture {
  /** pdf.js's name of its pixels; empty for pictures written into the page's instructions. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Pixels per inch on the page. */
  readonly dpi: number;
  /** Share of the page's area, clipping ignored. */
  readonly coverage: number;
}

/** The visible and hidden characters of the text, in the order of drawing. */
export interface DrawnText {
  /** Characters without white space. */
  readonly text: string;
  readonly hidden: boolean;
}

export interface PageDrawing {
  readonly pictures: readonly PlacedPicture[];
  readonly text: readonly DrawnText[];
  /** Fonts (pdf.js's names) in which every character equals its code: they may lack a map to Unicode. */
  readonly guessedFonts: ReadonlySet<string>;
  /** Number of drawn paths; letters turned to outlines make many. */
  readonly paths: number;
}

/** A page that asks for more is made to exhaust memory; intricate maps stay well below. */
const mostOperations = 3_000_000;

/**
 * Has the page parsed and its pictures decoded, but draws nothing: every operation is filtered out. pdf.js keeps
 * the result for the rendering that follows, until `page.cleanup()`. Fails with `too-large` on endless pages.
 */
export async function loadOperators(page: PDFPageProxy): Promise<Operators> {
  let operators: Operators = { fnArray: [], argsArray: [] };
  const viewport = page.getViewport({ scale: 1 });
  await page.render({
    canvas: null,
    canvasContext: createCanvas(1, 1).getContext('2d'),
    viewport,
    operationsFilter: (_index: number, list: Operators) => {
      operators = list;
      if (list.fnArray.length > mostOperations) {
        const text = `The page has more than ${mostOperations / 1e6} million drawing operations.`;
        throw new PalimpsestError('too-large', text);
      }
      return false;
    },
  }).promise;
  return operators;
}

interface State {
  matrix: Matrix;
  hidden: boolean;
  font: string;
}

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

/** A picture that covers this much of the page hides what was drawn before it. */
const coversPage = 0.85;
const invisibleModes = [3, 7];

/** Call it before `page.cleanup()`. */
export function analyseDrawing(
  { fnArray, argsArray }: Operators,
  ops: PdfjsApi['OPS'],
  page: PDFPageProxy,
): PageDrawing {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view;
  const pageArea = Math.abs((x1 - x0) * (y1 - y0));
  const { userUnit } = page;
  const pictures: PlacedPicture[] = [];
  const text: { text: string; hidden: boolean }[] = [];
  let paths = 0;
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], hidden: false, font: '' };
  const fonts = new FontCodes(page);
  const saved: State[] = [];
  const place = (id: unknown, width: number, height: number, matrix: Matrix, opaque: boolean): void => {
    const area = Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]);
    if (!(area > 0 && width > 0 && height > 0)) return;
    const coverage = area / pageArea;
    pictures.push({
      id: typeof id === 'string' ? id : '',
      width,
      height,
      coverage,
      dpi: (72 / userUnit) * Math.sqrt((width * height) / area),
    });
    if (opaque && coverage >= coversPage) for (const run of text) run.hidden = true;
  };
  for (let i = 0; i < fnArray.length; i++) {
    const args = argsArray[i];
    switch (fnArray[i]) {
      case ops.save:
        saved.push({ ...state });
        break;
      case ops.restore:
        state = saved.pop() ?? state;
        break;
      case ops.transform:
        if (isMatrix(args)) state.matrix = multiply(state.matrix, args);
        break;
      case ops.paintFormXObjectBegin:
        saved.push({ ...state });
        if (isList(args) && isMatrix(args[0])) state.matrix = multiply(state.matrix, args[0]);
        break;
      case ops.paintFormXObjectEnd:
        state = saved.pop() ?? state;
        break;
      case ops.setTextRenderingMode:
        if (isList(args)) state.hidden = invisibleModes.includes(Number(args[0]));
        break;
      case ops.setFont:
        if (isList(args)) state.font = String(args[0]);
        break;
      case ops.showText: {
        const glyphs = isList(args) ? glyphsOf(args[0]) : [];
        fonts.add(state.font, glyphs);
        text.push({
          text: glyphs
            .map(({ unicode }) => unicode)
            .join('')
            .replace(/\s+/g, ''),
          hidden: state.hidden,
        });
        break;
      }
      case ops.constructPath:
        paths++;
        break;
      case ops.paintImageXObject:
        if (isList(args)) place(args[0], Number(args[1]), Number(args[2]), state.matrix, true);
        break;
      case ops.paintInlineImageXObject:
      case ops.paintImageMaskXObject:
        if (isList(args) && isSized(args[0])) {
          place(
            args[0].data,
            args[0].width,
            args[0].height,
            state.matrix,
            fnArray[i] === ops.paintInlineImageXObject,
          );
        }
        break;
      default:
    }
  }
  return { pictures, text, guessedFonts: fonts.guessed(), paths };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isMatrix(value: unknown): value is Matrix {
  const list = value instanceof Float32Array ? [...value] : value;
  return isList(list) && list.length === 6 && list.every((n) => typeof n === 'number');
}

function isSized(value: unknown): value is { width: number; height: number; data?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'width' in value &&
    'height' in value &&
    typeof value.width === 'number' &&
    typeof value.height === 'number'
  );
}
