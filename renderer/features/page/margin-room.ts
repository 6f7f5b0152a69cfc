/** How much room there is beside a region, for its badge. Pure; page pixels. */
import type { Region } from '../../../engine/document';

/** Free distance from the region's left edge to a neighbour on the same height; undefined: the margin is free. */
export function roomLeftOf(region: Region, regions: readonly Region[]): number | undefined {
  const { x, y, height } = region.box;
  let edge: number | undefined;
  for (const { id, box } of regions) {
    const beside = box.y < y + height && box.y + box.height > y;
    if (id !== region.id && beside && box.x < x) edge = Math.max(edge ?? 0, Math.min(x, box.x + box.width));
  }
  return edge === undefined ? undefined : x - edge;
}
