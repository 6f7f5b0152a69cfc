/** Marks the hits in the shown texts without touching what is drawn: ranges that the browser paints. */
import { useEffect } from 'react';
import { useStore } from '../../store/store';
import type { Hit } from './search';

interface HighlightRegistry {
  set(name: string, highlight: object): void;
  delete(name: string): void;
}

/** Chromium 105 and later; elsewhere the selected region has to do. */
const registry = (): HighlightRegistry | undefined => {
  const found: unknown = Reflect.get(CSS, 'highlights');
  return found === undefined ? undefined : (found as HighlightRegistry); // CSS Custom Highlight API
};

export function useHighlights(): void {
  const hits = useStore((state) => state.find.hits);
  const at = useStore((state) => state.find.at);
  const pageId = useStore((state) => state.pageId);
  const page = useStore((state) => (state.pageId === undefined ? undefined : state.pages[state.pageId]));
  const editing = useStore((state) => state.editing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts are drawn anew with page and editor
  useEffect(() => {
    const highlights = registry();
    const Highlight: unknown = Reflect.get(window, 'Highlight');
    if (!highlights || typeof Highlight !== 'function') return;
    const ranges: Range[] = [];
    const shown: Range[] = [];
    hits.forEach((hit, index) => {
      const range = hit.pageId === pageId ? rangeOf(hit) : undefined;
      if (range) (index === at ? shown : ranges).push(range);
    });
    highlights.set('find', Reflect.construct(Highlight, ranges));
    highlights.set('find-shown', Reflect.construct(Highlight, shown));
    return () => {
      highlights.delete('find');
      highlights.delete('find-shown');
    };
  }, [hits, at, pageId, page, editing]);
}

function rangeOf({ regionId, part, start, end }: Hit): Range | undefined {
  const row = document.querySelector(`[data-region-row="${CSS.escape(regionId)}"] [data-region-text]`);
  const holder = row?.querySelector('table') ? row.querySelectorAll('td, th')[part] : row;
  // Cells with raised or bold parts are several texts; their row is marked by being selected.
  if (!holder || [...holder.children].some((child) => !child.matches('[data-doubt]'))) return undefined;
  return textRange(holder, start, end);
}

/** Of an element's text, whatever elements divide it. */
function textRange(holder: Element, start: number, end: number): Range | undefined {
  const range = document.createRange();
  const texts = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
  let from = 0;
  let begun = false;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const length = text.nodeValue?.length ?? 0;
    if (!begun && start < from + length) {
      range.setStart(text, start - from);
      begun = true;
    }
    if (begun && end <= from + length) {
      range.setEnd(text, end - from);
      return range;
    }
    from += length;
  }
  return undefined;
}
