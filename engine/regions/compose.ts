/**
 * From detected lines and layout boxes to regions in reading order. The layout model names things; the lines decide
 * where text is. No line is lost: whatever lies in no layout box becomes a text region.
 */
import {
  area,
  type Box,
  bottom,
  boxOfQuad,
  clampBox,
  coverage,
  intersection,
  unionOf,
} from '../base/geometry';
import { quadSize } from '../base/sampling';
import { type Line, type RegionLabel, type Task, taskOf } from '../document';
import { divideTable, type FrameFinder } from './divided-tables';
import {
  attachShortColumns,
  type Fragment,
  formBlocks,
  joinFragments,
  joinWords,
  median,
  type TextBlock,
  type TextLine,
} from './fragments';
import type { LayoutBox, LayoutClass } from './layout';
import { type Orderable, readingOrder } from './reading-order';
import { findTabularAreas, looksTabular, rowsThatBelong } from './tabular';
import type { DetectedLine } from './text-lines';

/** A region as found, before reading. `lines` in reading order; fragments of one printed line stand apart. */
export interface FoundRegion {
  readonly label: RegionLabel;
  readonly task: Task;
  readonly box: Box;
  readonly lines: readonly Line[];
}

interface Area {
  readonly label: 'table' | 'figure' | 'formula';
  readonly box: Box;
  readonly fragments: Fragment[];
}

interface Entry extends Orderable {
  readonly region: FoundRegion;
}

/** `framesIn` looks for ruled frames on the page's picture; tables are divided at them. */
export function composeRegions(
  detected: readonly DetectedLine[],
  layout: readonly LayoutBox[],
  page: { readonly width: number; readonly height: number },
  framesIn: FrameFinder = () => [],
): FoundRegion[] {
  const texts = layout.filter((item) => !isArea(item.kind));
  const fragments = detected.map(({ quad }, index): Fragment => {
    const box = clampBox(boxOfQuad(quad), page.width, page.height);
    return { index, quad, box, height: Math.max(1, quadSize(quad).height), hint: hintFor(box, texts) };
  });
  let areas = findAreas(layout, fragments);
  const taken = new Set(areas.flatMap((item) => item.fragments.map((fragment) => fragment.index)));
  let free = fragments.filter((fragment) => !taken.has(fragment.index));
  for (const [index, item] of areas.entries()) {
    if (item.label !== 'table') continue;
    const more = rowsThatBelong(item.fragments, free);
    if (more.length === 0) continue;
    const box = unionOf([item.box, ...more.map((fragment) => fragment.box)]);
    areas[index] = { ...item, box, fragments: [...item.fragments, ...more] };
    free = free.filter((fragment) => !more.includes(fragment));
  }
  for (const group of findTabularAreas(free)) {
    const box = unionOf(group.map((fragment) => fragment.box));
    areas.push({ label: 'table', box, fragments: [...group] });
    const inside = new Set(group.map((fragment) => fragment.index));
    free = free.filter((fragment) => !inside.has(fragment.index));
  }
  areas = areas.flatMap((item): Area[] => {
    if (item.label !== 'table') return [item];
    const { tables, others } = divideTable(item, framesIn);
    free = [...free, ...others];
    return tables.map((table) => ({ label: 'table', ...table }));
  });
  const body = median(free.map((fragment) => fragment.height));
  const entries = [
    ...areas.map((item) => areaEntry(item, page)),
    ...blocksOf(free).map((block) => textEntry(block, page, body)),
  ];
  return orderWithFurniture(entries).map((entry) => entry.region);
}

function isArea(kind: LayoutClass): boolean {
  return kind === 'table' || kind === 'figure' || kind === 'equation';
}

/** Kind of the text-like layout box that holds most of the fragment. Plain text is no hint: it separates nothing. */
function hintFor(box: Box, texts: readonly LayoutBox[]): LayoutClass | undefined {
  let best: LayoutBox | undefined;
  for (const item of texts) {
    if (coverage(box, item.box) > 0.6 && (!best || item.score > best.score)) best = item;
  }
  return best?.kind === 'text' ? undefined : best?.kind;
}

