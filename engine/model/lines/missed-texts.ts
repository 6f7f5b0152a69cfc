/**
 * Short texts that stand alone in the cells of a table ("1", "A", "…"): text detectors pass them over, and their cells
 * would come out empty. Found by their ink; lone dashes are table-strokes' own.
 */
import { findComponents, runsOf } from '../../base/components';
import {
  area,
  type Box,
  bottom,
  boxFromEdges,
  centre,
  clampBox,
  grown,
  intersection,
  overlapX,
  overlapY,
  right,
  unionOf,
  wholePixels,
} from '../../base/geometry';
import { countsOf, greysOf, levelAt } from '../../base/grey-levels';
import { medianOf } from '../../base/median';
import { cropRaster, type Raster } from '../../base/raster';
import type { LineText } from './ctc';
import type { TableLine } from './table-html';

/** Sizes in heights of the table's usual detected line, which is half as high again as its capitals. */
const lowest = 0.26;
const tallest = 0.95;
const widest = 1.1;
const longest = 4;
/** Dots, accents, the signs of a percentage. */
const leastDot = 0.05;
const largestDot = 0.3;
const leastBullet = 0.1;
/** Blanks between the characters of a text. */
const gap = 0.3;
/** Between broken pieces of an upright rule; digits one below the other stand further apart. */
const ruleGap = 0.45;
const ruleWidth = 0.14;
/** White around texts and around dots. */
const nearness = 0.3;
const loneness = 0.6;
/** White around a text, as detected boxes have it. */
const margin = 0.25;
/** Of the contrast between paper and print: how much darker than around a pixel of ink is, and the ink of a text. */
const inkLevel = 0.3;
const printLevel = 0.45;
/** Ink over the box of a character: blots are fuller, lines of graphics emptier. */
const leastFill = 0.12;
const mostFill = 0.88;
/** Least mean certainty of a text of its kind that counts. */
const leastConfidence = 0.93;

export interface MissedTexts {
  /** To be recognised; boxes padded like those of detected lines. */
  readonly unread: readonly Box[];
  /** Dots, whose text their ink tells better than the recogniser; like dashes they count in empty cells only. */
  readonly dots: readonly TableLine[];
}

/** Texts in `box` of the page that no line covers. */
export function findMissedTexts(page: Raster, box: Box, lines: readonly Box[]): MissedTexts {
  const unit = medianOf(lines.map(({ height }) => height));
  const part = clampBox(wholePixels(box), page.width, page.height);
  if (!unit || part.width < 3 || part.height < 3) return { unread: [], dots: [] };
  const ink = Ink.of(page, part, unit);
  const free = ink
    .pieces()
    .filter((piece) => lines.every((line) => area(intersection(line, piece.box)) === 0));
  const dots = free.filter((piece) => isDot(piece, unit));
  const letters = free.filter((piece) => isLetter(piece, unit) && !isOfRule(piece, free, unit));
  const isText = (text: readonly Piece[], reach: number): boolean => {
    const around = boxOf(text);
    return (
      around.width <= longest * unit &&
      around.height <= tallest * unit &&
      Math.max(...text.map(({ darkness }) => darkness)) >= printLevel * ink.contrast &&
      isAlone(around, text, free, unit, reach) &&
      isAmongTexts(around, lines)
    );
  };
  const isLone = (text: readonly Piece[]): boolean =>
    isText(text, loneness) && isFarFrom(lines, boxOf(text), unit);
  const marks = [
    ...ellipses(dots, unit).map((pieces) => ({ pieces, text: '...' })),
    ...bullets(dots, unit).map((bullet) => ({ pieces: [bullet], text: '•' })),
  ].filter(({ pieces }) => isLone(pieces));
  const marked = new Set(marks.flatMap(({ pieces }) => pieces));
  const texts = joined(
    letters.filter((letter) => !marked.has(letter)),
    unit,
  )
    .map((text) => withDots(text, dots, unit))
    .filter((text) => isText(text, nearness));
  return {
    unread: texts.map((text) => ink.padded(boxOf(text), unit)),
    dots: marks.map(({ pieces, text }) => ({ box: boxOf(pieces), text })),
  };
}

/** Whether what was read in a box that no line covered is a text. */
export function isSure({ text, confidence }: LineText): boolean {
  return confidence >= leastConfidence && /[\p{L}\p{N}%+*†‡§$€£]/u.test(text);
}

interface Piece {
  readonly box: Box;
  readonly pixels: number;
  /** Mean, beyond that of the surroundings. */
  readonly darkness: number;
}

const boxOf = (text: readonly Piece[]): Box => unionOf(text.map(({ box }) => box));

