/** The text of the page, beside it: blocks when it is read, else what is known of it. */
import { AArrowDown, AArrowUp, Copy, FileWarning, FileX2, Hourglass } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Page } from '../../../engine/document';
import { performAction } from '../../actions/registry';
import { showTextAs } from '../../actions/review-actions';
import { useTranslate } from '../../i18n/translate';
import { copyPageText, fetchBlocks, readPageAgain } from '../../store/operations';
import { currentDocumentId, currentPage } from '../../store/selectors';
import { useStore } from '../../store/store';
import { Button, IconButton } from '../../ui/button';
import { Choice } from '../../ui/fields';
import { FindBar } from '../find/find-bar';
import { useLive } from '../live/live-store';
import { ReviewPane } from '../review/review-pane';
import { BlockView } from './block-view';
import { ExistingNotice } from './existing-notice';
import { LiveText } from './live-text';
import styles from './text.module.css';
import { useWheelTextSize } from './use-wheel-text-size';

export function TextPane() {
  const t = useTranslate();
  const page = useStore(currentPage);
  const documentId = useStore(currentDocumentId);
  const view = useStore((state) => state.textView);
  const finding = useStore((state) => state.find.open);
  return (
    <section className={styles.pane} data-pane aria-label={t('pane.text')}>
      <header className={styles.bar}>
        <h2 className="visually-hidden">{t('pane.text')}</h2>
        <Choice
          name={t('view.name')}
          value={view}
          options={[
            { value: 'result', label: t('view.result') },
            { value: 'review', label: t('view.review') },
          ]}
          onChange={showTextAs}
        />
        <span className={styles.space} />
        <IconButton
          small
          icon={AArrowDown}
          label={t('action.text-smaller')}
          onClick={() => performAction('text-smaller')}
        />
        <IconButton
          small
          icon={AArrowUp}
          label={t('action.text-larger')}
          onClick={() => performAction('text-larger')}
        />
        <Button
          kind="quiet"
          icon={Copy}
          disabled={page?.status !== 'done'}
          onClick={() => void copyPageText()}
        >
          {t('text.copy')}
        </Button>
      </header>
      {documentId !== undefined && <ExistingNotice key={documentId} documentId={documentId} />}
      {finding && <FindBar />}
      {view === 'review' && page?.status === 'done' && documentId !== undefined ? (
        <ReviewPane page={page} documentId={documentId} />
      ) : (
        <Result>
          {page && documentId !== undefined && <PageText page={page} documentId={documentId} />}
        </Result>
      )}
    </section>
  );
}

function Result({ children }: { readonly children: ReactNode }) {
  const t = useTranslate();
  const scroll = useRef<HTMLDivElement>(null);
  useWheelTextSize(scroll);
  return (
    <div
      ref={scroll}
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
      tabIndex={0}
      data-pane-focus
      role="document"
      aria-label={t('pane.text')}
    >
      {children}
    </div>
  );
}

function PageText({ page, documentId }: { readonly page: Page; readonly documentId: string }) {
  const t = useTranslate();
  const blocks = useStore((state) => state.blocks[page.id]);
  const live = useStore((state) => (state.live[page.id]?.length ?? 0) > 0);
  const begun = useLive((state) => (state.begun[page.id]?.length ?? 0) > 0);
  const done = page.status === 'done';
  useEffect(() => {
    if (done && !blocks) void fetchBlocks(page.id);
  }, [done, blocks, page.id]);

  if (page.status === 'failed') {
    return (
      <Empty
        icon={<FileX2 size={28} strokeWidth={1.4} />}
        text={t('text.failed')}
        detail={page.error?.message}
      >
        <Button onClick={() => void readPageAgain(page.id)}>{t('text.again')}</Button>
      </Empty>
    );
  }
  if (page.status === 'waiting') {
    return (
      <Empty icon={<Hourglass size={28} strokeWidth={1.4} />} text={t('text.waiting')}>
        <WaitingButton pageId={page.id} />
      </Empty>
    );
  }
  if (page.status === 'working') {
    return live || begun ? (
      <LiveText page={page} />
    ) : (
      <div className={styles.skeleton} role="status" aria-label={t('text.working')}>
        {[90, 100, 96, 62, 0, 100, 88, 94, 40].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never reordered
          <span key={index} style={{ width: `${width}%` }} />
        ))}
      </div>
    );
  }
  if (!blocks) return null;
  const texts = blocks.filter(({ kind }) => kind !== 'page-break');
  if (texts.length === 0) {
    return <Empty icon={<FileWarning size={28} strokeWidth={1.4} />} text={t('text.blank')} />;
  }
  return (
    <article className={styles.article}>
      {texts.map((block, index) => (
        // A page's blocks come anew as a whole.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <BlockView key={index} block={block} page={page} documentId={documentId} />
      ))}
    </article>
  );
}

function WaitingButton({ pageId }: { readonly pageId: string }) {
  const t = useTranslate();
  const running = useStore((state) => state.running);
  return running ? null : <Button onClick={() => void readPageAgain(pageId)}>{t('text.readNow')}</Button>;
}

interface EmptyProps {
  readonly icon: ReactNode;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly children?: ReactNode;
}

function Empty({ icon, text, detail, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <span aria-hidden>{icon}</span>
      <p>{text}</p>
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      {children}
    </div>
  );
}
