/** The print of a table by level: which runs of characters stand side by side, and how far apart. */
import { bottom, boxFromEdges, centre, overlapX, right } from '../../base/geometry';
import { medianOf } from '../../base/median';
import type { TableInk } from './aligned-ink';
import type { TableLine } from './table-html';

/** A character, or a whole line whose characters have no known place. */
interface Letter {
  readonly line: TableLine;
  /** Its peaks among those of the line, and what follows them up to the next letter; from the first, all before. */
  readonly start: number;
  readonly end: number;
  /** Well within its ink, from both sides. */
  readonly first: number;
  readonly last: number;
  readonly afterSpace: boolean;
}

/** A run of letters with nothing wider than a word space in it. */
export interface Run {
  readonly from: number;
  readonly to: number;
  /** White between letters within the run, widest first. */
  readonly gaps: readonly { readonly from: number; readonly to: number; readonly letter: number }[];
  readonly letters: readonly Letter[];
}

/** Lines side by side. */
export interface Level {
  readonly y: number;
  readonly runs: readonly Run[];
}

export interface Print {
  /** Height of the usual line. */
  readonly unit: number;
  /** Least white between texts that are apart, and usual white between words; 0 where there are none. */
  readonly apart: number;
  readonly space: number;
  readonly levels: readonly Level[];
}

const leastLetters = 4;
/** Of a usual blank, what is one. */
const leastBlank = 0.8;
/** White of a blank where all characters are as wide, in their advances; and what is clearly wider than a blank, in blanks. */
const widestBlank = 1.4;
const leastApart = 1.25;

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly space: boolean;
}

export function printOf(lines: readonly TableLine[], strokes: readonly TableLine[], ink: TableInk): Print {
  const read = lines.filter(({ text }) => text.trim() !== '');
  const inked = [...read, ...strokes];
  const unit = medianOf(read.map(({ box }) => box.height)) ?? 1;
  const rows = levelsOf(inked, unit).map((row) => {
    const letters = row.flatMap(lettersOf);
    const gaps = letters.slice(1).map((letter, index) => gapBetween(letters[index]!, letter, ink));
    return { row, letters, gaps };
  });
  const widest = Math.max(0.6 * unit, widestBlank * advanceOf(read));
  const spaces = rows.flatMap(({ gaps }) =>
    gaps.filter(({ space, from, to }) => space && to - from < widest).map(({ from, to }) => to - from),
  );
  const space = wordSpace(spaces);
  const apart = Math.min(Math.max(0.6 * unit, leastApart * space), Math.max(0.42 * unit, 1.6 * space));
  const levels = rows.map(({ row, letters, gaps }) => {
    const y = medianOf(row.map(({ box }) => centre(box).y))!;
    return { y, runs: runsOf(letters, gaps, ink, apart) };
  });
  return { unit, apart, space, levels };
}

/** White within the run that is as wide as between words, widest first. */
export function blanksOf({ gaps }: Run, { space }: Print): Run['gaps'] {
  return gaps.filter(({ from, to }) => to - from >= leastBlank * space);
}

/** From each character to the next, as a rule. */
function advanceOf(lines: readonly TableLine[]): number {
  const long = lines.filter(({ text }) => text.length >= leastLetters);
  return medianOf(long.map(({ text, box }) => box.width / text.length)) ?? 0;
}

/** White of columns that stand close is among what was read as blanks: it is clearly wider than that of words. */
function wordSpace(spaces: readonly number[]): number {
  const sorted = [...spaces].sort((a, b) => a - b);
  const jump = sorted.findIndex((space, index) => index > 1 && space > 1.5 * sorted[index - 1]!);
  return medianOf(jump > 0 ? sorted.slice(0, jump) : sorted) ?? 0;
}

function levelsOf(lines: readonly TableLine[], unit: number): TableLine[][] {
  const levels: TableLine[][] = [];
  for (const line of [...lines].sort((a, b) => centre(a.box).y - centre(b.box).y)) {
    const { x, y } = centre(line.box);
    const fits = (level: TableLine[]): boolean => {
      const near = level.reduce((a, b) =>
        Math.abs(centre(b.box).x - x) < Math.abs(centre(a.box).x - x) ? b : a,
      );
      const isBeside = level.every((other) => overlapX(other.box, line.box) < 0.5 * unit);
      return isBeside && Math.abs(centre(near.box).y - y) < 0.3 * unit;
    };
    const level = levels.slice(-3).find(fits);
    if (level) level.push(line);
    else levels.push([line]);
  }
  return levels.map((level) => level.sort((a, b) => a.box.x - b.box.x));
}

