/** Moving, sizing and cutting a region by keys. Steps that follow quickly on each other become one edit. */
import { translate } from '../i18n/translate';
import { sendEdits, whenCommitting } from './edits';
import { announce } from './notices';
import { selectedRegion, splitAt } from './region-operations';
import type { Cut, DrawnBox } from './review-state';
import { currentDocumentId, currentPage } from './selectors';
import { get, set } from './store';

const restMs = 500;
let timer: ReturnType<typeof setTimeout> | undefined;

function finish(): void {
  clearTimeout(timer);
  timer = undefined;
  const { moving } = get();
  const documentId = currentDocumentId(get());
  if (!moving || moving.regionId === 'new' || documentId === undefined) return;
  const { regionId, box } = moving;
  const before = currentPage(get())?.regions.find(({ id }) => id === regionId)?.box;
  const same = before && (['x', 'y', 'width', 'height'] as const).every((side) => before[side] === box[side]);
  announce(
    translate('review.placed', {
      x: Math.round(box.x),
      y: Math.round(box.y),
      width: Math.round(box.width),
      height: Math.round(box.height),
    }),
  );
  // The box stays where it was put until the engine has answered.
  const sent = same ? Promise.resolve() : sendEdits(documentId, [{ kind: 'set-box', regionId, box }]);
  void sent.then(() => {
    if (get().moving === moving) set({ moving: undefined });
  });
}

whenCommitting(() => {
  if (timer !== undefined) finish();
});

/** Page pixels. `what`: the box as a whole, or its right and lower edge. */
export function adjust(what: 'move' | 'size', right: number, down: number): void {
  const page = currentPage(get());
  const region = selectedRegion(get());
  if (!page || !region) return;
  const { moving } = get();
  const from = moving?.regionId === region.id ? moving.box : region.box;
  const box: DrawnBox =
    what === 'move'
      ? {
          ...from,
          x: between(0, Math.round(from.x) + right, page.width - from.width),
          y: between(0, Math.round(from.y) + down, page.height - from.height),
        }
      : {
          ...from,
          width: between(4, Math.round(from.width) + right, page.width - from.x),
          height: between(4, Math.round(from.height) + down, page.height - from.y),
        };
  set({ moving: { regionId: region.id, box } });
  clearTimeout(timer);
  timer = setTimeout(finish, restMs);
}

const between = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(Math.max(least, most), value));

/** Shows where the selected region would be cut: between its middle lines, or in the middle. */
export function startCut(): void {
  const region = selectedRegion(get());
  if (!region) return;
  const { caretLine, editing } = get();
  const lines = region.lines.length;
  if (editing && caretLine !== undefined && caretLine > 0 && caretLine < lines) {
    void splitAt(region, { line: caretLine });
    return;
  }
  const middle = Math.round(region.box.y + region.box.height / 2);
  const at: Cut = lines > 1 ? { line: Math.ceil(lines / 2) } : { y: middle };
  set({ editing: false, cutting: { regionId: region.id, at } });
  announce(translate('review.cutting'));
}

/** Along the cut's own direction by `step`: a line, or pixels. */
export function moveCut(step: number, far: boolean): void {
  const region = selectedRegion(get());
  const { cutting } = get();
  if (!region || !cutting) return;
  const { at } = cutting;
  const { x, y, width, height } = region.box;
  const pixels = step * (far ? 10 : 1);
  let next: Cut;
  if ('line' in at) next = { line: between(1, at.line + step, region.lines.length - 1) };
  else if ('x' in at) next = { x: between(x + 1, at.x + pixels, x + width - 1) };
  else next = { y: between(y + 1, at.y + pixels, y + height - 1) };
  set({ cutting: { ...cutting, at: next } });
}

/** From lying to standing and back. */
export function turnCut(): void {
  const region = selectedRegion(get());
  const { cutting } = get();
  if (!region || !cutting) return;
  const { x, y, width, height } = region.box;
  const at: Cut = 'x' in cutting.at ? { y: Math.round(y + height / 2) } : { x: Math.round(x + width / 2) };
  set({ cutting: { ...cutting, at } });
}

export function confirmCut(): void {
  const region = selectedRegion(get());
  const { cutting } = get();
  if (region && cutting) void splitAt(region, cutting.at);
}
