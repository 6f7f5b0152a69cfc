/** Which printed levels make a row together: text that wrapped, and cells set at half height beside it. */
import { type Grid, isTitle } from './aligned-grid';
import { isUnit } from './aligned-groups';
import { isBracketed, type Piece } from './aligned-pieces';
import { isFull, type LevelRule } from './aligned-rules';

/** Two lines below each other in one column. */
interface Pair {
  readonly upper: number;
  readonly lower: number;
  readonly column: number;
  /** Above 0: the lower goes on from the upper; below 0: they are two entries. */
  readonly evidence: number;
}

const longestRow = 14;
/** Further than lines of one text stand, in heights of the usual line. */
const farLines = 1.5;
const mostAgainst = 4;
/** Share of the line's height below which two levels stand beside each other. */
const half = 0.75;
/** Shares of the columns that few and most of the texts of a row stand in. */
const scarce = 0.34;
const most = 0.6;
/** Of the levels in most columns that have a label, where rows have one. */
const labelledShare = 0.75;

/** First level of each row from level `start` on, of least cost together. */
export function rowStarts(grid: Grid, start: number): number[] {
  const rows = new Rows(grid, start);
  const { count } = rows;
  const least: { readonly cost: number; readonly from: number }[] = [{ cost: 0, from: -1 }];
  for (let to = 1; to <= count; to++) {
    let best = { cost: Infinity, from: to - 1 };
    for (let from = to - 1; from >= Math.max(0, to - longestRow); from--) {
      if (from < to - 1 && rows.isRuled[from]) break;
      const cost = least[from]!.cost + rows.cost(from, to) + (from > 0 ? rows.cutCost(from) : 0);
      if (cost < best.cost) best = { cost, from };
    }
    least.push(best);
  }
  const starts: number[] = [];
  for (let at = count; at > 0; at = least[at]!.from) starts.unshift(start + least[at]!.from);
  return starts;
}

/** Whether nothing speaks much against the levels up to `end` as a single row. */
export function isOneRow(grid: Grid, end: number): boolean {
  if (end < 2) return true;
  return new Rows(grid, 0).cost(0, end) < mostAgainst && !haveValues(grid, 0, end);
}

/** Whether figures stand one below the other in a column on the levels `start` … `end` - 1: those of two rows. */
export function haveValues({ pieces }: Grid, start: number, end: number): boolean {
  const isFigure = (piece: Piece): boolean =>
    /\d/u.test(piece.text) && !isText(piece.text) && !isBracketed(piece) && !isUnit.test(piece.text);
  const figures = pieces.filter((piece) => piece.level >= start && piece.level < end && isFigure(piece));
  return figures.some((upper) =>
    figures.some((lower) => lower.first === upper.first && lower.level > upper.level),
  );
}

class Rows {
  readonly count: number;
  /** Whether a rule runs below each level. */
  readonly isRuled: readonly boolean[];
  private readonly levels: readonly (readonly Piece[])[];
  private readonly ys: readonly number[];
  /** By the lower level. */
  private readonly pairs: readonly (readonly Pair[])[];
  private readonly isFullyRuled: boolean;
  private readonly unit: number;
  private readonly columns: number;
  /** Whether each level is of a label in the middle between two others. */
  private readonly isMidway: readonly boolean[];
  /** Whether each level is a title's, which nothing goes on from or to. */
  private readonly isTitle: readonly boolean[];

