/** The regions of a page as boxes over its picture: one list for keyboard and screen reader, one box each. */
import { memo, useMemo } from 'react';
import type { Page, Region, RegionLabel } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import { countRender } from '../../store/render-count';
import { set, useStore } from '../../store/store';
import { partOnPage } from '../region/page-geometry';
import { onRegionKeys } from '../region/region-keys';
import { SelectionLayer } from '../region/selection-layer';
import { usePagePointer } from '../region/use-page-pointer';
import { stateIcons } from '../review/state-mark';
import { roomLeftOf } from './margin-room';
import styles from './page.module.css';
import { shortText } from './region-text';

const colours: Readonly<Record<RegionLabel, string>> = {
  text: 'text',
  title: 'title',
  heading: 'heading',
  list: 'list',
  table: 'table',
  formula: 'formula',
  'formula-number': 'formula',
  figure: 'figure',
  caption: 'caption',
  header: 'furniture',
  footer: 'furniture',
  'page-number': 'furniture',
  footnote: 'footnote',
  reference: 'reference',
  code: 'code',
};

/** Screen pixels of the desk left of the page that badges may use. */
const desk = 22;

/** Width of a badge in screen pixels; the font is ours, so an average will do. */
const widthOf = (text: string): number => Math.ceil(text.length * 5.6) + 11;

interface OverlayProps {
  readonly page: Page;
  /** Those of the page, or the ones found so far while it is being read. */
  readonly regions: readonly Region[];
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

export function RegionOverlay({ page, regions, scale, width, height }: OverlayProps) {
  const t = useTranslate();
  const regionId = useStore((state) => state.regionId);
  const drawing = useStore((state) => state.drawing);
  const cutting = useStore((state) => state.cutting !== undefined);
  const pointer = usePagePointer(page, scale);
  const rooms = useMemo(
    () => regions.map((region) => (roomLeftOf(region, regions) ?? region.box.x + desk / scale) * scale),
    [regions, scale],
  );
  // Nothing is changed by hand while the engine changes it.
  const editable = page.status === 'done';
  return (
    <div
      className={styles.overlay}
      role="listbox"
      tabIndex={0}
      data-pane-focus
      data-page-regions
      data-region-keys
      data-tool={drawing ? 'draw' : cutting ? 'cut' : undefined}
      aria-multiselectable
      aria-label={t('page.regions')}
      aria-activedescendant={regionId === undefined ? undefined : `region-${regionId}`}
      onKeyDown={(event) => onRegionKeys(event, page)}
    >
      <svg
        role="presentation"
        width={width * scale}
        height={height * scale}
        {...(editable ? pointer : { onClick: pointer.onClick })}
      >
        {regions.map((region, index) => (
          <RegionBox
            key={region.id}
            region={region}
            order={index + 1}
            scale={scale}
            room={rooms[index] ?? 0}
            pageWidth={width}
            pageHeight={height}
          />
        ))}
        {editable && <SelectionLayer page={page} scale={scale} />}
      </svg>
    </div>
  );
}

interface RegionBoxProps {
  readonly region: Region;
  readonly order: number;
  readonly scale: number;
  /** Free screen pixels left of the box. */
  readonly room: number;
  readonly pageWidth: number;
  readonly pageHeight: number;
}

/** Screen pixels that the sign of a state takes in a badge. */
const signWidth = 13;

const RegionBox = memo(function RegionBox(props: RegionBoxProps) {
  const { region, order, scale, room, pageWidth, pageHeight } = props;
  countRender('box');
  const t = useTranslate();
  const selected = useStore((state) => state.regionId === region.id);
  const also = useStore((state) => state.alsoSelected.includes(region.id));
  const hovered = useStore((state) => state.hoveredId === region.id);
  const moved = useStore((state) => (state.moving?.regionId === region.id ? state.moving.box : undefined));
  // Of a region that a crop has cut through only the part on the page is drawn.
  const box = moved ?? partOnPage(region.box, { width: pageWidth, height: pageHeight });
  const label = t(`label.${region.label}`);
  const marks = region.marks.map(({ kind }) => t(`mark.${kind}`));
  const stateName = region.state === 'unchecked' ? [] : [t(`state.${region.state}`)];
  const active = selected || also || hovered;
  // The badge stands in the margin. Where that is too narrow it shows the number only, until pointed at.
  const sign = marks.length > 0 && region.state === 'unchecked' ? ' !' : '';
  const Icon = region.state === 'unchecked' ? undefined : stateIcons[region.state];
  const extra = Icon ? signWidth : 0;
  const whole = `${order} ${label}${sign}`;
  const badge = active || widthOf(whole) + extra <= room ? whole : `${order}${sign}`;
  const badgeWidth = widthOf(badge) + extra;
  const x = box.x * scale;
  const y = box.y * scale;
  return (
    // The list has the keyboard; boxes are chosen by it or by the mouse.
    <g
      id={`region-${region.id}`}
      role="option"
      aria-selected={selected || also}
      aria-label={[t('page.region', { order, label, text: shortText(region) }), ...stateName, ...marks].join(
        ', ',
      )}
      className={styles.region}
      data-region={region.id}
      data-colour={colours[region.label]}
      data-state={region.state}
      data-active={active || undefined}
      data-selected={selected || also || undefined}
      onMouseEnter={() => set({ hoveredId: region.id })}
      onMouseLeave={() => set({ hoveredId: undefined })}
    >
      <rect className={styles.box} x={x} y={y} width={box.width * scale} height={box.height * scale} rx={2} />
      <g transform={`translate(${Math.max(-desk, x - badgeWidth)} ${y})`} className={styles.badge}>
        <rect width={badgeWidth} height={15} rx={3} />
        <text x={5} y={11}>
          {badge}
        </text>
        {Icon && (
          <Icon aria-hidden x={badgeWidth - signWidth - 2} y={2} size={11} strokeWidth={2.6} color="#fff" />
        )}
      </g>
    </g>
  );
});
