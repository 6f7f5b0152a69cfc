/** The tools above a table that is being edited. */
import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Columns3,
  Heading,
  type LucideIcon,
  Rows3,
  TableCellsMerge,
  TableCellsSplit,
  Text,
} from 'lucide-react';
import { type MessageKey, useTranslate } from '../../i18n/translate';
import { IconButton } from '../../ui/button';
import styles from './table.module.css';
import {
  type Area,
  cellsIn,
  insertColumn,
  insertRow,
  mergeCells,
  removeColumn,
  removeRow,
  splitCell,
  type TableGrid,
  toggleHeader,
} from './table-grid';

interface ToolsProps {
  readonly grid: TableGrid;
  readonly area: Area;
  readonly at: { readonly row: number; readonly column: number };
  readonly onChange: (grid: TableGrid) => void;
  /** Back to plain text. */
  readonly onUnmake: () => void;
}

interface Tool {
  readonly name: MessageKey;
  readonly icon: LucideIcon;
  readonly run: () => TableGrid;
  readonly off?: boolean;
  readonly pressed?: boolean;
}

export function TableTools({ grid, area, at, onChange, onUnmake }: ToolsProps) {
  const t = useTranslate();
  const cells = cellsIn(grid, area);
  const [first] = cells;
  const repeated = (from: number, to: number, remove: (grid: TableGrid, at: number) => TableGrid) => {
    let next = grid;
    for (let index = to; index >= from; index -= 1) next = remove(next, index);
    return next;
  };
  const tools: readonly (Tool | null)[] = [
    { name: 'table.rowAbove', icon: BetweenHorizontalStart, run: () => insertRow(grid, area.top) },
    { name: 'table.rowBelow', icon: BetweenHorizontalEnd, run: () => insertRow(grid, area.bottom + 1) },
    {
      name: 'table.removeRow',
      icon: Rows3,
      off: grid.rows <= area.bottom - area.top + 1,
      run: () => repeated(area.top, area.bottom, removeRow),
    },
    null,
    { name: 'table.columnLeft', icon: BetweenVerticalStart, run: () => insertColumn(grid, area.left) },
    { name: 'table.columnRight', icon: BetweenVerticalEnd, run: () => insertColumn(grid, area.right + 1) },
    {
      name: 'table.removeColumn',
      icon: Columns3,
      off: grid.columns <= area.right - area.left + 1,
      run: () => repeated(area.left, area.right, removeColumn),
    },
    null,
    {
      name: 'table.merge',
      icon: TableCellsMerge,
      off: cells.length < 2,
      run: () => mergeCells(grid, area),
    },
    {
      name: 'table.split',
      icon: TableCellsSplit,
      off: cells.length !== 1 || (first?.rowspan === 1 && first.colspan === 1),
      run: () => splitCell(grid, at.row, at.column),
    },
    {
      name: 'table.header',
      icon: Heading,
      pressed: cells.length > 0 && cells.every((cell) => cell.header),
      run: () => toggleHeader(grid, area),
    },
  ];
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('table.tools')}>
      {tools.map((tool, index) =>
        tool === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <span key={index} className={styles.rule} />
        ) : (
          <IconButton
            key={tool.name}
            small
            icon={tool.icon}
            label={t(tool.name)}
            disabled={tool.off}
            {...(tool.pressed === undefined ? {} : { pressed: tool.pressed })}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(tool.run())}
          />
        ),
      )}
      <span className={styles.rule} />
      <IconButton
        small
        icon={Text}
        label={t('table.unmake')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onUnmake}
      />
    </div>
  );
}
