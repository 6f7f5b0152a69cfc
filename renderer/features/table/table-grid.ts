/**
 * A table as anchor cells on a grid, and what an editor does to it. Every place of the grid belongs to exactly one
 * cell, before and after each change. Pure.
 */
export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowspan: number;
  readonly colspan: number;
  readonly header: boolean;
  /** Line breaks as `\n`; raised, lowered, bold and italic parts in their HTML tags, everything else is literal. */
  readonly text: string;
}

export interface TableGrid {
  readonly rows: number;
  readonly columns: number;
  /** By row, then column. */
  readonly cells: readonly GridCell[];
}

/** Both ends are part of it. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

const order = (a: GridCell, b: GridCell): number => a.row - b.row || a.column - b.column;

const gridOf = (rows: number, columns: number, cells: readonly GridCell[]): TableGrid => ({
  rows,
  columns,
  cells: [...cells].sort(order),
});

const emptyCell = (row: number, column: number, header: boolean): GridCell => ({
  row,
  column,
  rowspan: 1,
  colspan: 1,
  header,
  text: '',
});

export const areaOf = (cell: GridCell): Area => ({
  top: cell.row,
  left: cell.column,
  bottom: cell.row + cell.rowspan - 1,
  right: cell.column + cell.colspan - 1,
});

export function cellAt(grid: TableGrid, row: number, column: number): GridCell | undefined {
  return grid.cells.find(
    (cell) =>
      row >= cell.row &&
      row < cell.row + cell.rowspan &&
      column >= cell.column &&
      column < cell.column + cell.colspan,
  );
}

/**
 * Places cells as HTML does: each row's cells go to its free places, from the left. Overlaps are cut, what no cell
 * covers gets an empty one, so that any input becomes a whole grid.
 */
export function placeCells(
  rows: readonly (readonly Omit<GridCell, 'row' | 'column'>[])[],
  mostColumns = 200,
): TableGrid {
  const taken = new Set<string>();
  const free = (row: number, column: number): boolean => !taken.has(`${row} ${column}`);
  const cells: GridCell[] = [];
  let columns = 0;
  rows.forEach((own, row) => {
    let column = 0;
    for (const cell of own) {
      while (!free(row, column)) column += 1;
      if (column >= mostColumns) break;
      const rowspan = Math.max(1, Math.min(cell.rowspan, rows.length - row));
      let colspan = 1;
      while (colspan < cell.colspan && column + colspan < mostColumns && free(row, column + colspan)) {
        colspan += 1;
      }
      for (let down = 0; down < rowspan; down += 1) {
        for (let over = 0; over < colspan; over += 1) taken.add(`${row + down} ${column + over}`);
      }
      cells.push({ ...cell, row, column, rowspan, colspan });
      column += colspan;
      columns = Math.max(columns, column);
    }
  });
  const height = Math.max(1, rows.length);
  const width = Math.max(1, columns);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      if (free(row, column)) cells.push(emptyCell(row, column, false));
    }
  }
  return gridOf(height, width, cells);
}

export function setCellText(grid: TableGrid, row: number, column: number, text: string): TableGrid {
  const target = cellAt(grid, row, column);
  if (!target || target.text === text) return grid;
  return { ...grid, cells: grid.cells.map((cell) => (cell === target ? { ...cell, text } : cell)) };
}

/** A new row before `at` (`at` = number of rows: at the end). Cells that reach over the place grow. */
export function insertRow(grid: TableGrid, at: number): TableGrid {
  const grown = new Set<number>();
  const cells = grid.cells.map((cell): GridCell => {
    if (cell.row >= at) return { ...cell, row: cell.row + 1 };
    if (cell.row + cell.rowspan <= at) return cell;
    for (let over = 0; over < cell.colspan; over += 1) grown.add(cell.column + over);
    return { ...cell, rowspan: cell.rowspan + 1 };
  });
  for (let column = 0; column < grid.columns; column += 1) {
    if (!grown.has(column)) cells.push(emptyCell(at, column, false));
  }
  return gridOf(grid.rows + 1, grid.columns, cells);
}

/** The last row stays. The text of a cell that reaches further down moves with it. */
export function removeRow(grid: TableGrid, at: number): TableGrid {
  if (grid.rows <= 1) return grid;
  const cells = grid.cells.flatMap((cell): GridCell[] => {
    if (cell.row > at) return [{ ...cell, row: cell.row - 1 }];
    if (cell.row + cell.rowspan <= at) return [cell];
    return cell.rowspan === 1 ? [] : [{ ...cell, rowspan: cell.rowspan - 1 }];
  });
  return gridOf(grid.rows - 1, grid.columns, cells);
}

