/**
 * Ruled lines in a part of a page: dark, thin and straight, level or upright to within about a degree. They are traced
 * from one short segment to the next, so that skew, wear and small gaps do not end them.
 */
import { type Box, bottom, clampBox, right } from './geometry';
import { levelBeyond } from './grey-levels';
import type { Raster } from './raster';

/** `from` and `to` run along the rule, `first` and `last` tell its place across at these ends; page pixels. */
export interface Rule {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

export interface RuledLines {
  /** Along x, from the top down. */
  readonly levels: readonly Rule[];
  /** Along y, from the left. */
  readonly uprights: readonly Rule[];
}

/** Place across the rule at `along`, also beyond its ends. */
export function placeAt({ from, to, first, last }: Rule, along: number): number {
  return first + ((along - from) / Math.max(1, to - from)) * (last - first);
}

/** Grey levels below the paper's at which a pixel may belong to a rule. */
const usualContrast = 50;
/** Share of a segment that is dark, and of a rule's segments that are. */
const leastDark = 0.6;
const leastFilled = 0.8;
/** Change of place along a rule: skew, and the bend of paper. */
const steepest = 0.02;
// In heights of the usual line. Strokes of letters are shorter than the least rule or end between the lines.
const levelSegment = 0.75;
const uprightSegment = 0.4;
const usualShortest = 3;
const shortestUpright = 1.5;
const thickest = 0.45;
/** Two sides and one between columns. */
const usualUprights = 3;

/**
 * `unit`: height of the usual line in the box, pixels. Level rules are looked for only where there are
 * `leastUprights`: enough for a frame with two columns, or fewer where sides may be open. `shortestLevel` is in heights
 * of the line.
 */
export function findRuledLines(
  page: Raster,
  box: Box,
  unit: number,
  { leastUprights = usualUprights, leastContrast = usualContrast, shortestLevel = usualShortest } = {},
): RuledLines {
  const part = new Part(page, box, leastContrast);
  const { left, top, width, height } = part;
  if (width < 3 * unit || height < 3 * unit) return { levels: [], uprights: [] };
  // Uprights cross every row and level rules every column, so a part of each tells.
  const step = unit >= 24 ? 3 : unit >= 14 ? 2 : 1;
  const down = new Segments(height, width, Math.max(6, Math.round(uprightSegment * unit)), step);
  part.eachDark(1, step, (x, y) => down.add(y, x));
  const uprights = down
    .rules(unit, shortestUpright * unit, (y, x) => part.isDark(x, y))
    .map((rule) => moved(rule, top, left));
  if (uprights.length < leastUprights) return { levels: [], uprights };
  const across = new Segments(width, height, Math.max(6, Math.round(levelSegment * unit)), step);
  part.eachDark(step, 1, (x, y) => across.add(x, y));
  const levels = across
    .rules(unit, shortestLevel * unit, (x, y) => part.isDark(x, y))
    .map((rule) => moved(rule, left, top));
  return { levels: levels.sort(byPlace), uprights: uprights.sort(byPlace) };
}

function byPlace(a: Rule, b: Rule): number {
  return a.first + a.last - b.first - b.last;
}

function moved({ from, to, first, last }: Rule, along: number, across: number): Rule {
  return { from: from + along, to: to + along, first: first + across, last: last + across };
}

/** A part of the page; places in pixels of the part. */
class Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Greatest sum of a dark pixel's colours, green counted twice. */
  private readonly darkest: number;

  constructor(
    private readonly page: Raster,
    box: Box,
    leastContrast: number,
  ) {
    const inside = clampBox(box, page.width, page.height);
    this.left = Math.floor(inside.x);
    this.top = Math.floor(inside.y);
    this.width = Math.ceil(right(inside)) - this.left;
    this.height = Math.ceil(bottom(inside)) - this.top;
    this.darkest = 4 * (this.paper() - leastContrast);
  }

  isDark(x: number, y: number): boolean {
    return this.sum(x, y) <= this.darkest;
  }

  eachDark(stepX: number, stepY: number, visit: (x: number, y: number) => void): void {
    const { left, top, width, height, darkest, page } = this;
    const { data } = page;
    for (let y = 0; y < height; y += stepY) {
      let at = 3 * ((top + y) * page.width + left);
      for (let x = 0; x < width; x += stepX, at += 3 * stepX) {
        // Most of paper is told by one colour.
        const green = 2 * data[at + 1]!;
        if (green <= darkest && green + data[at]! + data[at + 2]! <= darkest) visit(x, y);
      }
    }
  }

