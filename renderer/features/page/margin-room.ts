/** How much room there is beside a region, for its badge. Pure; page pixels. */
import type { Region } from '../../../engine/document';

/** Free distance from the region's left edge to its neighbour on the same height, or to the page's edge. */
export function roomLeftOf(region: Region, regions: readonly Region[]): number {
  const { x, y, height } = region.box;
  let edge = 0;
  for (const { id, box } of regions) {
    const beside = box.y < y + height && box.y + box.height > y;
    if (id !== region.id && beside && box.x < x) edge = Math.max(edge, Math.min(x, box.x + box.width));
  }
  return x - edge;
}