function isDot({ box: { width, height } }: Piece, unit: number): boolean {
  const size = Math.max(width, height);
  return size <= largestDot * unit && size >= leastDot * unit;
}

function isLetter({ box: { width, height }, pixels }: Piece, unit: number): boolean {
  const fill = pixels / (width * height);
  return (
    height >= lowest * unit &&
    height <= tallest * unit &&
    width <= widest * unit &&
    width <= 2.2 * height &&
    width >= Math.max(1, 0.05 * unit) &&
    fill >= leastFill &&
    (fill <= mostFill || height >= 2 * width)
  );
}

/** Whether a slim piece goes on above or below. */
function isOfRule({ box }: Piece, all: readonly Piece[], unit: number): boolean {
  const isSlim = ({ width }: Box): boolean => width <= ruleWidth * unit;
  if (!isSlim(box)) return false;
  return all.some(({ box: other }) => {
    const apart = Math.max(other.y - bottom(box), box.y - bottom(other));
    return isSlim(other) && overlapX(other, box) > 0 && apart >= 0 && apart < ruleGap * unit;
  });
}

/** Pieces side by side on one level, by text. */
function joined(pieces: readonly Piece[], unit: number): Piece[][] {
  const texts: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.box.x - b.box.x)) {
    const text = texts.find((text) =>
      text.some(({ box }) => {
        const isLevel = overlapY(box, piece.box) > 0.4 * Math.min(box.height, piece.box.height);
        return isLevel && piece.box.x - right(box) < gap * unit;
      }),
    );
    if (text) text.push(piece);
    else texts.push([piece]);
  }
  return texts;
}

function withDots(letters: readonly Piece[], dots: readonly Piece[], unit: number): Piece[] {
  const around = boxOf(letters);
  const reach = { up: 0.25 * unit, aside: gap * unit };
  const own = dots.filter(
    (dot) =>
      !letters.includes(dot) &&
      dot.box.x >= around.x - reach.aside &&
      right(dot.box) <= right(around) + reach.aside &&
      dot.box.y >= around.y - reach.up &&
      bottom(dot.box) <= bottom(around) + reach.up,
  );
  return [...letters, ...own];
}

/** Three dots alike, side by side. */
function ellipses(dots: readonly Piece[], unit: number): Piece[][] {
  const round = dots.filter(
    ({ box }) => Math.max(box.width, box.height) <= 2 * Math.min(box.width, box.height),
  );
  return joined(round, unit).filter((text) => {
    if (text.length !== 3) return false;
    const [first, second, third] = text.map(({ box }) => box) as [Box, Box, Box];
    const steps = [second.x - first.x, third.x - second.x];
    const isEven = Math.max(...steps) - Math.min(...steps) <= Math.max(1.5, 0.08 * unit);
    const heights = text.map(({ box }) => bottom(box));
    return isEven && Math.max(...heights) - Math.min(...heights) <= Math.max(1, 0.06 * unit);
  });
}

/** Dots alike one below the other, as no dirt is. */
function bullets(dots: readonly Piece[], unit: number): Piece[] {
  const full = dots.filter(({ box: { width, height }, pixels }) => {
    const isLarge = Math.min(width, height) >= leastBullet * unit;
    return (
      isLarge && Math.max(width, height) <= 1.3 * Math.min(width, height) && pixels >= 0.65 * width * height
    );
  });
  const isAlike = (a: Piece, b: Piece): boolean =>
    a !== b &&
    Math.abs(centre(a.box).x - centre(b.box).x) <= 0.1 * unit &&
    Math.abs(a.box.height - b.box.height) <= Math.max(1, 0.05 * unit) &&
    Math.abs(a.box.y - b.box.y) > 0.8 * unit;
  return full.filter((dot) => full.filter((other) => isAlike(dot, other)).length >= 2);
}

/** Parts of graphics, stains and rows of dots have ink beside them; frames and rules of cells may be near. */
function isAlone(
  around: Box,
  text: readonly Piece[],
  free: readonly Piece[],
  unit: number,
  reach: number,
): boolean {
  const wide = grown(around, reach * unit);
  return free.every((piece) => {
    const size = Math.max(piece.box.width, piece.box.height);
    const isSmallOrRule = size < leastDot * unit || size > 3 * unit;
    return isSmallOrRule || area(intersection(piece.box, wide)) === 0 || text.includes(piece);
  });
}

/** Bullets before the texts of a list are no cells. */
function isFarFrom(lines: readonly Box[], { x, y, width, height }: Box, unit: number): boolean {
  const wide = { x: x - unit, y, width: width + 2 * unit, height };
  return lines.every((line) => area(intersection(line, wide)) === 0);
}

