/** A table of a region as it stands, to be read. */
import { memo, useMemo } from 'react';
import styles from './table.module.css';
import type { GridCell, TableGrid } from './table-grid';
import { type CellPart, cellParts, parseTable } from './table-html';

export const TableText = memo(function TableText({ html }: { readonly html: string }) {
  const grid = useMemo(() => parseTable(html), [html]);
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <tbody>
          {rowsOf(grid).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are their places
            <tr key={row}>
              {cells.map((cell) => {
                const Cell = cell.header ? 'th' : 'td';
                return (
                  <Cell key={cell.column} rowSpan={cell.rowspan} colSpan={cell.colspan}>
                    <CellText text={cell.text} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

export const rowsOf = (grid: TableGrid): readonly (readonly GridCell[])[] =>
  Array.from({ length: grid.rows }, (_, row) => grid.cells.filter((cell) => cell.row === row));

export function CellText({ text }: { readonly text: string }) {
  return <Parts parts={cellParts(text)} />;
}

function Parts({ parts }: { readonly parts: readonly CellPart[] }) {
  return parts.map((part, index) => {
    if (part.kind === 'text') return part.text;
    const Mark = part.kind;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
      <Mark key={index}>
        <Parts parts={part.children} />
      </Mark>
    );
  });
}
