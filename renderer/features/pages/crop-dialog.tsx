/** Crops the chosen pages: a frame over the whole page that is dragged, moved by keys or typed. */
import { type FormEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { cropOf, uncroppedSize } from '../../../engine/document/page-crop';
import { pageName } from '../../../engine/document/page-name';
import { pagePicture } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { selectedPages } from '../../store/page-operations';
import { cropPages } from '../../store/page-shape';
import { currentDocumentId, currentPage } from '../../store/selectors';
import { set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { thumbnailPixels } from '../library/rows';
import {
  type CropEdges,
  dragged,
  type EdgeName,
  edgeNames,
  edgesOfBox,
  type Grip,
  gripAt,
  moveEdge,
  type Point,
  wholePage,
} from './crop-edges';
import styles from './shape.module.css';

/** How near to an edge a press takes it, screen pixels. */
const reachPixels = 10;
const percent = (share: number): number => Math.round(share * 1000) / 10;

const arrows: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

export function CropDialog() {
  const t = useTranslate();
  const page = useStore(currentPage);
  const documentId = useStore(currentDocumentId);
  const count = useStore((state) => selectedPages(state).length);
  const [edges, setEdges] = useState<CropEdges>(() =>
    page ? edgesOfBox(cropOf(page), uncroppedSize(page)) : wholePage,
  );
  const close = (): void => set({ dialog: undefined });
  if (!page || documentId === undefined) return null;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    close();
    void cropPages(edges);
  };
  return (
    <Dialog
      title={t('crop.title')}
      width="wide"
      onClose={close}
      footer={
        <>
          <Button onClick={() => setEdges(wholePage)}>{t('crop.whole')}</Button>
          <Button kind="primary" type="submit" form="crop">
            {t('crop.apply', { count })}
          </Button>
        </>
      }
    >
      <form id="crop" className={styles.form} onSubmit={onSubmit}>
        <div className={styles.fields}>
          {edgeNames.map((edge) => (
            <label key={edge}>
              <span>{t(`crop.${edge}`)}</span>
              <input
                type="number"
                min={0}
                max={100}
                step={0.5}
                aria-label={t('crop.percent', { edge: t(`crop.${edge}`) })}
                value={percent(edges[edge])}
                onChange={(event) => setEdges(moveEdge(edges, edge, event.target.valueAsNumber / 100))}
              />
              <span>%</span>
            </label>
          ))}
        </div>
        <p className={styles.hint}>{t('crop.keys')}</p>
        <CropFrame edges={edges} setEdges={setEdges}>
          <img
            alt={t('page.picture', { number: pageName(page) })}
            draggable={false}
            src={pagePicture(documentId, page, 2 * thumbnailPixels, true)}
          />
        </CropFrame>
      </form>
    </Dialog>
  );
}

interface CropFrameProps {
  readonly edges: CropEdges;
  readonly setEdges: (edges: CropEdges) => void;
  readonly children: React.ReactNode;
}

function CropFrame({ edges, setEdges, children }: CropFrameProps) {
  const t = useTranslate();
  const paper = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly grip: Grip; readonly from: Point; readonly edges: CropEdges }>(undefined);
  const pointOf = (event: PointerEvent): { readonly at: Point; readonly reach: Point } => {
    const { left, top, width, height } = paper.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return {
      at: { x: (event.clientX - left) / width, y: (event.clientY - top) / height },
      reach: { x: reachPixels / width, y: reachPixels / height },
    };
  };
  const onPointerDown = (event: PointerEvent): void => {
    const { at, reach } = pointOf(event);
    drag.current = { grip: gripAt(edges, at, reach), from: at, edges };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    const { current } = drag;
    if (current) setEdges(dragged(current.edges, current.grip, current.from, pointOf(event).at));
  };
  const onKey = (event: KeyboardEvent, edge: EdgeName): void => {
    const step = arrows[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setEdges(moveEdge(edges, edge, edges[edge] + step * (event.shiftKey ? 0.05 : 0.005)));
  };
  const { left, top, right, bottom } = edges;
  const inset = [top, 1 - right, 1 - bottom, left].map((share) => `${share * 100}%`).join(' ');
  return (
    // A press beside the page takes an edge that lies there.
    <div
      className={styles.desk}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = undefined;
      }}
    >
      <div ref={paper} className={styles.paper}>
        {children}
        <div className={styles.clip}>
          <div className={styles.shade} style={{ inset }} />
        </div>
        <div className={styles.crop} style={{ inset }}>
          {edgeNames.map((edge) => (
            <div
              key={edge}
              role="slider"
              tabIndex={0}
              className={styles.edge}
              data-edge={edge}
              aria-label={t(`crop.${edge}`)}
              aria-orientation={edge === 'left' || edge === 'right' ? 'horizontal' : 'vertical'}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent(edges[edge])}
              aria-valuetext={`${percent(edges[edge])} %`}
              onKeyDown={(event) => onKey(event, edge)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
