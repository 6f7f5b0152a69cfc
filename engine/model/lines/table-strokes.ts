/**
 * Dashes that stand alone in the cells of a table ("nothing", "not asked"): text detectors pass them over, and a cell
 * with a dash is not an empty one.
 */
import { area, type Box, bottom, centre, grown, intersection, overlapX } from '../../base/geometry';
import type { Peak } from './ctc';
import type { Ink, Piece } from './local-ink';
import type { TableLine } from './table-html';

/** Sizes in heights of the table's usual line. */
const shortest = 0.14;
const longest = 1;
const thickest = 0.22;
const leastSlimness = 1.5;
/** Ink over the box of the stroke: a dash is full. */
const leastFill = 0.55;
/** Dashes stand at half the height of the print in their row, which specks seldom do. */
const highest = 0.3;
const lowest = 0.75;
/** Where no line is that far above and below, a dash is a row of its own; rules under headers are longer. */
const freeRow = 0.4;
const longestInFreeRow = 0.8;
/** White around the stroke, above and below as well as beside it. */
const clearance = 0.3;
/** Other ink is noise where it is this much smaller than the stroke, and a rule where it is this long. */
const noiseShare = 0.2;
const ruleLength = 3;
/** Dots of rows that lead on, and where others of the row are. */
const largestDot = 0.25;
const leaderReach = 1.5;
/** Of the contrast between paper and print. */
const leastDarkness = 0.35;

/**
 * Strokes in `box` of the page, as lines of their own text, from the top down: none that a line covers, but for lines of
 * one character, which may be the stroke.
 */
export function findStrokes(ink: Ink, lines: readonly Pick<TableLine, 'box' | 'text'>[]): TableLine[] {
  const texts = lines.filter(({ text }) => text).map((line) => line.box);
  const covering = lines.filter(({ text }) => [...text].length > 1);
  const { unit, pieces } = ink;
  return pieces
    .filter(
      (piece) =>
        isStroke(piece, unit) &&
        piece.darkness >= leastDarkness * ink.contrast &&
        !covering.some((line) => overlaps(line.box, piece.box)) &&
        (texts.some((line) => isMidway(piece.box, line)) || isRow(piece.box, texts, unit)) &&
        isAlone(piece, pieces, unit) &&
        !isOfRule(piece, pieces, unit) &&
        !isOfLeaders(piece, pieces, unit),
    )
    .map(({ box: stroke }) => ({ box: stroke, text: dashOf(stroke.width / unit) }));
}

const overlaps = (a: Box, b: Box): boolean => area(intersection(a, b)) > 0;

function isStroke({ box: { width, height }, pixels }: Piece, unit: number): boolean {
  const isSlim = width >= leastSlimness * height && height <= Math.max(2, thickest * unit);
  const isSized = width >= shortest * unit && width <= longest * unit;
  // It may lean by a pixel.
  return isSlim && isSized && pixels >= leastFill * width * Math.max(1, height - 1);
}

function isAlone(stroke: Piece, pieces: readonly Piece[], unit: number): boolean {
  const wide = grown(stroke.box, clearance * unit);
  return pieces.every((piece) => {
    const isNoise = piece.pixels < noiseShare * stroke.pixels;
    const isRule = Math.max(piece.box.width, piece.box.height) > ruleLength * unit;
    return piece === stroke || isNoise || isRule || !overlaps(piece.box, wide);
  });
}

/** What the recogniser takes rules for; brackets that were opened are brackets. */
const uprights = /[|｜丨│¦\]]/u;
/** How far rules reach beyond the line, and how rough the places of characters are; in its heights. */
const beyond = 0.3;
const roughness = 0.3;

/** Lines without the rules of cells that were read as characters: blanks stand where texts are on both sides. */
export function withoutRules(ink: Ink, lines: readonly TableLine[]): TableLine[] {
  return lines.map((line) => {
    const { peaks, steps, box: own } = line;
    if (!peaks || !steps || !uprights.test(line.text)) return line;
    const isRule = ({ text, first, last }: Peak): boolean => {
      if (!uprights.test(text) || (text === ']' && line.text.includes('['))) return false;
      const x = own.x + ((first + last + 1) / 2) * (own.width / steps);
      return ink.isRuled(
        x,
        own.y - beyond * own.height,
        bottom(own) + beyond * own.height,
        roughness * own.height,
      );
    };
    const settled = peaks
      .map((peak) => (isRule(peak) ? { ...peak, text: ' ' } : peak))
      .filter(({ text }, index, all) => text !== ' ' || all[index - 1]?.text !== ' ');
    const inked = settled.flatMap(({ text }, index) => (text.trim() ? [index] : []));
    const kept = settled.slice(inked[0] ?? settled.length, (inked[inked.length - 1] ?? 0) + 1);
    return { ...line, peaks: kept, text: kept.map(({ text }) => text).join('') };
  });
}