function lettersOf(line: TableLine): Letter[] {
  const { box, peaks, steps } = line;
  if (!peaks || !steps) {
    const middle = Math.min(box.width, box.height) / 2;
    return [{ line, start: 0, end: 0, first: box.x + middle, last: right(box) - middle, afterSpace: true }];
  }
  const scale = box.width / steps;
  const text = peaks.map((peak) => peak.text).join('');
  const isLeader = leadersOf(text);
  let at = 0;
  const found = peaks.flatMap(({ text: own, first, last }, peak) => {
    const place = at;
    at += own.length;
    if (own.trim() === '' || isLeader(place)) return [];
    const x = box.x + ((first + last + 1) / 2) * scale;
    return [{ peak, x }];
  });
  return found.map(({ peak, x }, index): Letter => {
    const start = index === 0 ? 0 : peak;
    const end = found[index + 1]?.peak ?? peaks.length;
    return { line, start, end, first: x, last: x, afterSpace: peaks[peak - 1]?.text === ' ' };
  });
}

/** Rows of dots that lead from a label to its value. */
function leadersOf(text: string): (index: number) => boolean {
  const spans = [...text.matchAll(/(?:[.·…_] ?){4,}/gu)].map(({ index, 0: dots }) => ({
    from: index,
    to: index + dots.length,
  }));
  // Nothing but dots is a text.
  if (spans.some(({ from, to }) => text.slice(0, from).trim() + text.slice(to).trim() === ''))
    return () => false;
  return (index) => spans.some(({ from, to }) => index >= from && index < to);
}

function gapBetween(a: Letter, b: Letter, ink: TableInk): Gap {
  if (a.line !== b.line) {
    const from = edgeOf(a, ink, 1);
    return { from, to: Math.max(from, edgeOf(b, ink, -1)), space: false };
  }
  const from = a.last;
  const to = Math.max(from, b.first);
  // Dots led over the gap.
  if (a.end - a.start > 4 && a.start > 0) return { from, to, space: false };
  const white = ink.white(a.line.box, from, to);
  // Specks break the white; then the letters' places tell.
  const half = Math.min((to - from) / 2, 0.35 * a.line.box.height);
  const rough = { from: from + half, to: to - half };
  const best = rough.to - rough.from > 1.5 * (white.to - white.from) ? rough : white;
  return { ...best, space: b.afterSpace };
}

function runsOf(letters: readonly Letter[], gaps: readonly Gap[], ink: TableInk, apart: number): Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (let at = 0; at < letters.length; at++) {
    const gap = gaps[at];
    if (gap && gap.to - gap.from < apart) continue;
    const before = gaps[start - 1];
    const own = letters.slice(start, at + 1);
    runs.push({
      from: before ? Math.min(before.to, own[0]!.first) : edgeOf(own[0]!, ink, -1),
      to: gap ? Math.max(gap.from, own[own.length - 1]!.last) : edgeOf(own[own.length - 1]!, ink, 1),
      gaps: gaps
        .slice(start, at)
        .map(({ from, to }, index) => ({ from, to, letter: index + 1 }))
        .sort((a, b) => b.to - b.from - (a.to - a.from)),
      letters: own,
    });
    start = at + 1;
  }
  return runs;
}

/** Where the ink of a line ends beyond its outermost letter. */
function edgeOf({ line, first, last }: Letter, ink: TableInk, side: -1 | 1): number {
  const { box } = line;
  if (side < 0) return Math.min(first, Math.max(box.x, ink.white(box, box.x, first).to));
  return Math.max(last, Math.min(right(box), ink.white(box, last, right(box)).from));
}

/** The lines of some of the run's letters, whole where all of their letters are among them. */
export function piecesOf(run: Run, from = 0, to = run.letters.length): TableLine[] {
  const pieces: TableLine[] = [];
  for (let at = from; at < to; ) {
    const { line } = run.letters[at]!;
    let end = at;
    while (end < to && run.letters[end]!.line === line) end++;
    pieces.push(partOf(line, run.letters.slice(at, end), run));
    at = end;
  }
  return pieces;
}

/** Dots that lead on go with what stands before them. */
function partOf(line: TableLine, letters: readonly Letter[], run: Run): TableLine {
  const { peaks, steps, box } = line;
  if (!peaks || !steps) return line;
  const own = peaks.slice(letters[0]!.start, letters[letters.length - 1]!.end);
  while (own[own.length - 1]?.text.trim() === '') own.pop();
  while (own[0]?.text.trim() === '') own.shift();
  if (own.length === peaks.length) return line;
  const step = box.width / steps;
  const [first, last] = [letters[0]!, letters[letters.length - 1]!];
  const x0 = first === run.letters[0] ? run.from : first.first - 2 * step;
  const x1 = last === run.letters[run.letters.length - 1] ? run.to : last.last + 2 * step;
  const text = own.map((peak) => peak.text).join('');
  return { ...line, box: boxFromEdges(x0, box.y, Math.max(x0 + 1, x1), bottom(box)), text, peaks: own };
}
