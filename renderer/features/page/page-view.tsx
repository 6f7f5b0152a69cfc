/** The page: its picture, and over it the regions. Zoom, pan and the remarks on the page belong here. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Page } from '../../../engine/document';
import { pageName } from '../../../engine/document/page-name';
import { pagePicture } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { currentDocumentId, currentPage } from '../../store/selectors';
import { useStore } from '../../store/store';
import { Chip } from '../../ui/chip';
import { thumbnailPixels } from '../library/rows';
import { WorkingRegion } from '../live/working-region';
import { detailText } from '../marks/detail-text';
import { RegionBar } from '../region/region-bar';
import { scaleOf } from './geometry';
import styles from './page.module.css';
import { RegionOverlay } from './region-overlay';
import { useViewSize } from './use-view-size';
import { useZoomAndPan } from './use-zoom-and-pan';

const doubtful: ReadonlySet<string> = new Set(['blank', 'unsupported-script', 'downscaled']);
/** What a page is taken for until it was opened: A4 at 150 dpi. */
const usual = { width: 1240, height: 1754 };

export function PageView() {
  const t = useTranslate();
  const page = useStore(currentPage);
  const documentId = useStore(currentDocumentId);
  return (
    <section className={styles.pane} data-pane aria-label={t('pane.page')}>
      {page && documentId !== undefined ? (
        <>
          {page.marks.length > 0 && (
            <div className={styles.remarks}>
              {page.marks.map(({ kind, detail }) => (
                <Chip key={kind} tone={doubtful.has(kind) ? 'warning' : 'plain'}>
                  {detail ? `${t(`mark.${kind}`)} (${detailText(t, detail)})` : t(`mark.${kind}`)}
                </Chip>
              ))}
            </div>
          )}
          <PageStage key={page.id} page={page} documentId={documentId} />
          {page.status === 'done' && <RegionBar page={page} />}
        </>
      ) : (
        <p className={styles.none}>{t('page.none')}</p>
      )}
    </section>
  );
}

function PageStage({ page, documentId }: { readonly page: Page; readonly documentId: string }) {
  const t = useTranslate();
  const stage = useRef<HTMLDivElement>(null);
  const mode = useStore((state) => state.zoomMode);
  const zoom = useStore((state) => state.zoom);
  const showRegions = useStore((state) => state.showRegions);
  const live = useStore((state) => state.live[page.id]);
  const [answer, setAnswer] = useState<{ readonly src: string; readonly state: 'shown' | 'missing' }>();
  const src = pagePicture(documentId, page);
  // A picture of the page's former shape is not shown as that of the new one.
  const picture = answer?.src === src ? answer.state : 'loading';
  const viewSize = useViewSize(stage);
  const size = useMemo(
    () => (page.width > 0 ? { width: page.width, height: page.height } : usual),
    [page.width, page.height],
  );
  const scale = scaleOf(mode, zoom, size, viewSize);
  useZoomAndPan(stage, size, viewSize, scale);
  useFollowSelection(stage, scale);
  const regions = page.regions.length > 0 ? page.regions : (live ?? []);
  return (
    <div ref={stage} className={styles.stage}>
      <div className={styles.paper} style={{ width: size.width * scale, height: size.height * scale }}>
        {picture === 'missing' ? (
          <p className={styles.none}>{t('page.unavailable')}</p>
        ) : (
          <>
            {/* Large pages take a moment; their thumbnail is there already. */}
            {picture === 'loading' && (
              <img
                key={`small ${src}`}
                className={styles.placeholder}
                alt=""
                src={pagePicture(documentId, page, thumbnailPixels)}
              />
            )}
            <img
              key={src}
              className={styles.picture}
              alt={t('page.picture', { number: pageName(page) })}
              draggable={false}
              decoding="async"
              data-state={picture}
              src={src}
              onLoad={() => setAnswer({ src, state: 'shown' })}
              onError={() => setAnswer({ src, state: 'missing' })}
            />
          </>
        )}
        {picture === 'loading' && <span className="visually-hidden">{t('page.loading')}</span>}
        {showRegions && <RegionOverlay page={page} regions={regions} scale={scale} {...size} />}
        <WorkingRegion page={page} scale={scale} />
      </div>
    </div>
  );
}

/** Brings the selected region into view when it was chosen elsewhere and cannot be seen. */
function useFollowSelection(stage: React.RefObject<HTMLElement | null>, scale: number): void {
  const regionId = useStore((state) => state.regionId);
  const selectedBy = useStore((state) => state.selectedBy);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new scale moves the region as well
  useEffect(() => {
    if (regionId === undefined || selectedBy === 'page') return;
    const box = stage.current?.querySelector(`#${CSS.escape(`region-${regionId}`)}`);
    box?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [regionId, selectedBy, stage, scale]);
}