/** Whether more of its size are beside it: dots that lead from a label to its value smear into strokes. */
function isOfLeaders({ box }: Piece, pieces: readonly Piece[], unit: number): boolean {
  if (box.width > largestDot * unit) return false;
  const level = { ...box, x: box.x - leaderReach * unit, width: box.width + 2 * leaderReach * unit };
  const isAlike = ({ width, height }: Box): boolean =>
    Math.max(width, height) <= box.width && 2 * width * height >= box.width * box.height;
  return pieces.filter((piece) => isAlike(piece.box) && overlaps(piece.box, level)).length > 2;
}

/** Whether a longer stroke goes on beside it: worn rules are in pieces. */
function isOfRule({ box }: Piece, pieces: readonly Piece[], unit: number): boolean {
  const level = { ...box, x: box.x - unit, width: box.width + 2 * unit };
  return pieces.some(({ box: other }) => {
    const isLonger = other.height <= thickest * unit && other.width > longest * unit;
    return isLonger && overlaps(other, level);
  });
}

/** Share of lines with ideographs that a table without any may have by misreading. */
const mostForeign = 0.05;
const ideographs = /[\u3040-\u30ff\u3400-\u9fff]/u;

/** Lines and strokes of a table, the strokes that are in no line apart. */
export interface Dashes {
  readonly lines: readonly TableLine[];
  readonly strokes: readonly TableLine[];
}

/**
 * A line of one character that is a stroke in the picture is a dash, whatever was read. The recogniser takes a dash for
 * the ideograph 一 and a plus for 十 as well: not in a table with other ideographs.
 */
export function dashesOf(lines: readonly TableLine[], strokes: readonly TableLine[]): Dashes {
  const strokeIn = ({ text, box }: TableLine): TableLine | undefined =>
    [...text].length === 1 ? strokes.find((stroke) => overlaps(stroke.box, box)) : undefined;
  const free = strokes.filter((stroke) => !lines.some((line) => line.text && overlaps(stroke.box, line.box)));
  const isForeign = (line: TableLine): boolean =>
    ideographs.test(line.text.replace(/[一十]/gu, '')) && !strokeIn(line);
  if (lines.filter(isForeign).length > mostForeign * lines.length) return { lines, strokes: free };
  const meant = new Map([
    ['一', strokes[0]?.text ?? '—'],
    ['十', '+'],
  ]);
  const settled = lines.map((line) => {
    const text = strokeIn(line)?.text ?? meant.get(line.text);
    if (text === undefined) return line;
    const peaks = line.peaks?.map((peak) => (peak.text === line.text ? { ...peak, text } : peak));
    return { ...line, text, ...(peaks && { peaks }) };
  });
  return { lines: settled, strokes: free };
}

/** Hyphen, en dash or em dash, by length in heights of the line. */
function dashOf(length: number): string {
  return length < 0.26 ? '-' : length < 0.46 ? '–' : '—';
}

function isMidway(stroke: Box, line: Box): boolean {
  const y = centre(stroke).y;
  return y > line.y + highest * line.height && y < line.y + lowest * line.height;
}

/** Whether the stroke stands in a column of texts where no text is level with it. */
function isRow(stroke: Box, lines: readonly Box[], unit: number): boolean {
  const { y } = centre(stroke);
  const isFree = lines.every((line) => line.y > y + freeRow * unit || bottom(line) < y - freeRow * unit);
  const isWithin = lines.some((line) => line.y < y) && lines.some((line) => line.y > y);
  const hasColumn = lines.some((line) => overlapX(line, stroke) === stroke.width);
  return stroke.width <= longestInFreeRow * unit && isFree && isWithin && hasColumn;
}
