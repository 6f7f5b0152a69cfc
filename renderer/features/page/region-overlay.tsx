/** The regions of a page as boxes over its picture: one list for keyboard and screen reader, one box each. */
import { type KeyboardEvent, memo } from 'react';
import type { Region, RegionLabel } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import { regionBeside } from '../../store/library';
import { selectRegion } from '../../store/operations';
import { get, set, useStore } from '../../store/store';
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
  readonly regions: readonly Region[];
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

export function RegionOverlay({ regions, scale, width, height }: OverlayProps) {
  const t = useTranslate();
  const regionId = useStore((state) => state.regionId);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape') selectRegion(undefined, 'keyboard');
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = regionBeside(get(), step);
    if (next !== undefined) selectRegion(next, 'keyboard');
  };
  return (
    <div
      className={styles.overlay}
      role="listbox"
      tabIndex={0}
      data-pane-focus
      aria-label={t('page.regions')}
      aria-activedescendant={regionId === undefined ? undefined : `region-${regionId}`}
      onKeyDown={onKeyDown}
    >
      <svg role="presentation" width={width * scale} height={height * scale}>
        {regions.map((region, index) => (
          <RegionBox
            key={region.id}
            region={region}
            order={index + 1}
            scale={scale}
            room={(roomLeftOf(region, regions) ?? region.box.x + desk / scale) * scale}
          />
        ))}
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
}

const RegionBox = memo(function RegionBox({ region, order, scale, room }: RegionBoxProps) {
  const t = useTranslate();
  const selected = useStore((state) => state.regionId === region.id);
  const hovered = useStore((state) => state.hoveredId === region.id);
  const label = t(`label.${region.label}`);
  const marks = region.marks.map(({ kind }) => t(`mark.${kind}`));
  const active = selected || hovered;
  // The badge stands in the margin. Where that is too narrow it shows the number only, until pointed at.
  const sign = marks.length > 0 ? ' !' : '';
  const whole = `${order} ${label}${sign}`;
  const badge = active || widthOf(whole) <= room ? whole : `${order}${sign}`;
  const badgeWidth = widthOf(badge);
  const x = region.box.x * scale;
  const y = region.box.y * scale;
  return (
    // The list has the keyboard; boxes are chosen by it or by the mouse.
    <g
      id={`region-${region.id}`}
      role="option"
      aria-selected={selected}
      aria-label={[t('page.region', { order, label, text: shortText(region) }), ...marks].join(', ')}
      className={styles.region}
      data-colour={colours[region.label]}
      data-active={active || undefined}
      data-selected={selected || undefined}
      onMouseEnter={() => set({ hoveredId: region.id })}
      onMouseLeave={() => set({ hoveredId: undefined })}
      onClick={() => selectRegion(region.id, 'page')}
    >
      <rect
        className={styles.box}
        x={x}
        y={y}
        width={region.box.width * scale}
        height={region.box.height * scale}
        rx={2}
      />
      <g transform={`translate(${Math.max(-desk, x - badgeWidth)} ${y})`} className={styles.badge}>
        <rect width={badgeWidth} height={15} rx={3} />
        <text x={5} y={11}>
          {badge}
        </text>
      </g>
    </g>
  );
});