const turned = (grid: TableGrid): TableGrid =>
  gridOf(
    grid.columns,
    grid.rows,
    grid.cells.map((cell) => ({
      ...cell,
      row: cell.column,
      column: cell.row,
      rowspan: cell.colspan,
      colspan: cell.rowspan,
    })),
  );

export const insertColumn = (grid: TableGrid, at: number): TableGrid => {
  const next = turned(insertRow(turned(grid), at));
  // A new column in a row of headings is a heading.
  const cells = next.cells.map((cell) =>
    cell.column === at && cell.colspan === 1 && cell.text === '' && isHeaderRow(grid, cell.row)
      ? { ...cell, header: true }
      : cell,
  );
  return { ...next, cells };
};

export const removeColumn = (grid: TableGrid, at: number): TableGrid => turned(removeRow(turned(grid), at));

export function isHeaderRow(grid: TableGrid, row: number): boolean {
  const cells = grid.cells.filter((cell) => row >= cell.row && row < cell.row + cell.rowspan);
  return cells.length > 0 && cells.every((cell) => cell.header);
}

/** Grown until no cell is cut. */
export function wholeArea(grid: TableGrid, area: Area): Area {
  let now = area;
  for (;;) {
    const touched = grid.cells.map(areaOf).filter((each) => meets(each, now));
    const next = touched.reduce(union, now);
    if (
      next.top === now.top &&
      next.left === now.left &&
      next.bottom === now.bottom &&
      next.right === now.right
    )
      return now;
    now = next;
  }
}

const meets = (a: Area, b: Area): boolean =>
  a.top <= b.bottom && a.bottom >= b.top && a.left <= b.right && a.right >= b.left;

export const union = (a: Area, b: Area): Area => ({
  top: Math.min(a.top, b.top),
  left: Math.min(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
});

export const cellsIn = (grid: TableGrid, area: Area): readonly GridCell[] =>
  grid.cells.filter((cell) => meets(areaOf(cell), area));

/** One cell over the area; the texts follow each other on lines of their own. */
export function mergeCells(grid: TableGrid, given: Area): TableGrid {
  const area = wholeArea(grid, given);
  const parts = cellsIn(grid, area);
  if (parts.length < 2) return grid;
  const merged: GridCell = {
    row: area.top,
    column: area.left,
    rowspan: area.bottom - area.top + 1,
    colspan: area.right - area.left + 1,
    header: parts.every((cell) => cell.header),
    text: parts
      .map((cell) => cell.text)
      .filter((text) => text !== '')
      .join('\n'),
  };
  return gridOf(grid.rows, grid.columns, [...grid.cells.filter((cell) => !parts.includes(cell)), merged]);
}

/** Into single places; the text stays in the first. */
export function splitCell(grid: TableGrid, row: number, column: number): TableGrid {
  const cell = cellAt(grid, row, column);
  if (!cell || (cell.rowspan === 1 && cell.colspan === 1)) return grid;
  const parts: GridCell[] = [];
  for (let down = 0; down < cell.rowspan; down += 1) {
    for (let over = 0; over < cell.colspan; over += 1) {
      parts.push(emptyCell(cell.row + down, cell.column + over, cell.header));
    }
  }
  const [first, ...rest] = parts;
  const named = first ? [{ ...first, text: cell.text }, ...rest] : rest;
  return gridOf(grid.rows, grid.columns, [...grid.cells.filter((each) => each !== cell), ...named]);
}

/** All cells of the area become headings, or none if they all are. */
export function toggleHeader(grid: TableGrid, area: Area): TableGrid {
  const parts = cellsIn(grid, area);
  const header = !parts.every((cell) => cell.header);
  return { ...grid, cells: grid.cells.map((cell) => (parts.includes(cell) ? { ...cell, header } : cell)) };
}

/** The cell `steps` further in reading order; undefined beyond the ends. */
export function cellBeside(grid: TableGrid, row: number, column: number, step: 1 | -1): GridCell | undefined {
  const here = cellAt(grid, row, column);
  return here && grid.cells[grid.cells.indexOf(here) + step];
}