/** Tables, figures and formulas that hold up against the text found in them. */
function findAreas(layout: readonly LayoutBox[], fragments: readonly Fragment[]): Area[] {
  const taken = new Set<number>();
  const areas: Area[] = [];
  const rank: Partial<Record<LayoutClass, number>> = { table: 0, equation: 1, figure: 2 };
  const candidates = layout
    .filter((item) => isArea(item.kind))
    .sort((a, b) => rank[a.kind]! - rank[b.kind]! || b.score - a.score);
  for (const item of candidates) {
    if (areas.some((other) => coverage(item.box, other.box) > 0.6)) continue;
    const inside = fragments.filter(
      (fragment) => !taken.has(fragment.index) && coverage(fragment.box, item.box) > 0.6,
    );
    const label = labelOfArea(item.kind, inside);
    if (!isPlausible(label, item.box, inside)) continue;
    for (const fragment of inside) taken.add(fragment.index);
    areas.push({ label, box: item.box, fragments: inside });
  }
  return areas;
}

/** A photographed table is often taken for a picture; a grid of words tells. */
function labelOfArea(kind: LayoutClass, inside: readonly Fragment[]): Area['label'] {
  if (kind === 'table') return 'table';
  if (kind === 'equation') return 'formula';
  const inGrid = findTabularAreas(inside).reduce((sum, group) => sum + group.length, 0);
  return inGrid > 0.5 * inside.length ? 'table' : 'figure';
}

function isPlausible(label: Area['label'], box: Box, inside: readonly Fragment[]): boolean {
  if (label === 'table') return looksTabular(inside);
  if (label === 'formula') return inside.length > 0;
  // A picture with a lot of text in it is text on a coloured ground, or a page that the layout model misread.
  const covered = inside.reduce((sum, fragment) => sum + area(intersection(fragment.box, box)), 0);
  return covered < 0.3 * area(box);
}

function blocksOf(fragments: readonly Fragment[]): TextBlock[] {
  return formBlocks(attachShortColumns(joinWords(fragments)));
}

function areaEntry(item: Area, page: { width: number; height: number }): Entry {
  const boxes = item.fragments.map((fragment) => fragment.box);
  const box = clampBox(unionOf([item.box, ...boxes]), page.width, page.height);
  const height = median(item.fragments.map((fragment) => fragment.height)) || 20;
  const lines = joinFragments(item.fragments, Infinity).flatMap(linesOf);
  return {
    box,
    height,
    lineBoxes: [box],
    region: { label: item.label, task: taskOf(item.label), box, lines },
  };
}

const labelOfClass: Record<LayoutClass, RegionLabel> = {
  text: 'text',
  title: 'heading',
  figure: 'figure',
  'figure-caption': 'caption',
  table: 'table',
  'table-caption': 'caption',
  header: 'header',
  footer: 'footer',
  reference: 'reference',
  equation: 'formula',
};

function textEntry(block: TextBlock, page: { width: number; height: number }, body: number): Entry {
  let label: RegionLabel = block.hint ? labelOfClass[block.hint] : 'text';
  if (label === 'header' && !isRunning(block, block.box.y, page, body)) label = 'text';
  if (label === 'footer' && !isRunning(block, page.height - bottom(block.box), page, body)) label = 'text';
  // Set clearly larger than the text: a heading, also where the layout model saw none.
  if (label === 'text' && block.lines.length <= 2 && body > 0 && block.height > 1.4 * body) label = 'heading';
  const box = clampBox(block.box, page.width, page.height);
  const lines = block.lines.flatMap(linesOf);
  return {
    box,
    height: block.height,
    lineBoxes: block.lines.map((line) => line.box),
    region: { label, task: taskOf(label), box, lines },
  };
}

/**
 * A running head or foot sits in the margin, alone and no larger than the text. What exports leave out must be
 * beyond doubt, whatever the layout model says. `distance`: from the page's edge.
 */
function isRunning(
  block: TextBlock,
  distance: number,
  page: { readonly height: number },
  body: number,
): boolean {
  if (block.lines.length > 3 || (body > 0 && block.height > 1.25 * body)) return false;
  return distance < page.height * 0.11;
}

function linesOf(line: TextLine): Line[] {
  return line.fragments.map(({ box, quad }) => ({ box, quad }));
}

/** Headers come first and footers last, whatever stands beside them. */
function orderWithFurniture(entries: readonly Entry[]): Entry[] {
  const isHeader = (entry: Entry): boolean => entry.region.label === 'header';
  const isFooter = (entry: Entry): boolean => entry.region.label === 'footer';
  return [
    ...readingOrder(entries.filter(isHeader)),
    ...readingOrder(entries.filter((entry) => !isHeader(entry) && !isFooter(entry))),
    ...readingOrder(entries.filter(isFooter)),
  ];
}
