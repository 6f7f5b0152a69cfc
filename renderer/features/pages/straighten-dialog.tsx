/** Straightens the chosen pages by an angle that is seen before it is taken. */
import { type FormEvent, useState } from 'react';
import { pageName } from '../../../engine/document/page-name';
import { pagePicture } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { selectedPages, straightenPages } from '../../store/page-operations';
import { currentDocumentId, currentPage } from '../../store/selectors';
import { set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/fields';
import { thumbnailPixels } from '../library/rows';
import styles from './straighten.module.css';

const most = 15;

export function StraightenDialog() {
  const t = useTranslate();
  const page = useStore(currentPage);
  const documentId = useStore(currentDocumentId);
  const count = useStore((state) => selectedPages(state).length);
  const [degrees, setDegrees] = useState(page?.transform.skewDegrees ?? 0);
  const close = (): void => set({ dialog: undefined });
  if (!page || documentId === undefined) return null;
  const turn = (value: number): void => {
    if (Number.isFinite(value)) setDegrees(Math.max(-most, Math.min(most, value)));
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    close();
    void straightenPages(degrees);
  };
  return (
    <Dialog
      title={t('straighten.title')}
      width="narrow"
      onClose={close}
      footer={
        <Button kind="primary" type="submit" form="straighten">
          {t('straighten.apply', { count })}
        </Button>
      }
    >
      <form id="straighten" onSubmit={onSubmit}>
        <Field label={t('straighten.angle')}>
          <input
            type="range"
            className={styles.range}
            min={-most}
            max={most}
            step={0.1}
            aria-label={t('straighten.angle')}
            value={degrees}
            onChange={(event) => turn(Number(event.target.value))}
          />
          <input
            type="number"
            className={styles.number}
            min={-most}
            max={most}
            step={0.1}
            aria-label={t('straighten.degrees')}
            value={Math.round(degrees * 10) / 10}
            onChange={(event) => turn(event.target.valueAsNumber)}
          />
          <span>°</span>
        </Field>
        <div className={styles.frame}>
          <img
            alt={t('page.picture', { number: pageName(page) })}
            src={pagePicture(documentId, page, thumbnailPixels * 2)}
            style={{ transform: `rotate(${degrees - page.transform.skewDegrees}deg)` }}
          />
        </div>
      </form>
    </Dialog>
  );
}
