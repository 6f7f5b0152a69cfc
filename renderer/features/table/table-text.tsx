/** A table of a region as it stands, to be read. */
import { memo, useEffect, useMemo, useRef } from 'react';
import type { DoubtfulWord } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import marks from '../marks/marks.module.css';
import styles from './table.module.css';
import type { GridCell, TableGrid } from './table-grid';
import { type CellPart, cellParts, parseTable } from './table-html';

const none: readonly DoubtfulWord[] = [];

interface TableTextProps {
  readonly html: string;
  /** Places in `html`. */
  readonly doubts?: readonly DoubtfulWord[];
  /** Start of the word that is looked at. */
  readonly current?: number | undefined;
}

export const TableText = memo(function TableText({ html, doubts = none, current }: TableTextProps) {
  const grid = useMemo(() => parseTable(withDoubts(html, doubts), true), [html, doubts]);
  const at = doubts.findIndex(({ start }) => start === current);
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks are drawn anew with the grid
  useEffect(() => {
    frame.current?.querySelectorAll('mark').forEach((mark, index) => {
      mark.toggleAttribute('data-current', index === at);
    });
  }, [at, grid]);
  return (
    <div ref={frame} className={styles.frame}>
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

/** Doubtful words never cross a tag. */
function withDoubts(html: string, doubts: readonly DoubtfulWord[]): string {
  let marked = '';
  let from = 0;
  for (const { start, end } of doubts) {
    marked += `${html.slice(from, start)}<mark>${html.slice(start, end)}</mark>`;
    from = end;
  }
  return marked + html.slice(from);
}

function Doubt({ parts }: { readonly parts: readonly CellPart[] }) {
  const t = useTranslate();
  return (
    <mark className={marks.doubt} data-doubt title={t('doubt.word')} aria-description={t('doubt.word')}>
      <Parts parts={parts} />
    </mark>
  );
}

export const rowsOf = (grid: TableGrid): readonly (readonly GridCell[])[] =>
  Array.from({ length: grid.rows }, (_, row) => grid.cells.filter((cell) => cell.row === row));

export function CellText({ text }: { readonly text: string }) {
  return <Parts parts={cellParts(text)} />;
}

function Parts({ parts }: { readonly parts: readonly CellPart[] }) {
  return parts.map((part, index) => {
    if (part.kind === 'text') return part.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
    if (part.kind === 'mark') return <Doubt key={index} parts={part.children} />;
    const Mark = part.kind;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
      <Mark key={index}>
        <Parts parts={part.children} />
      </Mark>
    );
  });
}
