/** Where in a text the caret goes when an editor opens in place of it. */
interface CaretPlace {
  readonly offsetNode: Node;
  readonly offset: number;
}

let wanted: number | undefined;

/** The character under a point of the window; undefined when there is no text. */
function offsetAt(x: number, y: number): number | undefined {
  // The standard's call is younger than the oldest Chromium that we run on.
  const modern: unknown = Reflect.get(document, 'caretPositionFromPoint');
  if (typeof modern === 'function') {
    const place = modern.call(document, x, y) as CaretPlace | null; // CSSOM View
    return place ? offsetInText(place.offsetNode, place.offset) : undefined;
  }
  const range = document.caretRangeFromPoint(x, y);
  return range ? offsetInText(range.startContainer, range.startOffset) : undefined;
}

/** Marks divide a region's text into several nodes. */
function offsetInText(node: Node, offset: number): number | undefined {
  if (node.nodeType !== Node.TEXT_NODE) return undefined;
  const whole = node.parentElement?.closest('[data-region-text]');
  if (!whole) return offset;
  const texts = document.createTreeWalker(whole, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let text = texts.nextNode(); text && text !== node; text = texts.nextNode()) {
    before += text.nodeValue?.length ?? 0;
  }
  return before + offset;
}

export const placeCaret = {
  at(x: number, y: number): void {
    wanted = offsetAt(x, y);
  },
  /** What was asked for last; once. */
  take(): number | undefined {
    const offset = wanted;
    wanted = undefined;
    return offset;
  },
};

/** End of the part of `after` that is not in `before`: where a person looks after an undo. */
export function changeEnd(before: string, after: string): number {
  let tail = 0;
  const most = Math.min(before.length, after.length);
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  let head = 0;
  while (head < most - tail && before[head] === after[head]) head += 1;
  return Math.max(head, after.length - tail);
}

/** Line of the caret, from 0. */
export function lineAt(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