  constructor(grid: Grid, start: number) {
    const { pieces, ys, unit, rules, edges, shadeEnds } = grid;
    const columns = edges.length - 1;
    this.columns = columns;
    this.unit = unit;
    this.ys = ys.slice(start);
    this.count = this.ys.length;
    this.levels = this.ys.map((_, index) => pieces.filter(({ level }) => level === start + index));
    this.isTitle = this.levels.map((own) => isTitle(grid, own));
    this.isRuled = this.ys.map((y, index) => {
      const next = this.ys[index + 1];
      const isDrawn = rules.some((rule) => rule.y > y && rule.y < (next ?? y) && isDivider(rule));
      return next !== undefined && (isDrawn || shadeEnds[start + index]!);
    });
    const isLabel = this.levels.map((own) => own.every(({ last }) => last === 0));
    const others = this.ys.filter((_, index) => !isLabel[index]);
    const pitch =
      quantile(
        others.slice(1).map((y, index) => y - others[index]!),
        0.25,
      ) ?? 0;
    const full = rules.filter(isFull).map((rule) => rule.y);
    this.isMidway = this.ys.map((y, index) => {
      const above = this.ys[index - 1];
      const below = this.ys[index + 1];
      if (!isLabel[index] || above === undefined || below === undefined) return false;
      const from = Math.max(...full.filter((rule) => rule < y));
      const to = Math.min(...full.filter((rule) => rule > y));
      const isOnly = this.ys.every((other, at) => at === index || other < from || other > to || !isLabel[at]);
      if (isOnly && from < above && below < to && Math.abs((from + to) / 2 - y) < 0.2 * unit) return true;
      const isBetween = !isLabel[index - 1] && !isLabel[index + 1] && below - above < 1.2 * pitch;
      return isBetween && Math.abs((above + below) / 2 - y) < 0.2 * unit;
    });
    const pairs = pairsOf(this.levels, columns, unit, this.ys);
    this.pairs = this.levels.map((_, index) => pairs.filter(({ lower }) => lower === index));
    const apart = pairs.filter(({ evidence, upper, lower }) => {
      return evidence <= -1 && !this.isRuled.slice(upper, lower).some(Boolean);
    });
    const unruled = new Set(apart.map(({ lower }) => lower)).size;
    const ruled = this.isRuled.filter(Boolean).length;
    this.isFullyRuled = ruled >= 1 && ruled >= 2 * unruled;
  }

  /** What it costs to begin a row at a level. */
  cutCost(at: number): number {
    if (this.isRuled[at - 1]) return 0;
    if (this.isFullyRuled) return 1.5;
    if (!this.isBeside(at)) return 0;
    // A label between two rows belongs to both: they are apart where they would be without it.
    if (this.isAroundLabel(at)) return 0.3;
    const isStub = [at, at - 1].some((level) => this.levels[level]!.every(({ last }) => last === 0));
    return isStub ? 1.2 : 2;
  }

  /** What speaks against the levels `from` … `to` - 1 as one row. */
  cost(from: number, to: number): number {
    const titles = this.isTitle.slice(from, to).filter(Boolean).length;
    if (titles > 0) return titles === to - from ? 0 : mostAgainst;
    let cost = 0;
    const filled = new Set(this.levels[from]!.map(({ first }) => first));
    for (let level = from + 1; level < to; level++) {
      for (const { upper, evidence } of this.pairs[level]!) if (upper >= from) cost -= evidence;
      const fresh = this.levels[level]!.filter(({ first }) => !filled.has(first));
      if (!this.isBeside(level) || (level - 2 >= from && this.isMidway[level - 1])) {
        cost += (this.isAmid(level) ? 0.8 : 1.5) * Math.min(2, fresh.length);
      }
      for (const { first } of fresh) filled.add(first);
    }
    const own = this.levels.slice(from, to).flat();
    const isOver = own.some(({ first, last }) => {
      const under = own.filter(
        (other) => other.first >= first && other.last <= last && other.last < other.first + last - first,
      );
      return new Set(under.map((other) => other.first)).size > 1;
    });
    if (isOver) cost += mostAgainst;
    const isLabelled = filled.has(0) || this.isMidway[from - 1] || this.isMidway[to];
    if (!isLabelled && filled.size <= scarce * this.columns) cost += 1.5;
    return cost * (this.isFullyRuled ? 0.5 : 1);
  }

  /** Whether a level is, or follows, a label in the middle between two rows. */
  private isAroundLabel(level: number): boolean {
    const label = this.isMidway[level] ? level : level - 1;
    return this.isMidway[label]! && this.ys[label + 1]! - this.ys[label - 1]! > this.unit;
  }

  /** Whether a level stands beside the one above. */
  private isBeside(level: number): boolean {
    const isMidway = this.isMidway[level]! || this.isMidway[level - 1]!;
    return isMidway || this.ys[level]! - this.ys[level - 1]! < half * this.unit;
  }

  /** Whether all of the level above goes on here, as beside the second of three lines. */
  private isAmid(level: number): boolean {
    const above = this.pairs[level]!.filter(({ upper, evidence }) => upper === level - 1 && evidence > 0);
    return this.levels[level - 1]!.every(({ first }) => above.some(({ column }) => column === first));
  }
}

function isDivider({ columns }: LevelRule): boolean {
  const others = columns.length > 1 ? columns.slice(1) : columns;
  return others.filter(Boolean).length >= 0.6 * others.length;
}

