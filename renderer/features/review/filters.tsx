/** Which regions are shown, with how many there are of each in the document. */
import { List } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import { regionStates } from '../../../engine/document/labels';
import { useTranslate } from '../../i18n/translate';
import { setFilter } from '../../store/region-operations';
import { countRegions } from '../../store/review';
import { useStore } from '../../store/store';
import styles from './review.module.css';
import { stateIcons } from './state-mark';

const filters = ['all', 'doubtful', ...regionStates] as const;

export function Filters({ documentId }: { readonly documentId: string }) {
  const t = useTranslate();
  const counts = useStore(useShallow((state) => countRegions(state, documentId)));
  const filter = useStore((state) => state.filter);
  const done = counts.checked + counts['left-out'];
  return (
    <div className={styles.filters}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere */}
      <div className={styles.filterRow} role="group" aria-label={t('review.filter')}>
        {filters.map((each) => {
          const Icon = each === 'all' ? List : stateIcons[each];
          const name = t(each === 'all' || each === 'doubtful' ? `filter.${each}` : `state.${each}`);
          return (
            <button
              key={each}
              type="button"
              className={styles.filter}
              data-state={each}
              aria-pressed={filter === each}
              aria-label={t('review.filterCount', { name, count: counts[each] })}
              title={name}
              onClick={() => setFilter(each)}
            >
              <Icon aria-hidden size={14} strokeWidth={2} />
              <span className={styles.filterName}>{name}</span>
              <span className={styles.count}>{counts[each]}</span>
            </button>
          );
        })}
      </div>
      <progress
        className={styles.progress}
        value={done}
        max={Math.max(1, counts.all)}
        aria-label={t('review.progress', { done, total: counts.all })}
        title={t('review.progress', { done, total: counts.all })}
      />
    </div>
  );
}
