/**
 * Whether a border is drawn along a part of it: pixels on it are darker than those on both sides. Contrast is measured
 * on the spot and piece by piece, so that shade, wear and letters that stand across a border are told from rules.
 */
import { type Box, bottom, overlapX, overlapY, right } from '../../base/geometry';
import { medianOf } from '../../base/median';
import type { Raster } from '../../base/raster';
import { placeAt, type Rule } from '../../base/ruled-lines';
import { type Border, openBorder } from './lattice-borders';

export type Direction = 'level' | 'upright';

/** Grey of a piece of a border, and of what is beside it on its darker side; its width in pixels. */
export interface Ridge {
  readonly grey: number;
  readonly beside: number;
  readonly width: number;
  /** Between the greys of both sides. */
  readonly step: number;
}

// In heights of the usual line: a piece, what is looked at beside it, how far a rule may stray, and where no rule is.
const pieceLength = { level: 0.3, upright: 0.1 };
const flank = 0.35;
const stray = 0.06;
const away = 0.75;
/** How far into a cell its own texts reach at least. */
const within = 0.2;
/** Pieces of a rule that tell what it looks like. */
const samples = 16;
/** Of the contrast that the border's rules have elsewhere; at an end the rule that crosses casts a shadow. */
const leastShare = 0.45;
const leastShareAtEnd = 0.25;
/** Grey levels, and times what plain paper shows. */
const leastContrast = 5;
const leastOverNoise = 2.5;
/** Share of the pieces in which rules of the border's grey would be seen. */
const leastSeen = 0.7;
/** Grey levels between a shaded cell and one that isn't. */
const leastStep = 15;
/** Share that counts of a border of which both ends, or one, are not drawn. */
const mostWithoutEnds = [0.4, 0.7, 1];

/** The insides of the lines of text, which no level rule runs through. */
export class Print {
  private readonly cores: readonly Box[];

  constructor(
    lines: readonly Box[],
    private readonly unit: number,
  ) {
    this.cores = lines
      .filter(({ height }) => height < 1.5 * unit)
      .map((line) => ({ ...line, y: line.y + 0.2 * line.height, height: 0.6 * line.height }));
  }

  has(x: number, y: number, reach = 0): boolean {
    return this.cores.some(
      (core) => x >= core.x - reach && x < right(core) + reach && y >= core.y && y < bottom(core),
    );
  }

  /** Texts of which some is well within the box. */
  textsIn(box: Box): readonly Box[] {
    const least = within * this.unit;
    return this.cores.filter((core) => overlapX(core, box) > least && overlapY(core, box) > least);
  }

  /** Most of a level rule. */
  hasMostOf(rule: Rule): boolean {
    const length = rule.to - rule.from;
    const places = Array.from({ length: 32 }, (_, at) => rule.from + ((at + 0.5) / 32) * length);
    return places.filter((x) => this.has(x, placeAt(rule, x))).length > 16;
  }
}

export class Ridges {
  constructor(
    private readonly page: Raster,
    private readonly unit: number,
    private readonly print: Print,
  ) {}

  /** What the border's rules look like. */
  usualOf(border: Border, direction: Direction): Pick<Ridge, 'grey' | 'width'> {
    const pieces = border.rules.flatMap(({ from, to }) => this.along(border, direction, from, to, samples));
    return {
      grey: medianOf(pieces.map(({ grey }) => grey)) ?? 0,
      width: medianOf(pieces.map(({ width }) => width)) ?? 0,
    };
  }

  /** Usual contrast beside the rules of borders, where mostly nothing is drawn. */
  noiseBeside(borders: readonly Border[], direction: Direction): number[] {
    const rules = borders.flatMap((border) => border.rules);
    return rules.flatMap((rule) => {
      const middle = (rule.from + rule.to) / 2;
      return [-away, away].map((shift) => {
        const border = openBorder(middle, placeAt(rule, middle) + shift * this.unit, 0);
        const end = middle + pieceLength[direction] * this.unit;
        const { beside, grey } = this.ridge(border, direction, middle, end);
        return beside - grey;
      });
    });
  }

