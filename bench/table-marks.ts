/** What of a table's form a reading has right: all or nothing of its spans, its empty cells, its header cells. */
import { readTableHtml } from '../engine/assembly/table-html';
import { plainText } from './block-text';

export interface GridCell {
  /** Of the HTML grid, from 0. */
  readonly row: number;
  readonly column: number;
  readonly colspan: number;
  readonly rowspan: number;
  readonly header: boolean;
  readonly text: string;
}

/** Each true where everything of the kind is as in the truth: a table without spans read without spans has them right. */
export interface TableMarks {
  /** Places and sizes of the cells that span more than one row or column. */
  readonly spans: boolean;
  /** Places of the cells without text. */
  readonly emptyCells: boolean;
  /** Places of the header cells. */
  readonly headers: boolean;
}

/** Cells of the first table in `html`, placed as a browser does: each takes the first free column of its row. */
export function gridOf(html: string): GridCell[] {
  const taken = new Set<string>();
  return readTableHtml(html).rows.flatMap(({ cells }, row) => {
    let column = 0;
    return cells.map(({ colspan, rowspan, header, content }) => {
      while (taken.has(`${row} ${column}`)) column++;
      const cell = { row, column, colspan, rowspan, header, text: plainText(content).trim() };
      for (let r = row; r < row + rowspan; r++) {
        for (let c = column; c < column + colspan; c++) taken.add(`${r} ${c}`);
      }
      column += colspan;
      return cell;
    });
  });
}

/** A text without a table has nothing right. */
export function markTable(html: string, truth: readonly GridCell[]): TableMarks {
  const read = gridOf(html);
  const agrees = (of: (cell: GridCell) => string | undefined): boolean =>
    read.length > 0 &&
    isSameSet(
      read.flatMap((cell) => of(cell) ?? []),
      truth.flatMap((cell) => of(cell) ?? []),
    );
  const placeOf = ({ row, column }: GridCell): string => `${row} ${column}`;
  return {
    spans: agrees((cell) =>
      isSpanning(cell) ? `${placeOf(cell)} ${cell.colspan} ${cell.rowspan}` : undefined,
    ),
    emptyCells: agrees((cell) => (isEmpty(cell) ? placeOf(cell) : undefined)),
    headers: agrees((cell) => (cell.header ? placeOf(cell) : undefined)),
  };
}

export function isSpanning({ colspan, rowspan }: GridCell): boolean {
  return colspan > 1 || rowspan > 1;
}

export function isEmpty({ text }: GridCell): boolean {
  return text.trim() === '';
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const wanted = new Set(b);
  return a.length === wanted.size && a.every((place) => wanted.has(place));
}
