/** The selected region in a row of tools below the page: place, type, state, and what can be done to it. */
import {
  ArrowDownToLine,
  ArrowUpToLine,
  Check,
  Combine,
  History,
  type LucideIcon,
  RefreshCw,
  Scissors,
  SquareDashedMousePointer,
  Trash2,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Page, Region } from '../../../engine/document';
import { regionLabels, regionStates, tasks } from '../../../engine/document/labels';
import { focusRegions } from '../../actions/panes';
import { actions, isEnabled, performAction } from '../../actions/registry';
import { keyCaps } from '../../actions/shortcuts';
import { useTranslate } from '../../i18n/translate';
import {
  moveToPlace,
  selectedRegion,
  selectedRegions,
  setLabel,
  setLevel,
  setState,
  setTask,
} from '../../store/region-operations';
import { useStore } from '../../store/store';
import { IconButton } from '../../ui/button';
import { Select } from '../../ui/fields';
import styles from './region.module.css';

export function RegionBar({ page }: { readonly page: Page }) {
  const t = useTranslate();
  const region = useStore(selectedRegion);
  const chosen = useStore((state) => selectedRegions(state).length);
  const drawing = useStore((state) => state.drawing);
  const cutting = useStore((state) => state.cutting !== undefined);
  const hint = drawing
    ? t('review.drawing')
    : cutting
      ? t('review.cutting')
      : chosen > 1
        ? t('review.chosen', { count: chosen })
        : region
          ? ''
          : t('bar.none');
  return (
    <div className={styles.bar}>
      <div className={styles.tools} role="toolbar" aria-label={t('bar.name')}>
        <Tool id="draw-region" icon={SquareDashedMousePointer} />
        {region && (
          <>
            <span className={styles.rule} />
            <OrderField key={region.id} region={region} page={page} />
            <Select
              quiet
              label={t('bar.type')}
              value={region.label}
              options={regionLabels.map((value) => ({ value, label: t(`label.${value}`) }))}
              onChange={(label) => void setLabel(label)}
            />
            <Select
              quiet
              label={t('bar.task')}
              value={region.task}
              options={tasks.map((value) => ({ value, label: t(`task.${value}`) }))}
              onChange={(task) => void setTask(task)}
            />
            {(region.label === 'heading' || region.label === 'title') && (
              <Select
                quiet
                label={t('bar.level')}
                value={String(region.level ?? 0)}
                options={levels.map((level) => ({ value: String(level), label: t(`level.${level}`) }))}
                onChange={(value) => {
                  const level = levels.find((each) => String(each) === value);
                  if (level !== undefined) void setLevel(level);
                }}
              />
            )}
            <Select
              quiet
              label={t('bar.state')}
              value={region.state}
              options={regionStates.map((value) => ({ value, label: t(`state.${value}`) }))}
              onChange={(state) => void setState(state)}
            />
            <Tool id="check-next" icon={Check} />
            <span className={styles.rule} />
            <Tool id="reread" icon={RefreshCw} />
            <Tool id="history" icon={History} />
            <span className={styles.rule} />
            <Tool id="split-region" icon={Scissors} />
            <Tool id="merge-regions" icon={Combine} />
            <Tool seldom id="move-earlier" icon={ArrowUpToLine} />
            <Tool seldom id="move-later" icon={ArrowDownToLine} />
            <Tool id="remove-region" icon={Trash2} />
          </>
        )}
        {hint !== '' && <span className={styles.hint}>{hint}</span>}
      </div>
    </div>
  );
}

const levels = [0, 1, 2, 3, 4, 5, 6] as const;

interface ToolProps {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly seldom?: true;
}

function Tool({ id, icon, seldom }: ToolProps) {
  const t = useTranslate();
  const action = actions.find((each) => each.id === id);
  const enabled = useStore((state) => action !== undefined && isEnabled(action, state));
  const pressed = useStore((state) => action?.checked?.(state));
  const platform = useStore((state) => state.platform);
  if (!action) return null;
  const shortcut = action.shortcuts?.[0];
  return (
    <IconButton
      small
      icon={icon}
      label={t(action.title).replace('…', '')}
      shortcut={shortcut === undefined ? undefined : keyCaps(shortcut, platform).join('+')}
      disabled={!enabled}
      data-seldom={seldom}
      onClick={() => performAction(id)}
      {...(pressed === undefined ? {} : { pressed })}
    />
  );
}

/** The region's place as a number that can be typed over. */
function OrderField({ region, page }: { readonly region: Region; readonly page: Page }) {
  const t = useTranslate();
  const place = page.regions.indexOf(region) + 1;
  const [typed, setTyped] = useState(String(place));
  useEffect(() => setTyped(String(place)), [place]);
  return (
    <span className={styles.order}>
      <input
        type="number"
        inputMode="numeric"
        min={1}
        max={page.regions.length}
        data-order-field
        aria-label={t('bar.order')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(String(place))}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && typed !== '') void moveToPlace(Number(typed));
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            focusRegions();
          }
        }}
      />
      {t('bar.of', { count: page.regions.length })}
    </span>
  );
}