  /** What a border looks like from one end to the other; at most so many pieces of it. */
  along(border: Border, direction: Direction, from: number, to: number, most = Infinity): Ridge[] {
    const size = Math.max(3, Math.round(pieceLength[direction] * this.unit));
    const all = Math.max(1, Math.round((to - from) / size));
    const count = Math.min(all, most);
    const length = (to - from) / all;
    return Array.from({ length: count }, (_, index) => {
      const start = from + Math.floor((index * all) / count) * length;
      return this.ridge(border, direction, start, start + length);
    });
  }

  private ridge(border: Border, direction: Direction, from: number, to: number): Ridge {
    const middle = (from + to) / 2;
    const places = border.placesAt(middle);
    const beside = Math.max(4, Math.round(flank * this.unit));
    const reach = Math.max(2, Math.round(stray * this.unit));
    const first = Math.round(Math.min(...places)) - reach;
    const last = Math.round(Math.max(...places)) + reach;
    const profile = this.profile(direction, from, to, first - beside, last + beside);
    let grey = 255;
    for (let at = beside; at < profile.length - beside; at++) grey = Math.min(grey, profile[at]!);
    const before = brightness(profile.subarray(0, beside));
    const behind = brightness(profile.subarray(profile.length - beside));
    const paper = Math.min(before, behind);
    let width = 0;
    for (const each of profile) if (each < (grey + paper) / 2) width++;
    const isText = direction === 'level' && places.every((place) => this.print.has(middle, place));
    return { grey: isText ? paper : grey, beside: paper, width, step: Math.abs(before - behind) };
  }

  /** Mean grey along the piece, for each place across. */
  private profile(direction: Direction, from: number, to: number, first: number, last: number): Float32Array {
    const { data, width, height } = this.page;
    const [length, across] = direction === 'level' ? [width, height] : [height, width];
    const start = Math.min(length - 1, Math.max(0, Math.round(from)));
    const end = Math.min(length, Math.max(start + 1, Math.round(to)));
    const profile = new Float32Array(last - first + 1);
    for (let place = first; place <= last; place++) {
      const inside = Math.min(across - 1, Math.max(0, place));
      let sum = 0;
      for (let along = start; along < end; along++) {
        const at = 3 * (direction === 'level' ? inside * width + along : along * width + inside);
        sum += data[at]! + 2 * data[at + 1]! + data[at + 2]!;
      }
      profile[place - first] = sum / (4 * (end - start));
    }
    return profile;
  }
}

/** Of the paper, though letters may touch what is looked at. Sorts what it is given. */
function brightness(greys: Float32Array): number {
  return greys.sort()[Math.floor(0.7 * (greys.length - 1))]!;
}

/** Share of the pieces in which a border is drawn; undefined where its rules, of this grey, would not be seen. */
export function drawnShare(pieces: readonly Ridge[], grey: number, noise: number): number | undefined {
  const least = Math.max(leastContrast, leastOverNoise * noise);
  const seen = pieces.filter(({ beside }) => beside - grey > least);
  if (seen.length < leastSeen * pieces.length) {
    // Where shade as dark as the rules ends, a cell does.
    const steps = pieces.filter(({ step }) => step >= Math.max(leastStep, least));
    return steps.length >= leastSeen * pieces.length ? 1 : undefined;
  }
  const isDrawn = (piece: Ridge, share: number): boolean =>
    piece.beside - piece.grey >= Math.max(least, share * (piece.beside - grey));
  const drawn = pieces.filter((piece) => isDrawn(piece, leastShare)).length / pieces.length;
  // A rule goes from border to border; letters don't.
  const ends = [pieces[0]!, pieces[pieces.length - 1]!];
  return Math.min(drawn, mostWithoutEnds[ends.filter((end) => isDrawn(end, leastShareAtEnd)).length]!);
}
