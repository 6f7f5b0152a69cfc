/**
 * Boxes of PP-DocLayoutV3 → regions in its reading order. Every detected line finds a region: those in no box form
 * regions of their own, placed where they stand.
 */
import { type Box, bottom, boxOfQuad, clampBox, coverage, overlapX } from '../base/geometry';
import { quadSize } from '../base/sampling';
import { type RegionLabel, taskOf } from '../document';
import { composeRegions, type FoundRegion } from './compose';
import { divideTable, type FrameFinder } from './divided-tables';
import type { DocLayoutBox, DocLayoutClass, PageSize } from './doc-layout-boxes';
import { type Fragment, joinRows } from './fragments';
import type { DetectedLine } from './text-lines';

/** What each class becomes. Nothing is given up: margins are kept as furniture and left out of exports by label. */
export const labelOfDocClass: Readonly<Record<DocLayoutClass, RegionLabel>> = {
  abstract: 'text',
  algorithm: 'text',
  aside_text: 'text',
  chart: 'figure',
  content: 'text',
  display_formula: 'formula',
  doc_title: 'title',
  figure_title: 'caption',
  footer: 'footer',
  footer_image: 'footer',
  footnote: 'footnote',
  formula_number: 'formula-number',
  header: 'header',
  header_image: 'header',
  image: 'figure',
  inline_formula: 'formula',
  number: 'page-number',
  paragraph_title: 'heading',
  reference: 'reference',
  reference_content: 'reference',
  seal: 'text',
  table: 'table',
  text: 'text',
  vertical_text: 'text',
  vision_footnote: 'text',
};

export function regionsOfDocLayout(
  detected: readonly DetectedLine[],
  layout: readonly DocLayoutBox[],
  page: PageSize,
  framesIn: FrameFinder = () => [],
): FoundRegion[] {
  const inside = layout.map((): DetectedLine[] => []);
  const outside: DetectedLine[] = [];
  for (const line of detected) {
    const place = bestBox(clampBox(boxOfQuad(line.quad), page.width, page.height), layout);
    if (place === undefined) outside.push(line);
    else inside[place]!.push(line);
  }
  const regions = layout.flatMap(({ kind, box }, index): FoundRegion[] => {
    const label = labelOfDocClass[kind];
    const task = taskOf(label);
    const fragments = fragmentsOf(inside[index]!, page);
    if (label !== 'table') return [{ label, task, box, lines: linesInOrder(fragments) }];
    const { tables, others } = divideTable({ box, fragments }, framesIn);
    outside.push(...others.map((fragment) => inside[index]![fragment.index]!));
    return tables.map((table) => ({ label, task, box: table.box, lines: linesInOrder(table.fragments) }));
  });
  for (const region of composeRegions(outside, [], page)) insert(regions, region);
  return regions;
}

/** The smallest box that holds most of the line, so that a number beside a formula does not lose its line to it. */
function bestBox(line: Box, layout: readonly DocLayoutBox[]): number | undefined {
  let best: number | undefined;
  layout.forEach(({ box }, index) => {
    if (coverage(line, box) <= 0.5) return;
    const size = ({ width, height }: Box): number => width * height;
    if (best === undefined || size(box) < size(layout[best]!.box)) best = index;
  });
  return best;
}

function fragmentsOf(lines: readonly DetectedLine[], page: PageSize): Fragment[] {
  return lines.map(({ quad }, index): Fragment => {
    const box = clampBox(boxOfQuad(quad), page.width, page.height);
    return { index, quad, box, height: Math.max(1, quadSize(quad).height), hint: undefined };
  });
}

function linesInOrder(fragments: readonly Fragment[]): FoundRegion['lines'] {
  return joinRows(fragments).flatMap((row) => row.fragments.map(({ box, quad }) => ({ box, quad })));
}

/** Behind the lowest region that stands above it in its column, else before the first that stands below. */
function insert(regions: FoundRegion[], region: FoundRegion): void {
  const middle = region.box.y + region.box.height / 2;
  let above = -1;
  regions.forEach(({ box }, index) => {
    if (overlapX(box, region.box) <= 0 || bottom(box) > middle) return;
    if (above < 0 || bottom(box) > bottom(regions[above]!.box)) above = index;
  });
  const below = regions.findIndex(({ box }) => box.y >= middle);
  regions.splice(above >= 0 ? above + 1 : below >= 0 ? below : regions.length, 0, region);
}
