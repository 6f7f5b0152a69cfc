/** One region: its place, type and state above, its text below, and the right editor for it when it is being corrected. */
import { type MouseEvent, memo, useEffect, useRef } from 'react';
import type { Page, Region } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { useTranslate } from '../../i18n/translate';
import { doubtsOf } from '../../store/doubtful-words';
import { selectRegion } from '../../store/operations';
import { chooseAlso } from '../../store/region-operations';
import { countRender } from '../../store/render-count';
import { set, useStore } from '../../store/store';
import { Chip } from '../../ui/chip';
import { FormulaEditor } from '../formula/formula-editor';
import { WhyMarked } from '../marks/why-marked';
import { shortText } from '../page/region-text';
import { TableEditor } from '../table/table-editor';
import { placeCaret } from './caret';
import { RegionText } from './region-text';
import styles from './review.module.css';
import { StateMark } from './state-mark';
import { TextEditor } from './text-editor';

interface RowProps {
  readonly region: Region;
  readonly order: number;
  readonly page: Page;
  readonly isFirst: boolean;
}

const sameRow = (before: RowProps, now: RowProps): boolean =>
  before.region === now.region &&
  before.order === now.order &&
  before.isFirst === now.isFirst &&
  before.page.id === now.page.id;

export const ReviewRow = memo(function ReviewRow({ region, order, page, isFirst }: RowProps) {
  countRender('row');
  const t = useTranslate();
  const row = useRef<HTMLDivElement>(null);
  const selected = useStore((state) => state.regionId === region.id);
  const also = useStore((state) => state.alsoSelected.includes(region.id));
  const editing = useStore((state) => state.editing && state.regionId === region.id);
  const hovered = useStore((state) => state.hoveredId === region.id);
  const reachable = useStore(
    (state) => state.regionId === region.id || (isFirst && state.regionId === undefined),
  );
  useFollow(row, selected, editing);
  const label = t(`label.${region.label}`);
  const name = t('review.region', {
    order,
    label,
    state: t(`state.${region.state}`),
    text: shortText(region),
  });
  const level = useStore((state) => state.settings.doubtMarks);
  const words = doubtsOf(region, level).length;
  const marks = [
    ...region.marks.map(({ kind }) => t(`mark.${kind}`)),
    ...(words > 0 ? [t('doubt.words', { count: words })] : []),
  ];
  const onClick = (event: MouseEvent): void => {
    if (editing) return;
    if (event.ctrlKey || event.metaKey) {
      chooseAlso(region.id);
      return;
    }
    const inText = event.target instanceof Element && event.target.closest('[data-region-text]') !== null;
    // A person who marks text wants to copy it, not to change it.
    const marking = window.getSelection()?.isCollapsed === false;
    if (inText && !marking) placeCaret.at(event.clientX, event.clientY);
    selectRegion(region.id, 'text', inText && !marking);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a list that holds editors
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and F2 are commands, see the registry
    <div
      ref={row}
      role="listitem"
      className={styles.row}
      tabIndex={reachable ? 0 : -1}
      data-region-keys
      data-pane-focus={reachable || undefined}
      data-region-row={region.id}
      data-state={region.state}
      data-selected={selected || also || undefined}
      data-hovered={hovered || undefined}
      aria-current={selected || undefined}
      aria-label={[name, ...marks].join(', ')}
      onMouseEnter={() => set({ hoveredId: region.id })}
      onMouseLeave={() => set({ hoveredId: undefined })}
      onClick={onClick}
    >
      <div className={styles.head}>
        <span className={styles.order}>{order}</span>
        <span className={styles.label}>{label}</span>
        <StateMark state={region.state} />
        {region.marks.map(({ kind }) => (
          <Chip key={kind} tone="warning">
            {t(`mark.${kind}`)}
          </Chip>
        ))}
      </div>
      {selected && <WhyMarked region={region} />}
      {editing ? <Editor region={region} order={order} /> : <RegionText region={region} page={page} />}
    </div>
  );
}, sameRow);

function Editor({ region, order }: { readonly region: Region; readonly order: number }) {
  switch (currentText(region)?.format) {
    case 'table-html':
      return <TableEditor region={region} order={order} />;
    case 'latex':
      return <FormulaEditor region={region} order={order} />;
    default:
      return <TextEditor region={region} order={order} />;
  }
}

/** Comes into view when chosen elsewhere, and takes the focus when the list or nothing has it. */
function useFollow(row: React.RefObject<HTMLElement | null>, selected: boolean, editing: boolean): void {
  const follow = useStore((state) => state.selectedBy !== 'text');
  useEffect(() => {
    const element = row.current;
    if (!selected || !element) return;
    if (follow) element.scrollIntoView({ block: 'nearest' });
    if (editing || !follow) return;
    const active = document.activeElement;
    if (active === document.body || element.parentElement?.contains(active)) {
      element.focus({ preventScroll: true });
    }
  }, [row, selected, editing, follow]);
}
