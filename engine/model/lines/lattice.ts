/**
 * Structure of tables whose cells are all bounded by rules: which cells are merged is drawn. What is not clearly such
 * a table is left to the network.
 */
import {
  area,
  type Box,
  bottom,
  boxFromEdges,
  centre,
  intersectionOverUnion,
  right,
} from '../../base/geometry';
import { medianOf } from '../../base/median';
import type { Raster } from '../../base/raster';
import { findRuledLines, placeAt, type Rule, type RuledLines } from '../../base/ruled-lines';
import { type Border, bordersOf, boxWithin, openBorder, slopeOf } from './lattice-borders';
import { drawnEdges, type Edges } from './lattice-edges';
import { countGreys, greyAt } from './lattice-greys';
import { isConvincing, type LatticeCell } from './lattice-judge';
import { Print, Ridges } from './lattice-ridges';
import type { StructureCell, TableStructure } from './table-structure';

/**
 * Of the way from paper to the darkest ink, tried one after the other: pale rules, rules that touch shade, and rules
 * around dark cells.
 */
const contrasts = [0.12, 0.4, 0.85];
/** Grey levels. */
const leastContrast = 15;
/** So many rules are noise. */
const mostRules = 200;
// In heights of the usual line.
const around = 0.5;
/** Rules across a narrow column; strokes of letters that are as long don't meet borders. */
const shortestLevel = 2;
/** How far rules run on where a side is open. */
const leastOpen = 0.8;
/** From the end of a rule to the border where it ends. */
const nearEnd = 0.13;
/** Longer rules need not end at borders: they may be worn. */
const longLevel = 10;
const longUpright = 4;
/** What is written of cells that the network did not see as they are drawn. */
const unseen = { certainty: 0.9, otherForm: 0 };

/** `lines`: boxes of the text in the table, page pixels; `seen`: the network's view, which tells header cells. */
export function latticeOf(
  page: Raster,
  box: Box,
  lines: readonly Box[],
  seen: TableStructure,
): TableStructure | undefined {
  const unit = medianOf(lines.map(({ height }) => height));
  if (!unit) return undefined;
  const print = new Print(lines, unit);
  const borders = likelyBorders(rulesOf(page, box, unit), centre(box), print, unit);
  if (!borders) return undefined;
  const edges = drawnEdges(new Ridges(page, unit, print), print, borders.rows, borders.columns);
  const cells = edges && cellsOf(edges);
  return cells && isConvincing(cells, page, lines, unit, seen) ? structureOf(cells, seen) : undefined;
}

function rulesOf(page: Raster, box: Box, unit: number): RuledLines {
  const margin = around * unit;
  const outer = boxFromEdges(box.x - margin, box.y - margin, right(box) + margin, bottom(box) + margin);
  const depth = depthOf(page, box);
  const found = contrasts
    .map((share) => Math.max(leastContrast, share * depth))
    .map((contrast) =>
      findRuledLines(page, outer, unit, { leastUprights: 1, leastContrast: contrast, shortestLevel }),
    )
    .filter(({ levels, uprights }) => levels.length + uprights.length < mostRules);
  return {
    levels: found.flatMap(({ levels }) => levels),
    uprights: found.flatMap(({ uprights }) => uprights),
  };
}

/** Grey levels from the usual to the darkest. */
function depthOf(page: Raster, box: Box): number {
  const counts = countGreys(page, box, 3);
  return greyAt(counts, 0.5) - greyAt(counts, 0.01);
}

interface Borders {
  readonly rows: readonly Border[];
  readonly columns: readonly Border[];
}

function likelyBorders(rules: RuledLines, middle: { x: number; y: number }, print: Print, unit: number) {
  const levels = rules.levels.filter((rule) => !print.hasMostOf(rule));
  const { uprights } = rules;
  const levelSlope = slopeOf(levels, unit);
  const uprightSlope = slopeOf(uprights, unit);
  const allRows = bordersOf(levels, levelSlope, middle.x, unit);
  const allColumns = bordersOf(uprights, uprightSlope, middle.y, unit);
  // Strokes of letters neither begin nor end at borders. At the sides there may be none.
  const places = [
    ...levels.flatMap(({ from, to }) => [from, to]),
    ...uprights.map(({ first, last }) => (first + last) / 2),
  ];
  const sides = [least(places), most(places)].map((x) => openBorder(middle.y, x, uprightSlope));
  const likelyColumns = allColumns.filter((column) => meets(column, allRows, unit));
  const rows = allRows.filter(
    (row) => meets(row, [...likelyColumns, ...sides], unit) || isLong(row, longLevel * unit),
  );
  const columns = allColumns.filter(
    (column) => meets(column, rows, unit) || isLong(column, longUpright * unit),
  );
  if (rows.length === 0 || columns.length === 0) return undefined;
  return {
    rows: withOpenEnds(rows, columns, middle.x, levelSlope, unit),
    columns: withOpenEnds(columns, rows, middle.y, uprightSlope, unit),
  } satisfies Borders;
}