/** On the level of a line or in a column with one. */
function isAmongTexts(text: Box, lines: readonly Box[]): boolean {
  const { x, y } = centre(text);
  const isLevel = lines.some(
    (line) => y > line.y + 0.2 * line.height && y < bottom(line) - 0.2 * line.height,
  );
  return isLevel || lines.some((line) => x > line.x && x < right(line));
}

/** Ink of a part of the page, as what is darker than its surroundings; boxes are in pixels of the page. */
class Ink {
  private constructor(
    private readonly part: Box,
    /** How much darker than around. */
    private readonly depth: Float32Array,
    readonly contrast: number,
  ) {}

  static of(page: Raster, part: Box, unit: number): Ink {
    const { width, height } = part;
    const greys = greysOf(cropRaster(page, part));
    const counts = countsOf(greys);
    const paper = levelAt(counts, 0.5 * greys.length);
    const contrast = Math.max(30, paper - levelAt(counts, 0.005 * greys.length));
    return new Ink(part, depthOf(greys, width, height, Math.round(1.2 * unit)), contrast);
  }

  /** Connected ink. */
  pieces(): Piece[] {
    const { x: left, y: top, width, height } = this.part;
    return findComponents(this.depth, width, height, inkLevel * this.contrast).map((outline) => {
      let [x0, x1, pixels, sum] = [Infinity, 0, 0, 0];
      for (const { y, from, to } of runsOf(outline)) {
        x0 = Math.min(x0, from);
        x1 = Math.max(x1, to);
        pixels += to - from;
        for (let x = from; x < to; x++) sum += this.depth[y * width + x]!;
      }
      const box = boxFromEdges(
        left + x0,
        top + outline[0]!.y,
        left + x1,
        top + outline[outline.length - 1]!.y,
      );
      return { box, pixels, darkness: sum / pixels };
    });
  }

  /** With the white around it, as far as there is no ink. */
  padded(box: Box, unit: number): Box {
    const tall = Math.max(margin * unit, (unit - box.height) / 2);
    const wide = Math.max(margin * unit, (0.9 * unit - box.width) / 2);
    const up = this.white(box, 0, -1, tall);
    const down = this.white(box, 0, 1, tall);
    const left = this.white(box, -1, 0, wide);
    const right_ = this.white(box, 1, 0, wide);
    return boxFromEdges(box.x - left, box.y - up, right(box) + right_, bottom(box) + down);
  }

  /** Pixels without ink from a side of the box outwards, to be kept one off what is there. */
  private white(box: Box, dx: number, dy: number, most: number): number {
    const reach = Math.round(most);
    for (let step = 1; step <= reach; step++) {
      const x = dx < 0 ? box.x - step : right(box) - 1 + step;
      const y = dy < 0 ? box.y - step : bottom(box) - 1 + step;
      const side = dx === 0 ? box.width : box.height;
      for (let at = 0; at < side; at++) {
        const isInk = dx === 0 ? this.isInk(box.x + at, y) : this.isInk(x, box.y + at);
        if (isInk) return Math.max(0, step - 2);
      }
    }
    return reach;
  }

  private isInk(x: number, y: number): boolean {
    const { x: left, y: top, width, height } = this.part;
    const isWithin = x >= left && y >= top && x < left + width && y < top + height;
    return !isWithin || this.depth[(y - top) * width + x - left]! > inkLevel * this.contrast;
  }
}

/** How much darker each pixel is than the mean of a square of `2 * reach + 1` pixels around it. */
function depthOf(greys: Uint8Array, width: number, height: number, reach: number): Float32Array {
  // Sums over whole columns of the square, moved down row by row.
  const columns = new Float64Array(width + 1);
  const depth = new Float32Array(greys.length);
  const add = (y: number, sign: number): void => {
    for (let x = 0; x < width; x++) columns[x]! += sign * greys[y * width + x]!;
  };
  const sums = new Float64Array(width + 1);
  for (let y = 0; y < Math.min(reach, height); y++) add(y, 1);
  for (let y = 0; y < height; y++) {
    if (y + reach < height) add(y + reach, 1);
    if (y > reach) add(y - reach - 1, -1);
    const rows = Math.min(height, y + reach + 1) - Math.max(0, y - reach);
    for (let x = 0; x < width; x++) sums[x + 1] = sums[x]! + columns[x]!;
    for (let x = 0; x < width; x++) {
      const from = Math.max(0, x - reach);
      const to = Math.min(width, x + reach + 1);
      depth[y * width + x] = (sums[to]! - sums[from]!) / (rows * (to - from)) - greys[y * width + x]!;
    }
  }
  return depth;
}
