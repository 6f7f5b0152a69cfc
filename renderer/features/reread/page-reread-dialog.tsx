/** A page read anew: each region whose text would differ, side by side with what counts now, to be taken or left. */
import { useEffect, useRef } from 'react';
import type { Region } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { useTranslate } from '../../i18n/translate';
import { useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { closePageReread, stopPageReread, takeOffers, usePageReread } from './page-reread-store';
import styles from './reread.module.css';
import { TextDifference } from './text-difference';

const isGuarded = ({ correction, state }: Region): boolean => correction !== undefined || state === 'checked';

export function PageRereadDialog() {
  const t = useTranslate();
  const reread = usePageReread();
  const page = useStore((state) => state.pages[reread?.pageId ?? '']);
  const main = useRef<HTMLDivElement>(null);
  const isReading = reread?.state === 'reading';
  // The main button changes; the keyboard stays with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when reading has ended
  useEffect(() => main.current?.querySelector<HTMLElement>('[data-main]')?.focus(), [isReading]);
  if (!reread || !page) return null;
  const { state, read, total, offers, message } = reread;
  const differing = page.regions.filter(({ id }) => offers[id]);
  const free = differing.filter((region) => !isGuarded(region));
  return (
    <Dialog
      title={t('rereadPage.title')}
      width="wide"
      onClose={closePageReread}
      footer={
        <div ref={main} className={styles.footer}>
          {isReading ? (
            <Button data-main onClick={stopPageReread}>
              {t('reread.stop')}
            </Button>
          ) : (
            <>
              <Button data-main={free.length === 0 || undefined} onClick={closePageReread}>
                {t('rereadPage.close')}
              </Button>
              {free.length > 0 && (
                <Button kind="primary" data-main onClick={() => void takeOffers(free)}>
                  {t('rereadPage.takeFree', { count: free.length })}
                </Button>
              )}
            </>
          )}
        </div>
      }
    >
      <p>{t('rereadPage.why')}</p>
      <p aria-live="polite">
        {t('rereadPage.read', { read, total, same: read - Object.keys(offers).length })}
      </p>
      <progress className={styles.progress} max={total} value={read} aria-label={t('rereadPage.title')} />
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          {message}
        </p>
      )}
      <ol className={styles.entries}>
        {differing.map((region) => {
          const name = t('live.region', {
            order: page.regions.indexOf(region) + 1,
            label: t(`label.${region.label}`),
          });
          return (
            <li key={region.id} className={styles.entry}>
              <div className={styles.entryHead}>
                <strong>{name}</strong>
                {isGuarded(region) && <span>{t('rereadPage.guarded')}</span>}
                <Button aria-label={`${name}: ${t('reread.take')}`} onClick={() => void takeOffers([region])}>
                  {t('reread.take')}
                </Button>
              </div>
              <TextDifference
                before={currentText(region)?.text ?? ''}
                after={offers[region.id]?.reading.text ?? ''}
              />
            </li>
          );
        })}
      </ol>
    </Dialog>
  );
}
