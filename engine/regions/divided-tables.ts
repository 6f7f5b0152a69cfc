/**
 * A drawn frame bounds a table. Where the layout model takes a framed table and what stands above or below it for one
 * table, it is divided at the frame.
 */
import { type Box, bottom, boxFromEdges, centre, intersection, right, unionOf } from '../base/geometry';
import { placeAt } from '../base/ruled-lines';
import { type Fragment, joinRows, median } from './fragments';
import type { Frame } from './ruled-frames';
import { looksTabular } from './tabular';

/** Frames in a part of the page, from the top down; `unit`: height of its usual line, pixels. */
export type FrameFinder = (box: Box, unit: number) => readonly Frame[];

export interface Table {
  readonly box: Box;
  readonly fragments: Fragment[];
}

export interface DividedTable {
  /** From the top down. */
  readonly tables: readonly Table[];
  /** What is no table without the frame. */
  readonly others: readonly Fragment[];
}

/** Fewer rows beside a frame are its caption or its column names. */
const leastRowsBeside = 2;
const leastRowsInside = 3;
/** Part of a line's height by which its middle stands off a frame's edge to be outside. */
const clearance = 0.15;
/** Share of a frame's lines that may stand beside it, as specks do. */
const mostBeside = 0.1;

/** A table without such frames stays as it is. */
export function divideTable(table: Table, framesIn: FrameFinder): DividedTable {
  const whole = { tables: [table], others: [] };
  const { fragments } = table;
  if (joinRows(fragments).length < leastRowsInside + leastRowsBeside) return whole;
  const unit = median(fragments.map((fragment) => fragment.height));
  const extent = unionOf([table.box, ...fragments.map((fragment) => fragment.box)]);
  const margin = 0.7 * unit;
  const around = boxFromEdges(
    extent.x - margin,
    extent.y - margin,
    right(extent) + margin,
    bottom(extent) + margin,
  );
  const frames = framesIn(around, unit).filter((frame) => boundsTable(frame, fragments));
  if (frames.length === 0) return whole;
  const parts = partsOf(fragments, frames);
  if (parts.length < 2) return whole;
  const tables: Table[] = [];
  const others: Fragment[] = [];
  for (const { frame, fragments: members } of parts) {
    if (!frame && !looksTabular(members)) others.push(...members);
    else tables.push({ box: boxOf(members, frame, table.box, unit), fragments: members });
  }
  return { tables, others };
}

interface Part {
  readonly frame: Frame | undefined;
  readonly fragments: Fragment[];
}

/** -1 above the frame, 0 in it or beside it, 1 below. */
function sideOf({ top, bottom: foot }: Frame, { box, height }: Fragment): -1 | 0 | 1 {
  const { x, y } = centre(box);
  if (y < placeAt(top, x) - clearance * height) return -1;
  return y > placeAt(foot, x) + clearance * height ? 1 : 0;
}

function boundsTable(frame: Frame, fragments: readonly Fragment[]): boolean {
  const level = fragments.filter((fragment) => sideOf(frame, fragment) === 0);
  const beside = level.filter(({ box, height }) => {
    const { x } = centre(box);
    return x < frame.top.from - 0.5 * height || x > frame.top.to + 0.5 * height;
  });
  return looksTabular(level) && beside.length <= mostBeside * level.length;
}

/** From the top down: frames with their lines, and what stands between them where it is no part of either. */
function partsOf(fragments: readonly Fragment[], frames: readonly Frame[]): Part[] {
  const parts: Part[] = [];
  let rest = [...fragments];
  for (const frame of frames) {
    const last = parts[parts.length - 1];
    const above = rest.filter((fragment) => sideOf(frame, fragment) === -1);
    const inside = rest.filter((fragment) => sideOf(frame, fragment) === 0);
    rest = rest.filter((fragment) => sideOf(frame, fragment) === 1);
    const isApart = frame.endsAbove && (last?.frame?.endsBelow ?? true);
    if (isApart && joinRows(above).length >= leastRowsBeside) {
      parts.push({ frame: undefined, fragments: above }, { frame, fragments: inside });
    } else if (isApart || !last) {
      parts.push({ frame, fragments: [...above, ...inside] });
    } else last.fragments.push(...above, ...inside);
  }
  const last = parts[parts.length - 1]!;
  if (last.frame?.endsBelow && joinRows(rest).length >= leastRowsBeside) {
    parts.push({ frame: undefined, fragments: rest });
  } else last.fragments.push(...rest);
  return parts;
}

/** A frame's box is drawn; around the lines of what has none there may be rules of its own. */
function boxOf(fragments: readonly Fragment[], frame: Frame | undefined, within: Box, unit: number): Box {
  const text = unionOf(fragments.map((fragment) => fragment.box));
  if (!frame) {
    const margin = 0.5 * unit;
    const grown = boxFromEdges(text.x - margin, text.y - margin, right(text) + margin, bottom(text) + margin);
    return unionOf([text, intersection(grown, within)]);
  }
  const { top, bottom: foot } = frame;
  const drawn = boxFromEdges(
    Math.min(top.from, foot.from),
    Math.min(top.first, top.last),
    Math.max(top.to, foot.to),
    Math.max(foot.first, foot.last),
  );
  return unionOf([text, drawn]);
}
