/** A region's state as a sign and words: shape before colour. */
import {
  Ban,
  CircleCheck,
  CircleDashed,
  Eye,
  type LucideIcon,
  PencilLine,
  TriangleAlert,
} from 'lucide-react';
import type { RegionState } from '../../../engine/document';
import { useTranslate } from '../../i18n/translate';
import styles from './review.module.css';

export const stateIcons: Readonly<Record<RegionState | 'doubtful', LucideIcon>> = {
  unchecked: CircleDashed,
  'look-again': Eye,
  corrected: PencilLine,
  checked: CircleCheck,
  'left-out': Ban,
  doubtful: TriangleAlert,
};

export function StateMark({ state }: { readonly state: RegionState }) {
  const t = useTranslate();
  const Icon = stateIcons[state];
  return (
    <span className={styles.state} data-state={state}>
      <Icon aria-hidden size={14} strokeWidth={2} />
      {t(`state.${state}`)}
    </span>
  );
}
