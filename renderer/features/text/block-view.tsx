/** One block of the document as elements, tied to its regions on the page. */
import { memo, type ReactNode, useEffect, useRef } from 'react';
import type { Block, ListBlock, Page, TableBlock } from '../../../engine/document';
import { pagePicture } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { selectRegion } from '../../store/operations';
import { set, useStore } from '../../store/store';
import { Chip } from '../../ui/chip';
import { WhyMarked } from '../marks/why-marked';
import { Inlines } from './inline';
import { Latex } from './latex';
import styles from './text.module.css';

interface BlockViewProps {
  readonly block: Block;
  readonly page: Page;
  readonly documentId: string;
}

export const BlockView = memo(function BlockView({ block, page, documentId }: BlockViewProps) {
  if (block.kind === 'page-break') return null;
  const here = block.source.regionIds.filter((id) => page.regions.some((region) => region.id === id));
  return (
    <Linked regionIds={here} page={page}>
      <BlockBody block={block} page={page} documentId={documentId} />
    </Linked>
  );
});

interface LinkedProps {
  readonly regionIds: readonly string[];
  readonly page: Page;
  readonly children: ReactNode;
}

/** Lights up with its region, and the other way round. */
function Linked({ regionIds, page, children }: LinkedProps) {
  const t = useTranslate();
  const ref = useRef<HTMLDivElement>(null);
  const selected = useStore((state) => state.regionId !== undefined && regionIds.includes(state.regionId));
  const hovered = useStore((state) => state.hoveredId !== undefined && regionIds.includes(state.hoveredId));
  const follow = useStore((state) => state.selectedBy !== 'text');
  useEffect(() => {
    if (selected && follow) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [selected, follow]);
  const [first] = regionIds;
  const own = page.regions.filter(({ id }) => regionIds.includes(id));
  const marks = own.flatMap((region) => region.marks);
  return (
    // Selecting by keyboard is done in the list of regions on the page; here it is a help for the mouse.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={ref}
      className={styles.block}
      data-regions={regionIds.join(' ')}
      data-selected={selected || undefined}
      data-hovered={hovered || undefined}
      onMouseEnter={() => set({ hoveredId: first })}
      onMouseLeave={() => set({ hoveredId: undefined })}
      onClick={() => {
        // A person who marks text wants to copy it, not to select the region.
        if (first !== undefined && window.getSelection()?.isCollapsed !== false) selectRegion(first, 'text');
      }}
    >
      {children}
      {marks.length > 0 && (
        <div className={styles.marks}>
          {marks.map(({ kind }) => (
            <Chip key={kind} tone="warning">
              {t(`mark.${kind}`)}
            </Chip>
          ))}
        </div>
      )}
      {selected && own.map((region) => <WhyMarked key={region.id} region={region} />)}
    </div>
  );
}

function BlockBody({ block, page, documentId }: BlockViewProps) {
  const t = useTranslate();
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className={block.role === 'text' ? undefined : styles[block.role]}>
          <Inlines content={block.content} />
        </p>
      );
    case 'heading': {
      const Heading = `h${block.level}` as const;
      return (
        <Heading className={styles.heading} data-level={block.level}>
          <Inlines content={block.content} />
        </Heading>
      );
    }
    case 'list':
      return <ListView list={block} />;
    case 'table':
      return <TableView table={block} />;
    case 'formula':
      return (
        <div className={styles.formula}>
          {block.parses ? (
            <Latex latex={block.latex} display />
          ) : (
            <code className={styles.source}>{block.latex}</code>
          )}
          {block.number !== undefined && <span className={styles.number}>({block.number})</span>}
        </div>
      );
    case 'figure':
      return (
        <figure className={styles.figure}>
          <svg
            viewBox={`${block.box.x} ${block.box.y} ${block.box.width} ${block.box.height}`}
            role="img"
            aria-label={block.alternative || t('text.figure')}
          >
            <image href={pagePicture(documentId, page)} width={page.width} height={page.height} />
          </svg>
          {block.caption && (
            <figcaption>
              <Inlines content={block.caption} />
            </figcaption>
          )}
        </figure>
      );
    case 'code':
      return (
        <pre className={styles.code}>
          <code>{block.text}</code>
        </pre>
      );
    case 'footnote':
      return (
        <p className={styles.footnote}>
          <sup>{block.mark}</sup> <Inlines content={block.content} />
        </p>
      );
    case 'furniture':
      return (
        <p className={styles.furniture} title={t('text.left-out')}>
          <span className={styles.role}>{t(`label.${block.role}`)}</span>
          <Inlines content={block.content} />
        </p>
      );
    case 'page-break':
      return null;
  }
}

function ListView({ list }: { readonly list: Pick<ListBlock, 'ordered' | 'items'> }) {
  return (
    <ul className={styles.list}>
      {list.items.map((item, index) => (
        // Items have no identity of their own; their place is it.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          <span className={styles.marker}>{item.marker}</span>
          <div>
            <Inlines content={item.content} />
            {item.children.map((child) => (
              <ListView key={child.source.regionIds.join(' ')} list={child} />
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}

function TableView({ table }: { readonly table: TableBlock }) {
  return (
    <div className={styles.tableFrame}>
      <table className={styles.table}>
        {table.caption && (
          <caption>
            <Inlines content={table.caption} />
          </caption>
        )}
        <tbody>
          {table.rows.map((row, rowIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows and cells are their places
            <tr key={rowIndex}>
              {row.cells.map((cell, cellIndex) => {
                const Cell = cell.header ? 'th' : 'td';
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows and cells are their places
                  <Cell key={cellIndex} colSpan={cell.colspan} rowSpan={cell.rowspan}>
                    <Inlines content={cell.content} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
