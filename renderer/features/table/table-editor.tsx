/**
 * A table cell by cell: the current cell is a text field, so that input methods work everywhere; keys lead from cell to
 * cell, tools change rows, columns, spans and heads. What is done comes to the document as the region's table HTML.
 */
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Region } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { useTranslate } from '../../i18n/translate';
import { commitUnfinished } from '../../store/edits';
import { setText } from '../../store/region-operations';
import { editorKey } from '../review/text-editor';
import { useDraft } from '../review/use-draft';
import { linesOfTable } from './convert';
import styles from './table.module.css';
import {
  type Area,
  areaOf,
  cellAt,
  cellBeside,
  type GridCell,
  setCellText,
  type TableGrid,
  union,
  wholeArea,
} from './table-grid';
import { parseTable, serialiseTable } from './table-html';
import { CellText, rowsOf } from './table-text';
import { TableTools } from './table-tools';

interface Place {
  readonly row: number;
  readonly column: number;
}

export function TableEditor({ region, order }: { readonly region: Region; readonly order: number }) {
  const t = useTranslate();
  const html = currentText(region)?.text ?? '';
  const [grid, setGrid] = useState(() => parseTable(html));
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const [other, setOther] = useState<Place>();
  const field = useRef<HTMLTextAreaElement>(null);
  const onOther = useCallback((next: string) => setGrid(parseTable(next)), []);
  const draft = useDraft(region, html, 'table-html', onOther);
  const current = cellAt(grid, at.row, at.column) ?? grid.cells[0];
  const area = chosenArea(grid, at, other);

  const key = current && `${current.row} ${current.column}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cell, another field
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    element.select();
  }, [key]);
  // An undo may bring another text into the field that is shown.
  useLayoutEffect(() => {
    const element = field.current;
    if (element && current && element.value !== current.text) element.value = current.text;
  }, [current]);

  const change = (next: TableGrid, whole: boolean): void => {
    if (next === grid) return;
    setGrid(next);
    draft.change(serialiseTable(next));
    if (whole) commitUnfinished();
  };
  const go = (cell: GridCell | undefined): boolean => {
    if (!cell) return false;
    commitUnfinished();
    setOther(undefined);
    setAt({ row: cell.row, column: cell.column });
    return true;
  };
  const beside = (right: number, down: number): GridCell | undefined => {
    if (!current) return undefined;
    const { top, left, bottom, right: edge } = areaOf(current);
    const row = down > 0 ? bottom + 1 : down < 0 ? top - 1 : at.row;
    const column = right > 0 ? edge + 1 : right < 0 ? left - 1 : at.column;
    return cellAt(grid, row, column);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const held = event.ctrlKey || event.metaKey;
    const arrow = arrows[event.key];
    if (arrow && event.altKey && event.shiftKey && !held) {
      event.preventDefault();
      const from = other ?? at;
      setOther({
        row: between(from.row + arrow[1], grid.rows - 1),
        column: between(from.column + arrow[0], grid.columns - 1),
      });
      return;
    }
    let to: GridCell | undefined;
    if (event.key === 'Tab' && !held) to = cellBeside(grid, at.row, at.column, event.shiftKey ? -1 : 1);
    else if (event.key === 'Enter' && !event.shiftKey && !held) to = beside(0, 1) ?? current;
    else if (arrow && !event.shiftKey && !event.altKey && !held) {
      const [right, down] = arrow;
      const whole = selectionStart === 0 && selectionEnd === value.length;
      const free =
        whole ||
        (right < 0 && selectionEnd === 0) ||
        (right > 0 && selectionStart === value.length) ||
        (down < 0 && !value.slice(0, selectionStart).includes('\n')) ||
        (down > 0 && !value.slice(selectionEnd).includes('\n'));
      if (free) to = beside(right, down);
    }
    if (to) {
      event.preventDefault();
      event.stopPropagation();
      go(to);
      return;
    }
    editorKey(event);
  };

  return (
    <div className={styles.editor}>
      <TableTools
        grid={grid}
        area={area}
        at={at}
        onChange={(next) => change(next, true)}
        onUnmake={() => void setText(region, linesOfTable(serialiseTable(grid)), 'plain')}
      />
      <div className={styles.frame}>
        <table className={styles.table} aria-label={t('review.text', { order, label: t('label.table') })}>
          <tbody>
            {rowsOf(grid).map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are their places
              <tr key={row}>
                {cells.map((cell) => {
                  const Cell = cell.header ? 'th' : 'td';
                  const isCurrent = cell === current;
                  return (
                    // The keyboard reaches cells by the field of the current one.
                    <Cell
                      key={cell.column}
                      rowSpan={cell.rowspan}
                      colSpan={cell.colspan}
                      data-chosen={(other && isIn(cell, area)) || undefined}
                      data-current={isCurrent || undefined}
                      onMouseDown={(event) => {
                        if (event.shiftKey) {
                          event.preventDefault();
                          setOther({ row: cell.row, column: cell.column });
                        }
                      }}
                      onClick={(event) => {
                        if (!event.shiftKey && !isCurrent) go(cell);
                      }}
                    >
                      {isCurrent ? (
                        <span className={styles.grow} data-text={`${cell.text} `}>
                          <textarea
                            ref={field}
                            rows={1}
                            cols={1}
                            data-document-text
                            spellCheck={false}
                            aria-label={t('table.cell', { row: cell.row + 1, column: cell.column + 1 })}
                            defaultValue={cell.text}
                            onChange={(event) =>
                              change(setCellText(grid, cell.row, cell.column, event.target.value), false)
                            }
                            onCompositionStart={() => draft.compose(true)}
                            onCompositionEnd={() => {
                              draft.compose(false);
                              draft.change(serialiseTable(grid));
                            }}
                            onBlur={commitUnfinished}
                            onKeyDown={onKeyDown}
                          />
                        </span>
                      ) : (
                        <CellText text={cell.text} />
                      )}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const between = (value: number, most: number): number => Math.max(0, Math.min(most, value));

function chosenArea(grid: TableGrid, at: Place, other: Place | undefined): Area {
  const place = ({ row, column }: Place): Area => ({ top: row, bottom: row, left: column, right: column });
  return wholeArea(grid, other ? union(place(at), place(other)) : place(at));
}

const isIn = (cell: GridCell, area: Area): boolean =>
  cell.row >= area.top && cell.row <= area.bottom && cell.column >= area.left && cell.column <= area.right;
