/**
 * What PP-DocLayoutV3 gives → boxes in reading order: scores and votes of its queries, then the clean-up that its
 * users apply (overlaps, pictures as large as the page, boxes inside boxes).
 */
import { type Box, bottom, boxFromEdges, clampBox, coverage, right } from '../base/geometry';

export const docLayoutClasses = [
  'abstract',
  'algorithm',
  'aside_text',
  'chart',
  'content',
  'display_formula',
  'doc_title',
  'figure_title',
  'footer',
  'footer_image',
  'footnote',
  'formula_number',
  'header',
  'header_image',
  'image',
  'inline_formula',
  'number',
  'paragraph_title',
  'reference',
  'reference_content',
  'seal',
  'table',
  'text',
  'vertical_text',
  'vision_footnote',
] as const;
export type DocLayoutClass = (typeof docLayoutClasses)[number];

export interface DocLayoutBox {
  readonly kind: DocLayoutClass;
  /** Page pixels. */
  readonly box: Box;
  /** 0..1 */
  readonly score: number;
  /** Smaller is read earlier; only comparable within a page. */
  readonly order: number;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export const scoreThreshold = 0.3;

/**
 * The raw form: class logits [queries, 25], boxes [queries, 4] as centre and size in 0..1, and order logits
 * [queries, queries], where σ(a, b) is the probability that a is read before b (read above the diagonal only).
 */
export function boxesOfQueries(
  logits: Float32Array,
  boxes: Float32Array,
  orderLogits: Float32Array,
  page: PageSize,
): DocLayoutBox[] {
  const classes = docLayoutClasses.length;
  const queries = logits.length / classes;
  const ranks = readingRanks(orderLogits, queries);
  // As many candidates as queries, over queries and classes alike: one query may stand for two classes.
  const candidates = Array.from(logits, (logit, index) => ({ score: sigmoid(logit), index }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, queries);
  return candidates
    .filter(({ score }) => score >= scoreThreshold)
    .map(({ score, index }) => {
      const query = Math.floor(index / classes);
      const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(4 * query, 4 * query + 4);
      const box = boxFromEdges(
        (x - width / 2) * page.width,
        (y - height / 2) * page.height,
        (x + width / 2) * page.width,
        (y + height / 2) * page.height,
      );
      return { kind: docLayoutClasses[index % classes]!, box, score, order: ranks[query]! };
    });
}

/** The finished form of Paddle's own exports: rows of class, score, x0, y0, x1, y1 in page pixels, order. */
export function boxesOfRows(rows: Float32Array): DocLayoutBox[] {
  const found: DocLayoutBox[] = [];
  for (let at = 0; at + 7 <= rows.length; at += 7) {
    const [kind = -1, score = 0, x0 = 0, y0 = 0, x1 = 0, y1 = 0, order = 0] = rows.subarray(at, at + 7);
    const name = docLayoutClasses[kind];
    if (name === undefined || score < scoreThreshold) continue;
    found.push({ kind: name, box: boxFromEdges(x0, y0, x1, y1), score, order });
  }
  return found;
}

/** Each query's place in reading order: how many others are voted to come before it. */
function readingRanks(logits: Float32Array, queries: number): Int32Array {
  const votes = new Float64Array(queries);
  for (let a = 0; a < queries; a++) {
    for (let b = a + 1; b < queries; b++) {
      const before = sigmoid(logits[a * queries + b]!);
      votes[b]! += before;
      votes[a]! += 1 - before;
    }
  }
  const ranks = new Int32Array(queries);
  [...votes.keys()]
    .sort((a, b) => votes[a]! - votes[b]! || a - b)
    .forEach((query, rank) => {
      ranks[query] = rank;
    });
  return ranks;
}

/** Boxes that are left, whole pixels within the page, in reading order. */
export function cleanBoxes(found: readonly DocLayoutBox[], page: PageSize): DocLayoutBox[] {
  return withoutContained(withoutPagePictures(suppress(found), page))
    .map((item) => {
      const { x, y } = item.box;
      const whole = boxFromEdges(
        Math.trunc(x),
        Math.trunc(y),
        Math.trunc(right(item.box)),
        Math.trunc(bottom(item.box)),
      );
      return { ...item, box: clampBox(whole, page.width, page.height) };
    })
    .filter(({ box }) => box.width > 0 && box.height > 0)
    .sort((a, b) => a.order - b.order);
}

function suppress(found: readonly DocLayoutBox[]): DocLayoutBox[] {
  const kept: DocLayoutBox[] = [];
  for (const item of [...found].sort((a, b) => b.score - a.score)) {
    const isRival = (other: DocLayoutBox): boolean =>
      pixelOverlap(item.box, other.box) >= (item.kind === other.kind ? 0.6 : 0.98);
    if (!kept.some(isRival)) kept.push(item);
  }
  return kept;
}

/** Intersection over union of boxes whose last row and column count, as in the reference. */
function pixelOverlap(a: Box, b: Box): number {
  const size = (from: number, to: number): number => Math.max(0, to - from + 1);
  const shared =
    size(Math.max(a.x, b.x), Math.min(right(a), right(b))) *
    size(Math.max(a.y, b.y), Math.min(bottom(a), bottom(b)));
  const whole = ({ width, height }: Box): number => (width + 1) * (height + 1);
  return shared / (whole(a) + whole(b) - shared);
}

/** A picture of nearly the whole page is the page itself. A lone one stays: then the page is a picture. */
function withoutPagePictures(found: readonly DocLayoutBox[], page: PageSize): readonly DocLayoutBox[] {
  if (found.length <= 1) return found;
  const most = (page.width > page.height ? 0.82 : 0.93) * page.width * page.height;
  return found.filter(({ kind, box }) => {
    const inside = clampBox(box, page.width, page.height);
    return kind !== 'image' || inside.width * inside.height <= most;
  });
}

const neverContained: readonly DocLayoutClass[] = ['image', 'seal', 'chart'];

/**
 * Of boxes inside others the outer one stays, but a bibliography gives way to the entries found in it. Equation
 * numbers stay as well: they are read by themselves.
 */
function withoutContained(found: readonly DocLayoutBox[]): DocLayoutBox[] {
  const isInside = (inner: DocLayoutBox, outer: DocLayoutBox): boolean =>
    inner !== outer && coverage(inner.box, outer.box) >= 0.8;
  const outers = found.filter(
    (outer) =>
      outer.kind !== 'reference' ||
      !found.some((inner) => inner.kind === 'reference_content' && isInside(inner, outer)),
  );
  return outers.filter((inner, index) => {
    if (neverContained.includes(inner.kind) || inner.kind === 'formula_number') return true;
    return !outers.some((outer, other) => {
      if (!isInside(inner, outer)) return false;
      // Two that contain each other: the one found with more certainty (earlier) stays.
      return !isInside(outer, inner) || other < index;
    });
  });
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
