/** The mouse on the page: choosing, drawing, moving, sizing and cutting regions. A drag is one edit, made at its end. */
import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Page } from '../../../engine/document';
import { editSelected } from '../../actions/review-actions';
import { confirmCut } from '../../store/adjust';
import { commitUnfinished } from '../../store/edits';
import { selectRegion } from '../../store/operations';
import { addRegion, chooseAlso, selectedRegion, setBox } from '../../store/region-operations';
import type { DrawnBox } from '../../store/review-state';
import { get, set } from '../../store/store';
import {
  cutAt,
  drawnBox,
  type Edges,
  handles,
  movedBox,
  type Point,
  sizedBox,
  smallestSide,
} from './page-geometry';

/** A press becomes a drag after so many screen pixels. */
const threshold = 3;

interface Drag {
  readonly kind: 'draw' | 'move' | 'size';
  readonly regionId: string;
  readonly from: Point;
  readonly box: DrawnBox;
  readonly edges: Edges;
  readonly screen: Point;
  begun: boolean;
}

export interface PagePointer {
  readonly onPointerDown: (event: PointerEvent<SVGSVGElement>) => void;
  readonly onPointerMove: (event: PointerEvent<SVGSVGElement>) => void;
  readonly onPointerUp: (event: PointerEvent<SVGSVGElement>) => void;
  readonly onPointerCancel: () => void;
  readonly onClick: (event: MouseEvent<SVGSVGElement>) => void;
  readonly onDoubleClick: (event: MouseEvent<SVGSVGElement>) => void;
}

const noEdges: Edges = { x: 0, y: 0 };

export function usePagePointer(page: Page, scale: number): PagePointer {
  const drag = useRef<Drag | undefined>(undefined);
  /** The click that ends a drag chooses nothing. */
  const dragged = useRef(false);

  const pointOf = (event: MouseEvent<SVGSVGElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - left) / scale, y: (event.clientY - top) / scale };
  };

  const stop = (): void => {
    drag.current = undefined;
    set({ moving: undefined });
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !drag.current?.begun) return;
      event.stopPropagation();
      drag.current = undefined;
      dragged.current = true;
      set({ moving: undefined });
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);

  return {
    onPointerDown: (event) => {
      dragged.current = false;
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || get().cutting) return;
      const target = event.target instanceof Element ? event.target : undefined;
      const handle = target?.closest('[data-handle]')?.getAttribute('data-handle');
      const over = target?.closest('[data-region]')?.getAttribute('data-region');
      const selected = selectedRegion(get());
      const base = {
        from: pointOf(event),
        screen: { x: event.clientX, y: event.clientY },
        begun: false,
      };
      commitUnfinished();
      if (handle && selected) {
        const edges = handles[Number(handle)] ?? noEdges;
        drag.current = { ...base, kind: 'size', regionId: selected.id, box: selected.box, edges };
      } else if (get().drawing || !over) {
        const box = { ...base.from, width: 0, height: 0 };
        drag.current = { ...base, kind: 'draw', regionId: 'new', box, edges: noEdges };
      } else if (selected && over === selected.id) {
        drag.current = { ...base, kind: 'move', regionId: selected.id, box: selected.box, edges: noEdges };
      }
    },
    onPointerMove: (event) => {
      const cutting = get().cutting;
      if (cutting) {
        const region = selectedRegion(get());
        if (region) set({ cutting: { ...cutting, at: cutAt(region, pointOf(event), 'x' in cutting.at) } });
        return;
      }
      const now = drag.current;
      if (!now) return;
      if (!now.begun) {
        const far = Math.hypot(event.clientX - now.screen.x, event.clientY - now.screen.y);
        if (far < threshold) return;
        now.begun = true;
        dragged.current = true;
        // From here on, so that a plain click still finds its region.
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      const to = pointOf(event);
      const right = to.x - now.from.x;
      const down = to.y - now.from.y;
      let box: DrawnBox;
      if (now.kind === 'draw') box = drawnBox(now.from, to, page);
      else if (now.kind === 'move') box = movedBox(now.box, right, down, page);
      else box = sizedBox(now.box, now.edges, right, down, page);
      set({ moving: { regionId: now.regionId, box } });
    },
    onPointerUp: () => {
      const now = drag.current;
      const box = get().moving?.box;
      drag.current = undefined;
      if (!now?.begun || !box) return;
      const large = box.width >= smallestSide && box.height >= smallestSide;
      const moving = get().moving;
      // The box is shown where it was put until the engine has answered.
      const made = now.kind === 'draw' ? large && addRegion(page, box) : setBox(now.regionId, box);
      set({ drawing: false });
      void Promise.resolve(made).then(() => {
        if (get().moving === moving) set({ moving: undefined });
      });
    },
    onPointerCancel: stop,
    onClick: (event) => {
      if (dragged.current) return;
      if (get().cutting) return confirmCut();
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.closest('[data-handle]')) return;
      const over = target?.closest('[data-region]')?.getAttribute('data-region') ?? undefined;
      if (over !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey)) chooseAlso(over);
      else selectRegion(over, 'page');
    },
    onDoubleClick: (event) => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.closest('[data-region]')) editSelected();
    },
  };
}
