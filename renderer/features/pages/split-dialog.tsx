/** Cuts the chosen double pages in two, at a line that is dragged, moved by keys or typed; the fold is suggested. */
import { type FormEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { pageName } from '../../../engine/document/page-name';
import { pagePicture, requestEngine } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { attempt } from '../../store/operations';
import { selectedPages } from '../../store/page-operations';
import { splitPages } from '../../store/page-shape';
import { currentDocumentId, currentPage } from '../../store/selectors';
import { set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check, Choice, Field } from '../../ui/fields';
import { thumbnailPixels } from '../library/rows';
import styles from './shape.module.css';

const least = 0.05;
const percent = (share: number): number => Math.round(share * 1000) / 10;
const arrows: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
};

export function SplitDialog() {
  const t = useTranslate();
  const page = useStore(currentPage);
  const documentId = useStore(currentDocumentId);
  const count = useStore((state) => selectedPages(state).length);
  const fold = useFold();
  const [moved, setMoved] = useState<number>();
  const [each, setEach] = useState(true);
  const [first, setFirst] = useState<'left' | 'right'>('left');
  const close = (): void => set({ dialog: undefined });
  if (!page || documentId === undefined) return null;
  const at = moved ?? fold ?? 0.5;
  const move = (to: number): void => {
    if (!Number.isFinite(to)) return;
    setMoved(Math.max(least, Math.min(1 - least, to)));
    setEach(false);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    close();
    void splitPages({ at: count > 1 && each ? 'fold' : at, first });
  };
  return (
    <Dialog
      title={t('split.title')}
      width="wide"
      onClose={close}
      footer={
        <>
          <Button disabled={fold === undefined} onClick={() => setMoved(undefined)}>
            {t('split.fold')}
          </Button>
          <Button kind="primary" type="submit" form="split">
            {t('split.apply', { count })}
          </Button>
        </>
      }
    >
      <form id="split" className={styles.form} onSubmit={onSubmit}>
        <div className={styles.fields}>
          <label>
            <span>{t('split.cut')}</span>
            <input
              type="number"
              min={100 * least}
              max={100 * (1 - least)}
              step={0.5}
              aria-label={t('split.percent')}
              value={percent(at)}
              onChange={(event) => move(event.target.valueAsNumber / 100)}
            />
            <span>%</span>
          </label>
          {count > 1 && <Check label={t('split.each')} checked={each} onChange={setEach} />}
        </div>
        <Field label={t('split.first')}>
          <Choice
            name={t('split.first')}
            value={first}
            options={[
              { value: 'left', label: t('split.left') },
              { value: 'right', label: t('split.right') },
            ]}
            onChange={setFirst}
          />
        </Field>
        <p className={styles.hint}>{t('split.keys')}</p>
        <div className={styles.desk}>
          <CutLine at={at} move={move}>
            <img
              alt={t('page.picture', { number: pageName(page) })}
              draggable={false}
              src={pagePicture(documentId, page, 2 * thumbnailPixels)}
            />
          </CutLine>
        </div>
      </form>
    </Dialog>
  );
}

/** Where the page looked at would be cut of itself, as a share of its width; undefined until it is known. */
function useFold(): number | undefined {
  const pageId = useStore((state) => state.pageId);
  const documentId = useStore(currentDocumentId);
  const width = useStore((state) => currentPage(state)?.width ?? 0);
  const [fold, setFold] = useState<number>();
  useEffect(() => {
    if (documentId === undefined || pageId === undefined || width === 0) return;
    let isWanted = true;
    void attempt(async () => {
      const { x } = await requestEngine('suggest-cut', { documentId, pageId });
      if (isWanted) setFold(x / width);
    });
    return () => {
      isWanted = false;
    };
  }, [documentId, pageId, width]);
  return fold;
}

interface CutLineProps {
  readonly at: number;
  readonly move: (to: number) => void;
  readonly children: React.ReactNode;
}

function CutLine({ at, move, children }: CutLineProps) {
  const t = useTranslate();
  const paper = useRef<HTMLDivElement>(null);
  const dragging = useRef(false);
  const moveTo = (event: PointerEvent): void => {
    const { left, width } = paper.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    move((event.clientX - left) / width);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = arrows[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(at + step * (event.shiftKey ? 0.05 : 0.005));
  };
  return (
    <div
      ref={paper}
      className={styles.paper}
      onPointerDown={(event) => {
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        moveTo(event);
      }}
      onPointerMove={(event) => {
        if (dragging.current) moveTo(event);
      }}
      onPointerUp={() => {
        dragging.current = false;
      }}
    >
      {children}
      <div
        role="slider"
        tabIndex={0}
        className={styles.cut}
        style={{ left: `${at * 100}%` }}
        aria-label={t('split.cut')}
        aria-valuemin={100 * least}
        aria-valuemax={100 * (1 - least)}
        aria-valuenow={percent(at)}
        aria-valuetext={`${percent(at)} %`}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
