/**
 * The prior reading of a table: the tags that the structure network saw, and in the cells the line recogniser's
 * characters (workshop/nano/SPEC.md §2). Read as HTML it is what the `lines` family reads.
 */
import type { Box } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import type { TableCell, TableLine, TableReading } from '../lines';
import type { LineEvidence } from './line-evidence';
import {
  type FeatureShape,
  type Gap,
  hostToken,
  type LineToken,
  type LineTokens,
  lineTokens,
  noGap,
  type PriorPeak,
  type PriorToken,
  sureOf,
} from './line-tokens';
import { lastColumn, type PriorReading, readingOf } from './prior-reading';
import { TableEvidence } from './table-evidence';
import {
  cellBreakId,
  closingTagId,
  endId,
  nothingId,
  openingTagId,
  spaceId,
  tableTags,
  type Vocabulary,
} from './vocabulary';

/** What the recogniser saw of a line, and its peaks as settled. */
export interface RecognisedLine {
  readonly evidence: LineEvidence;
  readonly peaks: readonly PriorPeak[];
}

export interface TableSource {
  readonly table: TableReading;
  readonly page: Raster;
  /** Of the region, in pixels of the page. */
  readonly box: Box;
  /** Of the region's lines; undefined for one whose text was known. */
  lineAt(index: number): RecognisedLine | undefined;
}

export interface TablePriorOptions extends FeatureShape {
  /** Most tokens, the end token not counted. */
  readonly longestTable: number;
}

/** Of tags that are no opening ones. */
const tagProbability = 0.98;
/** Of characters that the host has set, and of what joins lines. */
const hostProbability = 0.9;
/** Of a cell that the network did not see. */
const unseenProbability = 0.5;
const otherKindProbability = 0.1;
const otherSpansProbability = 0.05;
const moreProbability = 0.02;
const otherJoinProbability = 0.1;
/** Columns of a token's place per column of the grid. */
const gridStep = 8;

/** Undefined for a table that has no such reading: without cells, with unusual spans or characters, too long. */
export function tablePriorOf(
  source: TableSource,
  vocabulary: Vocabulary,
  options: TablePriorOptions,
): PriorReading | undefined {
  const { rows } = source.table;
  if (rows.flat().length === 0) return undefined;
  const evidence = new TableEvidence(rows, source.page, source.box);
  const pieces = new PieceReader(source, vocabulary, options);
  const tokens: PriorToken[] = [];
  const add = (token: LineToken, line: number, column: number): void => {
    tokens.push({ ...token, line, column: Math.min(lastColumn, gridStep * column) });
  };
  const last = rows.length - 1;
  const isEmpty = emptinessOf(rows);
  add(tag(tableTags.table), 0, 0);
  rows.forEach((row, line) => {
    add(withItems(tag(tableTags.row), evidence.ofRow(line)), line, 0);
    for (const [index, cell] of row.entries()) {
      const opening = openingTag(cell, row[index + 1], isEmpty);
      add(withItems(opening, evidence.ofCell(cell)), line, cell.column);
      for (const token of cellTokens(cell, pieces)) add(token, line, cell.column);
      add(
        tag(closingTagId(cell.header), closingTagId(!cell.header), otherKindProbability),
        line,
        cell.column,
      );
    }
    add(tag(tableTags.rowEnd, tableTags.cell, moreProbability), line, evidence.columns);
  });
  add(tag(tableTags.tableEnd, tableTags.row, moreProbability), last, evidence.columns);
  const isUsual = tokens.length <= options.longestTable && tokens.every(({ id }) => id !== nothingId);
  add(hostToken(sureOf(endId, 1)), last, evidence.columns);
  return isUsual ? readingOf(tokens) : undefined;
}

function tag(id: number, second = nothingId, secondProbability = 0): LineToken {
  return hostToken({
    id,
    runnersUp: [second, nothingId],
    probabilities: [tagProbability, secondProbability, 0],
  });
}

const withItems = (token: LineToken, items: readonly number[]): LineToken => ({
  ...token,
  evidence: [...token.evidence, ...items],
});

type Emptiness = (row: number, column: number) => boolean;

