/**
 * Dashes that stand alone in the cells of a table ("nothing", "not asked"): text detectors pass them over, and a cell
 * with a dash is not an empty one.
 */

import { findComponents, runsOf } from '../../base/components';
import { area, type Box, bottom, boxFromEdges, centre, intersection, right } from '../../base/geometry';
import { levelAt } from '../../base/grey-levels';
import type { Raster } from '../../base/raster';
import type { TableLine } from './table-html';

/** Sizes in heights of the table's usual line. */
const shortest = 0.14;
const longest = 1.5;
const thickest = 0.22;
const leastSlimness = 1.6;
/** Ink over the box of the stroke: a dash is full. */
const leastFill = 0.6;
/** Dashes stand at half the height of the print in their row, which specks seldom do. */
const highest = 0.3;
const lowest = 0.75;
/** White around the stroke, above and below as well as beside it. */
const clearance = 0.3;
/** Share of the way from paper to the darkest ink at which a pixel counts as ink. */
const inkLevel = 0.45;

/** Strokes in `box` of the page that no line covers, as lines of their own text, from the top down. */
export function findStrokes(page: Raster, box: Box, lines: readonly Box[]): TableLine[] {
  if (lines.length === 0) return [];
  const heights = lines.map(({ height }) => height).sort((a, b) => a - b);
  const unit = heights[Math.floor(heights.length / 2)]!;
  const ink = inkOf(page, box);
  return ink
    .components()
    .filter(({ box: stroke, pixels }) => {
      const { width, height } = stroke;
      const slim = width >= leastSlimness * height && height <= Math.max(2, thickest * unit);
      const sized = width >= shortest * unit && width <= longest * unit;
      return slim && sized && pixels >= leastFill * width * height;
    })
    .map(({ box: stroke }) => stroke)
    .filter(
      (stroke) =>
        lines.every((line) => area(intersection(line, stroke)) === 0) &&
        lines.some((line) => isMidway(stroke, line)),
    )
    .filter((stroke) => ink.isClear(stroke, clearance * unit))
    .map((stroke) => ({ box: stroke, text: dashOf(stroke.width / unit) }));
}

const ideographs = /[\u3040-\u30ff\u3400-\u9fff]/u;

/**
 * The recogniser takes a dash that stands alone for the ideograph 一, and a plus for 十: not in a table without other
 * ideographs. Which kind of dash it is the strokes of the same table tell, if there are any.
 */
export function dashesOf(lines: readonly TableLine[], strokes: readonly TableLine[]): TableLine[] {
  const meant = new Map([
    ['一', strokes[0]?.text ?? '—'],
    ['十', '+'],
  ]);
  const rest = (text: string): string => [...text].filter((character) => !meant.has(character)).join('');
  if (lines.some(({ text }) => ideographs.test(rest(text)))) return [...lines];
  return lines.map((line) => {
    const text = meant.get(line.text);
    if (text === undefined) return line;
    const peaks = line.peaks?.map((peak) => (peak.text === line.text ? { ...peak, text } : peak));
    return { ...line, text, ...(peaks && { peaks }) };
  });
}

/** Hyphen, en dash or em dash, by length in heights of the line. */
function dashOf(length: number): string {
  return length < 0.4 ? '-' : length < 0.75 ? '–' : '—';
}

function isMidway(stroke: Box, line: Box): boolean {
  const y = centre(stroke).y;
  return y > line.y + highest * line.height && y < line.y + lowest * line.height;
}

interface Component {
  readonly box: Box;
  readonly pixels: number;
}

/** Ink of a part of the page; boxes are in pixels of the page. */
class Ink {
  constructor(
    private readonly left: number,
    private readonly top: number,
    private readonly width: number,
    private readonly height: number,
    /** Row-major; above `level` is ink. */
    private readonly darkness: Float32Array,
    private readonly level: number,
  ) {}

  /** Connected parts, in the order of their first row. */
  components(): Component[] {
    return findComponents(this.darkness, this.width, this.height, this.level).map((outline) => {
      const xs = outline.map(({ x }) => this.left + x);
      const ys = outline.map(({ y }) => this.top + y);
      const pixels = runsOf(outline).reduce((sum, { from, to }) => sum + to - from, 0);
      return { box: boxFromEdges(least(xs), least(ys), most(xs), most(ys)), pixels };
    });
  }

  /** Whether there is no other ink within `margin` pixels of the box. */
  isClear(box: Box, margin: number): boolean {
    const inside = (x: number, y: number): boolean =>
      x >= box.x && x < right(box) && y >= box.y && y < bottom(box);
    for (let y = Math.floor(box.y - margin); y < bottom(box) + margin; y++) {
      for (let x = Math.floor(box.x - margin); x < right(box) + margin; x++) {
        if (!inside(x, y) && this.isDark(x - this.left, y - this.top)) return false;
      }
    }
    return true;
  }

  private isDark(x: number, y: number): boolean {
    const isWithin = x >= 0 && y >= 0 && x < this.width && y < this.height;
    return isWithin && this.darkness[y * this.width + x]! > this.level;
  }
}

// Not by spreading: an outline may have more points than a call may have arguments.
const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));

/** Paper is the usual brightness of the part, ink what is well on the way to its darkest. */
function inkOf(page: Raster, box: Box): Ink {
  const left = Math.max(0, Math.floor(box.x));
  const top = Math.max(0, Math.floor(box.y));
  const width = Math.max(0, Math.min(page.width, Math.ceil(right(box))) - left);
  const height = Math.max(0, Math.min(page.height, Math.ceil(bottom(box))) - top);
  const darkness = new Float32Array(width * height);
  const counts = new Uint32Array(256);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = ((top + y) * page.width + left + x) * 3;
      const grey = Math.floor((page.data[at]! + page.data[at + 1]! + page.data[at + 2]!) / 3);
      darkness[y * width + x] = 255 - grey;
      counts[grey]!++;
    }
  }
  const paper = levelAt(counts, 0.5 * darkness.length);
  const darkest = levelAt(counts, 0.005 * darkness.length);
  const level = paper - inkLevel * (paper - darkest);
  return new Ink(left, top, width, height, darkness, 255 - level);
}
