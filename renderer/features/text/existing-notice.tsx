/** Says that a file holds text of its own, and lets a person choose what to use. */
import { X } from 'lucide-react';
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { useTranslate } from '../../i18n/translate';
import { readDocumentAgain } from '../../store/operations';
import { existingTextOf } from '../../store/selectors';
import { useStore } from '../../store/store';
import { IconButton } from '../../ui/button';
import { Choice } from '../../ui/fields';
import styles from './text.module.css';

export function ExistingNotice({ documentId }: { readonly documentId: string }) {
  const t = useTranslate();
  const found = useStore(useShallow((state) => existingTextOf(state, documentId)));
  const usual = useStore((state) => state.settings.existingText);
  const running = useStore((state) => state.running);
  const [hidden, setHidden] = useState(false);
  const [chosen, setChosen] = useState<'read' | 'keep' | 'mix'>();
  if (!found || hidden) return null;
  return (
    <aside className={styles.notice}>
      <div>
        <strong>{t('existing.found', { count: found.pagesWith, pages: found.pages })}</strong>
        <p>{t('existing.why')}</p>
      </div>
      <Choice
        name={t('existing.why')}
        value={chosen ?? usual}
        disabled={running}
        options={[
          { value: 'read', label: t('existing.read') },
          { value: 'keep', label: t('existing.keep') },
          { value: 'mix', label: t('existing.mix') },
        ]}
        onChange={(value) => {
          setChosen(value);
          void readDocumentAgain(documentId, value);
        }}
      />
      <IconButton small icon={X} label={t('existing.dismiss')} onClick={() => setHidden(true)} />
    </aside>
  );
}
