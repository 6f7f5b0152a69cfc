/** Between which neighbours in a grid a rule is drawn. */
import type { Box } from '../../base/geometry';
import { medianOf } from '../../base/median';
import { type Border, boxWithin, crossing } from './lattice-borders';
import { type Direction, drawnShare, type Print, type Ridge, type Ridges } from './lattice-ridges';

export interface Edges {
  readonly rows: readonly Border[];
  readonly columns: readonly Border[];
  /** [border of rows][column], and [row][border of columns]. */
  readonly between: readonly (readonly boolean[])[];
  readonly beside: readonly (readonly boolean[])[];
}

/** Share of an edge that is drawn where there is a rule, and where there is none; what lies between is doubtful. */
const leastRuled = 0.75;
const mostUnruled = 0.5;

type Share = number | undefined;
const isRuled = (share: Share): boolean => share !== undefined && share >= leastRuled;
const isDoubtful = (share: Share): boolean =>
  share === undefined || (share < leastRuled && share > mostUnruled);

/** Leaves out borders on which no rule is drawn. Undefined where it is in doubt whether there is a rule. */
export function drawnEdges(
  ridges: Ridges,
  print: Print,
  likelyRows: readonly Border[],
  likelyColumns: readonly Border[],
): Edges | undefined {
  const edges = new EdgeShares(ridges, likelyRows, likelyColumns);
  let rows = likelyRows;
  let columns = likelyColumns;
  for (;;) {
    if (rows.length < 2 || columns.length < 2) return undefined;
    const between = rows.map((row) =>
      pairsOf(columns).map(([from, to]) => edges.share(row, 'level', from, to)),
    );
    const beside = pairsOf(rows).map(([from, to]) =>
      columns.map((column) => edges.share(column, 'upright', from, to)),
    );
    // An outer border may be open, but what crosses it is drawn up to it.
    const isRow = (index: number): boolean => {
      if (index === 0) return beside[0]!.some(isRuled);
      if (index === rows.length - 1) return beside[index - 1]!.some(isRuled);
      return between[index]!.some(isRuled);
    };
    const isColumn = (index: number): boolean => {
      if (index === 0) return between.some((row) => isRuled(row[0]));
      if (index === columns.length - 1) return between.some((row) => isRuled(row[index - 1]));
      const ruled = beside.flatMap((row, at) => (isRuled(row[index]) ? [at] : []));
      const isUsual = ruled.length > 1 && 2 * ruled.length > beside.length;
      return isUsual || ruled.some((row) => !isInText(columns[index]!, rows, row, print));
    };
    const keptRows = rows.filter((_, index) => isRow(index));
    const keptColumns = columns.filter((_, index) => isColumn(index));
    if (keptRows.length === rows.length && keptColumns.length === columns.length) {
      const hidden = new HiddenEdges(rows, columns, print);
      const settled = beside.map((row, at) => row.map((share, c) => share ?? hidden.beside(at, c, beside)));
      const inner = [...between.slice(1, -1), ...settled.map((row) => row.slice(1, -1))].flat();
      if (inner.some(isDoubtful)) return undefined;
      const drawn = (shares: readonly (readonly Share[])[]) => shares.map((list) => list.map(isRuled));
      return { rows, columns, between: drawn(between), beside: drawn(settled) };
    }
    rows = keptRows;
    columns = keptColumns;
  }
}

/** Uprights that could not be seen, as between cells that are as dark as they are: texts may tell whether they are drawn. */
class HiddenEdges {
  constructor(
    private readonly rows: readonly Border[],
    private readonly columns: readonly Border[],
    private readonly print: Print,
  ) {}

  /** In a row, left of a column. `besides`: what is known of all. */
  beside(row: number, column: number, besides: readonly (readonly Share[])[]): Share {
    const before = this.textsIn(row, column - 1);
    const behind = this.textsIn(row, column);
    if (before.some((text) => behind.includes(text))) return 0;
    if (before.length > 0 && behind.length > 0) return 1;
    // Over the labels of rows there need not be a head.
    const isOverLabels = column === 1 && behind.length > 0 && isRuled(besides[row + 1]?.[column]);
    return isOverLabels ? 1 : undefined;
  }

  private textsIn(row: number, column: number): readonly Box[] {
    const [top, foot] = [this.rows[row], this.rows[row + 1]];
    const [left, end] = [this.columns[column], this.columns[column + 1]];
    if (!top || !foot || !left || !end) return [];
    return this.print.textsIn(boxWithin(top, foot, left, end));
  }
}

/** Brackets, and letters one below the other in low rows, may reach from border to border. */
function isInText(column: Border, rows: readonly Border[], row: number, print: Print): boolean {
  const y = (crossing(column, rows[row]!).along + crossing(column, rows[row + 1]!).along) / 2;
  return print.has(column.placeAt(y), y, 2);
}

function pairsOf<T>(list: readonly T[]): [T, T][] {
  return list.slice(1).map((item, index) => [list[index]!, item]);
}

/** Shares of edges, each looked at once. */
class EdgeShares {
  private readonly usual: ReadonlyMap<Border, Pick<Ridge, 'grey' | 'width'>>;
  private readonly numbers: ReadonlyMap<Border, number>;
  private readonly noise: number;
  private readonly known = new Map<string, Share>();

  constructor(
    private readonly ridges: Ridges,
    rows: readonly Border[],
    columns: readonly Border[],
  ) {
    this.usual = new Map([
      ...rows.map((row) => [row, ridges.usualOf(row, 'level')] as const),
      ...columns.map((column) => [column, ridges.usualOf(column, 'upright')] as const),
    ]);
    this.numbers = new Map([...rows, ...columns].map((border, index) => [border, index]));
    this.noise =
      medianOf([...ridges.noiseBeside(rows, 'level'), ...ridges.noiseBeside(columns, 'upright')]) ?? 0;
  }

  /** Share of the border that is drawn between two that cross it. */
  share(border: Border, direction: Direction, from: Border, to: Border): Share {
    const key = [border, from, to].map((each) => this.numbers.get(each)).join(' ');
    if (!this.known.has(key)) {
      const [, start] = this.inkOf(from, crossing(border, from).across);
      const [end] = this.inkOf(to, crossing(border, to).across);
      const pieces = this.ridges.along(border, direction, start, end);
      this.known.set(key, drawnShare(pieces, this.usual.get(border)!.grey, this.noise));
    }
    return this.known.get(key);
  }

  /** From where to where the rules of a border reach, across. */
  private inkOf(border: Border, along: number): [number, number] {
    const places = border.placesAt(along);
    const half = this.usual.get(border)!.width / 2;
    return [Math.min(...places) - half - 1, Math.max(...places) + half + 2];
  }
}
