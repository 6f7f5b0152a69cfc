/** Connected components of a thresholded map, kept as what a rectangle fit needs: the outline points. */
import type { Point } from './geometry';

/** Outline of one component: for each of its rows the left and right end of every run. Pixel corners, not centres. */
export type Component = readonly Point[];

/**
 * Components (8-connected) of `map > threshold`, map row-major [height, width], in order of their first row.
 * Works on runs, not pixels: linear in the number of runs.
 */
export function findComponents(
  map: Float32Array,
  width: number,
  height: number,
  threshold: number,
): Component[] {
  const runRow: number[] = [];
  const runStart: number[] = [];
  const runEnd: number[] = [];
  const parent: number[] = [];
  const find = (run: number): number => {
    let root = run;
    while (parent[root] !== root) root = parent[root]!;
    while (parent[run] !== root) {
      const next = parent[run]!;
      parent[run] = root;
      run = next;
    }
    return root;
  };
  let previousFirst = 0;
  let previousLast = 0;
  for (let row = 0; row < height; row++) {
    const first = runRow.length;
    const base = row * width;
    let candidate = previousFirst;
    let column = 0;
    while (column < width) {
      if (!(map[base + column]! > threshold)) {
        column++;
        continue;
      }
      const start = column;
      while (column < width && map[base + column]! > threshold) column++;
      const run = runRow.length;
      runRow.push(row);
      runStart.push(start);
      runEnd.push(column);
      parent.push(run);
      // Touching includes diagonals: a run above may end one pixel before this one starts.
      while (candidate < previousLast && runEnd[candidate]! < start) candidate++;
      for (let above = candidate; above < previousLast && runStart[above]! <= column; above++) {
        const a = find(above);
        const b = find(run);
        if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
    previousFirst = first;
    previousLast = runRow.length;
  }
  const components = new Map<number, Point[]>();
  for (let run = 0; run < runRow.length; run++) {
    const root = find(run);
    const points = components.get(root) ?? [];
    if (points.length === 0) components.set(root, points);
    const y = runRow[run]!;
    const x0 = runStart[run]!;
    const x1 = runEnd[run]!;
    points.push({ x: x0, y }, { x: x1, y }, { x: x0, y: y + 1 }, { x: x1, y: y + 1 });
  }
  return [...components.values()];
}

/** The runs of a component, from its first row down; `to` is the pixel after the last. */
export function runsOf(
  component: Component,
): { readonly y: number; readonly from: number; readonly to: number }[] {
  return Array.from({ length: component.length / 4 }, (_, run) => {
    const { x: from, y } = component[4 * run]!;
    return { y, from, to: component[4 * run + 1]!.x };
  });
}
