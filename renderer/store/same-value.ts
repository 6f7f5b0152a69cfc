/** Pages come from the engine as copies. What is equal keeps its identity, so that only what changed is drawn again. */
import type { Page, Region } from '../../engine/document';

/** Equality of plain data. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  if (left.length !== right.size) return false;
  return left.every(([key, value]) => right.has(key) && sameValue(value, right.get(key)));
}

/** `next` with every region of `before` in it that is the same. */
export function reuseRegions(before: Page | undefined, next: Page): Page {
  if (before === undefined) return next;
  const known = new Map(before.regions.map((region) => [region.id, region]));
  const regions = next.regions.map((region): Region => {
    const old = known.get(region.id);
    return old !== undefined && sameValue(old, region) ? old : region;
  });
  return { ...next, regions };
}