const least = (values: readonly number[]): number => Math.min(...values);
const most = (values: readonly number[]): number => Math.max(...values);

/** Whether rules of the border begin and end at others that cross it. */
function meets({ rules }: Border, others: readonly Border[], unit: number): boolean {
  const near = Math.max(3, nearEnd * unit);
  const isMet = (rule: Rule, along: number): boolean => {
    const place = placeAt(rule, along);
    return others.some((other) => other.placesAt(place).some((at) => Math.abs(at - along) <= near));
  };
  return rules.some((rule) => isMet(rule, rule.from)) && rules.some((rule) => isMet(rule, rule.to));
}

function isLong({ rules }: Border, length: number): boolean {
  return rules.some(({ from, to }) => to - from > length);
}

/** Where most of the borders that cross run on beyond the first or the last, the table ends where they do. */
function withOpenEnds(
  borders: readonly Border[],
  crossed: readonly Border[],
  along: number,
  slope: number,
  unit: number,
): Border[] {
  const spans = crossed.map(({ rules }) => ({
    from: least(rules.map(({ from }) => from)),
    to: most(rules.map(({ to }) => to)),
    place: (rules[0]!.first + rules[0]!.last) / 2,
  }));
  const isOpen = (distances: readonly number[]): boolean =>
    2 * distances.filter((distance) => distance > leastOpen * unit).length > distances.length;
  const first = borders[0]!;
  const last = borders[borders.length - 1]!;
  const before = isOpen(spans.map(({ from, place }) => first.placeAt(place) - from));
  const behind = isOpen(spans.map(({ to, place }) => to - last.placeAt(place)));
  return [
    ...(before ? [openBorder(along, least(spans.map(({ from }) => from)), slope)] : []),
    ...borders,
    ...(behind ? [openBorder(along, most(spans.map(({ to }) => to)), slope)] : []),
  ];
}

/** Undefined where what the rules bound is no rectangle. */
function cellsOf({ rows, columns, between, beside }: Edges): LatticeCell[] | undefined {
  const height = rows.length - 1;
  const width = columns.length - 1;
  const isBelow = (row: number, column: number): boolean => row === height || between[row]![column]!;
  const isRightOf = (row: number, column: number): boolean => column === width || beside[row]![column]!;
  const taken = new Set<number>();
  const cells: LatticeCell[] = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (taken.has(row * width + column)) continue;
      let colspan = 1;
      while (!isRightOf(row, column + colspan)) colspan++;
      let rowspan = 1;
      while (!isBelow(row + rowspan, column)) rowspan++;
      for (let r = row; r < row + rowspan; r++) {
        for (let c = column; c < column + colspan; c++) {
          const fits =
            isRightOf(r, c + 1) === (c + 1 === column + colspan) &&
            isBelow(r + 1, c) === (r + 1 === row + rowspan);
          if (!fits || taken.has(r * width + c)) return undefined;
          taken.add(r * width + c);
        }
      }
      const [top, foot] = [rows[row]!, rows[row + rowspan]!];
      const [left, end] = [columns[column]!, columns[column + colspan]!];
      cells.push({ row, column, colspan, rowspan, box: boxWithin(top, foot, left, end) });
    }
  }
  return cells;
}

/** The cells, with what the network says of them where it sees them alike. */
function structureOf(cells: readonly LatticeCell[], seen: TableStructure): TableStructure {
  const found = cells.map((cell) => bestOf(seen.cells, cell.box));
  // The rows beside a header cell are its own.
  const headerRows = most(cells.map((cell, at) => (cell.row === 0 && found[at]?.header ? cell.rowspan : 0)));
  return {
    cells: cells.map(({ row, colspan, rowspan, box }, at): StructureCell => {
      const like = found[at];
      const isAlike = like?.colspan === colspan && like.rowspan === rowspan;
      const { certainty, otherForm } = isAlike ? like : unseen;
      const header = row < headerRows || (like?.header ?? false);
      return { row, colspan, rowspan, box, header, certainty, otherForm };
    }),
    rows: most(cells.map(({ row, rowspan }) => row + rowspan)),
    confidence: seen.confidence,
    complete: true,
    ruled: true,
  };
}

function bestOf(cells: readonly StructureCell[], box: Box): StructureCell | undefined {
  let best: StructureCell | undefined;
  let bestShare = 0;
  for (const cell of cells) {
    const share = area(cell.box) > 0 ? intersectionOverUnion(cell.box, box) : 0;
    if (share > bestShare) [best, bestShare] = [cell, share];
  }
  return best;
}