function pairsOf(
  levels: readonly (readonly Piece[])[],
  columns: number,
  unit: number,
  ys: readonly number[],
): Pair[] {
  const found = Array.from({ length: columns }, (_, column) => {
    const own = levels.flatMap((level, index) =>
      level
        .filter(({ first, last }) => first === column && last === column)
        .map((piece) => ({ piece, index })),
    );
    const widest = Math.max(...own.map(({ piece }) => piece.to - piece.from));
    const isWordy = own.some(({ piece }) => /\p{L}\.? \p{L}/u.test(piece.text));
    const isHigh = own.filter(({ piece }) => isLow(piece.text)).length < 0.5 * own.length;
    return own.slice(1).flatMap((lower, at) => {
      const upper = own[at]!;
      if (upper.index === lower.index) return [];
      const evidence = continuation(upper.piece, lower.piece, { widest, isWordy, isHigh }, unit);
      const pitch = ys[lower.index]! - ys[upper.index]!;
      return [{ upper: upper.index, lower: lower.index, column, evidence, pitch }];
    });
  }).flat();
  // How far apart rows stand, where that is certain, tells where nothing else does.
  const full = levels.flatMap((own, index) => (own.length >= most * columns ? [index] : []));
  // Texts may wrap in most columns, but then not the label.
  const labelled = full.filter((index) => levels[index]!.some(({ first }) => first === 0));
  const begun = labelled.length >= labelledShare * full.length ? labelled : full;
  const rows = begun.slice(1).map((index, at) => ys[index]! - ys[begun[at]!]!);
  const wraps = found.filter(({ evidence }) => evidence >= 1).map(({ pitch }) => pitch);
  const row = rows.length >= 2 ? quantile(rows, 0.1) : undefined;
  const wrap = wraps.length >= 2 ? quantile(wraps, 0.5) : undefined;
  return found.map(({ pitch, ...pair }) => {
    let { evidence } = pair;
    if (pitch > 2.2 * unit) evidence -= 3;
    else if (pitch > farLines * unit) evidence -= 1;
    if (row !== undefined) evidence += pitchEvidence(pitch / row, pitch / unit);
    if (wrap !== undefined) evidence += pitch > 1.15 * wrap ? -1 : pitch < 1.07 * wrap ? 0.4 : 0;
    return { ...pair, evidence };
  });
}

/** Of a pitch in pitches of rows and in heights of lines. */
function pitchEvidence(rows: number, lines: number): number {
  // Within what is read of heights; less where white is between the lines.
  if (rows > 0.93 || (rows > 0.9 && lines > 1.15)) return -1;
  if (lines > 1.15 || rows > 0.9) return 0;
  return rows < 0.75 ? 1.6 : 1;
}

/** What ends a sentence, alone on its line. */
const isEnd = /^(?:[?!:;)\]»”"]{1,2}|\.)$/u;
/** Of a name whose last part follows. */
const areInitials = /^(?:\p{Lu}\. ?)+$/u;
const isSentence = /\p{L}{3}[.!?]$/u;
const isOpen = /[-\u2010–,;:&/]$|[([][^)\]]*$/u;

/**
 * Whether a text goes on from the one above it (above 0) or not: a text wraps only where its next word had no room,
 * and values do not wrap.
 */
export function continuation(
  upper: Pick<Piece, 'text' | 'from' | 'to'>,
  lower: Pick<Piece, 'text' | 'from' | 'to'>,
  column: { readonly widest: number; readonly isWordy: boolean; readonly isHigh?: boolean },
  unit: number,
): number {
  if (isBracketed(lower) && !isBracketed(upper)) return 0.8;
  if (isText(upper.text) && isEnd.test(lower.text)) return 1.5;
  if (!isText(upper.text) || !isText(lower.text)) return -1.5;
  const word = /^[^\p{L}]*\S*/u.exec(lower.text)?.[0] ?? '';
  const perLetter = (lower.to - lower.from) / Math.max(1, lower.text.length);
  const room = column.widest - 0.3 * unit - (upper.to - upper.from);
  if ((word.length + 1) * perLetter < room) return -2.2;
  if (areInitials.test(upper.text) && !areInitials.test(lower.text)) return 2;
  const goesOn = isLow(lower.text);
  if (isOpen.test(upper.text) && goesOn) return 1.5;
  if (isSentence.test(upper.text) && !goesOn) return 0;
  // Where entries begin with capitals.
  if (goesOn && column.isHigh) return 1.2;
  if (!column.isWordy) return goesOn ? -0.2 : -1;
  if (/\s/u.test(upper.text) || /\s/u.test(lower.text)) return goesOn ? 1.2 : 0.7;
  return goesOn ? 0.7 : 0;
}

function isLow(text: string): boolean {
  return /^\p{Ll}/u.test(text);
}

function isText(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && letters >= (text.match(/\d/gu)?.length ?? 0);
}

function quantile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))];
}