/** Whether a place of the grid belongs to a cell without text. */
function emptinessOf(rows: readonly (readonly TableCell[])[]): Emptiness {
  const empty = new Set<string>();
  for (const { row, column, colspan, rowspan, text } of rows.flat()) {
    if (text.length > 0) continue;
    for (let down = row; down < row + rowspan; down++)
      for (let across = column; across < column + colspan; across++) empty.add(`${down} ${across}`);
  }
  return (row, column) => empty.has(`${row} ${column}`);
}

function openingTag(cell: TableCell, next: TableCell | undefined, isEmpty: Emptiness): LineToken {
  const { header, seen } = cell;
  const other = otherSpans(cell, next, isEmpty);
  return hostToken({
    id: openingTagId(cell) ?? nothingId,
    runnersUp: [
      openingTagId({ ...cell, header: !header }) ?? nothingId,
      (other && openingTagId({ header, ...other })) ?? nothingId,
    ],
    probabilities: [
      seen?.certainty ?? unseenProbability,
      otherKindProbability,
      other ? otherSpansProbability : 0,
    ],
  });
}

/** The likeliest other spans: one less, or one more where an empty cell makes room. */
function otherSpans(
  { row, column, colspan, rowspan }: TableCell,
  next: TableCell | undefined,
  isEmpty: Emptiness,
): Pick<TableCell, 'colspan' | 'rowspan'> | undefined {
  if (colspan > 1) return { colspan: colspan - 1, rowspan };
  if (rowspan > 1) return { colspan, rowspan: rowspan - 1 };
  if (next?.text.length === 0) return { colspan: 2, rowspan };
  return isEmpty(row + 1, column) ? { colspan, rowspan: 2 } : undefined;
}

function cellTokens({ header, text, wraps }: TableCell, pieces: PieceReader): LineToken[] {
  const tokens: LineToken[] = [];
  const between = wraps ? spaceId : cellBreakId;
  let before: PieceTokens | undefined;
  text.forEach((row) => {
    row.forEach((piece, index) => {
      if (before) tokens.push(joint(index > 0 ? spaceId : between, header, before));
      before = pieces.read(piece);
      tokens.push(...before.tokens);
    });
  });
  return tokens;
}

function joint(id: number, header: boolean, { after, certainty }: PieceTokens): LineToken {
  const other = id === spaceId ? cellBreakId : spaceId;
  const probabilities = [hostProbability, moreProbability, otherJoinProbability] as const;
  return hostToken({ id, runnersUp: [closingTagId(header), other], probabilities }, after, certainty);
}

interface PieceTokens {
  readonly tokens: readonly LineToken[];
  /** The gap that follows in the piece's line. */
  readonly after: Gap;
  /** Of the line. */
  readonly certainty: number;
}

/** Finds the tokens of pieces in those of their lines. An id that is missing becomes nothing. */
class PieceReader {
  private readonly lines = new Map<number, LineTokens & { readonly peaks: readonly PriorPeak[] }>();

  constructor(
    private readonly source: TableSource,
    private readonly vocabulary: Vocabulary,
    private readonly shape: FeatureShape,
  ) {}

  read({ text, peaks, line: index }: TableLine): PieceTokens {
    const line = index === undefined ? undefined : this.lineAt(index);
    if (!line || !peaks) {
      const tokens = Array.from(text, (character) => this.setByHost(character, 1));
      return { tokens, after: noGap, certainty: 1 };
    }
    const { certainty, gaps } = line;
    let last = -1;
    const tokens = peaks.map((peak) => {
      last = line.peaks.findIndex(({ first }) => first === peak.first);
      const token = line.tokens[last];
      const isOwn = token !== undefined && this.vocabulary.textOf(token.id) === peak.text;
      return isOwn ? token : this.setByHost(peak.text, certainty);
    });
    return { tokens, after: gaps[last + 1] ?? noGap, certainty };
  }

  private setByHost(character: string, certainty: number): LineToken {
    const id = this.vocabulary.characterId(character) ?? nothingId;
    return hostToken(sureOf(id, hostProbability), noGap, certainty);
  }

  private lineAt(index: number) {
    const known = this.lines.get(index);
    const found = known ? undefined : this.source.lineAt(index);
    if (!found) return known;
    const line = { ...lineTokens(found.evidence, found.peaks, this.shape), peaks: found.peaks };
    this.lines.set(index, line);
    return line;
  }
}