  private sum(x: number, y: number): number {
    const at = 3 * ((this.top + y) * this.page.width + this.left + x);
    const { data } = this.page;
    return data[at]! + 2 * data[at + 1]! + data[at + 2]!;
  }

  /** The usual grey. */
  private paper(): number {
    const counts = new Uint32Array(256);
    for (let y = 0; y < this.height; y += 8) {
      for (let x = 0; x < this.width; x += 8) {
        counts[this.sum(x, y) >> 2]!++;
      }
    }
    return levelBeyond(counts, 0.5);
  }
}

/** Rule as it is traced; `ends` and `places` of the segments that it fills. */
interface Trace {
  readonly start: number;
  end: number;
  filled: number;
  readonly first: number;
  last: number;
}

/** Dark pixels counted by segments along one direction, for each place across. */
class Segments {
  private readonly count: number;
  private readonly dark: Uint16Array;

  constructor(
    private readonly length: number,
    private readonly places: number,
    private readonly size: number,
    private readonly step: number,
  ) {
    this.count = Math.ceil(length / size);
    this.dark = new Uint16Array(this.count * places);
  }

  add(along: number, place: number): void {
    this.dark[Math.floor(along / this.size) * this.places + place]!++;
  }

  rules(unit: number, shortest: number, isDark: (along: number, place: number) => boolean): Rule[] {
    return this.traces(thickest * unit, Math.max(2, 0.07 * unit))
      .filter(({ start, end, filled }) => filled >= leastFilled * (end - start + 1))
      .map(
        (trace): Rule => ({
          from: this.endOf((trace.start + 0.5) * this.size, trace.first, -1, isDark),
          to: this.endOf((trace.end + 0.5) * this.size, trace.last, 1, isDark) + 1,
          first: trace.first + 0.5,
          last: trace.last + 0.5,
        }),
      )
      .filter(({ from, to, first, last }) => {
        return to - from >= shortest && Math.abs(last - first) <= 2 + steepest * (to - from);
      });
  }

  /** Where the rule ends, seen from within its last segment; gaps of two pixels are passed over. */
  private endOf(
    inside: number,
    place: number,
    direction: 1 | -1,
    isDark: (along: number, place: number) => boolean,
  ): number {
    const at = Math.min(this.length - 1, Math.floor(inside));
    const around = [-1, 0, 1].map((by) => Math.round(place) + by);
    const near = around.filter((each) => each >= 0 && each < this.places);
    let end = at;
    for (
      let along = at;
      along >= 0 && along < this.length && Math.abs(along - end) <= 3;
      along += direction
    ) {
      if (near.some((each) => isDark(along, each))) end = along;
    }
    return end;
  }

  private traces(widest: number, reach: number): Trace[] {
    const traces: Trace[] = [];
    const latest: (Trace | undefined)[] = new Array(this.places).fill(undefined);
    for (let segment = 0; segment < this.count; segment++) {
      for (const place of this.strokes(segment, widest)) {
        const trace = this.traceNear(latest, place, segment, reach);
        if (trace) {
          trace.end = segment;
          trace.last = place;
          trace.filled++;
          latest[Math.round(place)] = trace;
        } else {
          const begun = { start: segment, end: segment, filled: 1, first: place, last: place };
          traces.push(begun);
          latest[Math.round(place)] = begun;
        }
      }
    }
    return traces;
  }

  /** The trace that goes on at `place`: at most one segment of it is missing. */
  private traceNear(
    latest: readonly (Trace | undefined)[],
    place: number,
    segment: number,
    reach: number,
  ): Trace | undefined {
    let best: Trace | undefined;
    for (let at = Math.round(place - reach); at <= place + reach; at++) {
      const trace = latest[at];
      if (!trace || trace.end === segment || trace.end < segment - 2) continue;
      const distance = Math.abs(trace.last - place);
      if (distance <= reach && (!best || distance < Math.abs(best.last - place))) best = trace;
    }
    return best;
  }

  /** Middles of what is dark, and thin enough, along the whole segment. */
  private strokes(segment: number, widest: number): number[] {
    const samples = Math.ceil(
      (Math.min(this.length, (segment + 1) * this.size) - segment * this.size) / this.step,
    );
    const least = leastDark * samples;
    const base = segment * this.places;
    const found: number[] = [];
    for (let place = 0; place < this.places; place++) {
      if (this.dark[base + place]! < least) continue;
      const start = place;
      while (place < this.places && this.dark[base + place]! >= least) place++;
      if (place - start <= Math.max(3, widest)) found.push((start + place - 1) / 2);
    }
    return found;
  }
}
