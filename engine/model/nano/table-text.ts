/**
 * Table HTML from decoded ids, whatever they are: tags out of order are mended, no character is lost or read as markup,
 * and every id knows where its text lies. Well-formed ids are written as they are.
 */
import { escapeHtml, isRagged } from '../lines';
import {
  type CellForm,
  cellBreakId,
  cellFormOf,
  closesCell,
  closingTagId,
  isGap,
  isTag,
  openingTagId,
  spaceId,
  tableTags,
  type Vocabulary,
} from './vocabulary';

export interface TableText {
  readonly html: string;
  /** Of each id, in `html` (UTF-16); empty for ids that have no text there. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  /** Tags were missing, out of order, or too many. */
  readonly mended: boolean;
  /** Rows do not agree on their number of columns. */
  readonly ragged: boolean;
}

export function tableTextOf(ids: readonly number[], vocabulary: Pick<Vocabulary, 'textOf'>): TableText {
  const table = new TableWriter(vocabulary);
  ids.forEach((id, token) => {
    table.write(id, token);
  });
  return table.finish(ids);
}

/** Whether both have the same rows and cells, of whatever texts; which cells are headers does not matter. */
export function haveSameCells(some: readonly number[], others: readonly number[]): boolean {
  const cellsOf = (ids: readonly number[]): string => ids.filter(isTag).map(plainTag).join();
  return cellsOf(some) === cellsOf(others);
}

/** The same tag of a cell that is no header. */
function plainTag(id: number): number {
  const form = cellFormOf(id);
  if (form) return openingTagId({ ...form, header: false }) ?? id;
  return closesCell(id) ? closingTagId(false) : id;
}

/** What is open. */
const levels = { nothing: 0, table: 1, row: 2, cell: 3 } as const;

interface Piece {
  readonly text: string;
  /** Index of the id; absent for tags that were missing. */
  readonly token?: number;
  /** Closes a table, row or cell. */
  readonly closes: boolean;
}

class TableWriter {
  private pieces: Piece[] = [];
  private level: number = levels.nothing;
  private header = false;
  private rows = 0;
  private readonly cells: (CellForm & { readonly row: number })[] = [];

  constructor(private readonly vocabulary: Pick<Vocabulary, 'textOf'>) {}

  write(id: number, token: number): void {
    const form = cellFormOf(id);
    if (id === tableTags.table) {
      if (this.pieces.length === 0) this.open(levels.table, id, token);
    } else if (id === tableTags.row) {
      this.reach(levels.table);
      this.open(levels.row, id, token);
    } else if (form) {
      this.reach(levels.row);
      this.open(levels.cell, id, token);
    } else if (isTag(id)) this.close(id, token);
    else this.writeText(id, token);
  }

  finish(ids: readonly number[]): TableText {
    if (this.pieces.length === 0) this.open(levels.table, tableTags.table);
    this.closeTo(levels.nothing);
    const ranges = new Map<number, { readonly start: number; readonly end: number }>();
    let html = '';
    for (const { text, token } of this.pieces) {
      if (token !== undefined) ranges.set(token, { start: html.length, end: html.length + text.length });
      html += text;
    }
    let end = 0;
    return {
      html,
      ranges: ids.map((_, token) => {
        const range = ranges.get(token) ?? { start: end, end };
        end = range.end;
        return range;
      }),
      mended: html !== ids.map((id) => this.textOf(id)).join(''),
      ragged: isRagged(this.cells, this.rows),
    };
  }

  /** Closing tags stand only where they close something. */
  private close(id: number, token: number): void {
    const level = closesCell(id) ? levels.cell : id === tableTags.rowEnd ? levels.row : levels.table;
    if (this.level < level) return;
    this.closeTo(level);
    this.closeOne(token);
  }

  /** Characters outside cells belong to the cell before; in a row without cells they open one. */
  private writeText(id: number, token: number): void {
    const text = this.textOf(id);
    if (text === '' || (this.level < levels.cell && isGap(id))) return;
    while (this.level < levels.cell && this.pieces[this.pieces.length - 1]?.closes) this.reopen();
    this.reach(levels.cell);
    this.pieces.push({ text, token, closes: false });
  }

  private textOf(id: number): string {
    if (isTag(id)) return this.vocabulary.textOf(id);
    if (isGap(id) && id !== spaceId) return this.vocabulary.textOf(cellBreakId);
    return escapeHtml(this.vocabulary.textOf(id));
  }

  /** Opens or closes until this level is open and nothing inside it. */
  private reach(level: number): void {
    if (this.level === levels.nothing && this.pieces.length > 0) this.reopen();
    this.closeTo(level);
    if (this.level < levels.table && level >= levels.table) this.open(levels.table, tableTags.table);
    if (this.level < levels.row && level >= levels.row) this.open(levels.row, tableTags.row);
    if (this.level < levels.cell && level >= levels.cell) this.open(levels.cell, tableTags.cell);
  }

  private open(level: number, id: number, token?: number): void {
    const form = cellFormOf(id);
    if (level === levels.row) this.rows++;
    if (form) this.cells.push({ ...form, row: this.rows - 1 });
    this.header = form?.header ?? this.header;
    this.level = level;
    this.pieces.push({ text: this.textOf(id), ...(token !== undefined && { token }), closes: false });
  }

  private closeTo(level: number): void {
    while (this.level > level) this.closeOne();
  }

  private closeOne(token?: number): void {
    const id = [closingTagId(this.header), tableTags.rowEnd, tableTags.tableEnd][levels.cell - this.level];
    this.level--;
    this.pieces.push({ text: this.textOf(id ?? 0), ...(token !== undefined && { token }), closes: true });
  }

  /** Takes the last closing tag back. */
  private reopen(): void {
    this.pieces.pop();
    this.level++;
  }
}
