// Seeded randomness for the sample documents: the same pixels on every run.

/** mulberry32; returns numbers in 0..1. @param {number} seed @returns {() => number} */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Roughly normal, mean 0, deviation 1. @param {() => number} random */
export const bell = (random) => (random() + random() + random() + random() - 2) * 1.732;

/**
 * Smooth noise in 0..1 over a page: a coarse random grid, interpolated.
 * @param {() => number} random @param {number} width @param {number} height @param {number} cell in pixels
 * @returns {(x: number, y: number) => number}
 */
export function createSmoothNoise(random, width, height, cell) {
  const columns = Math.ceil(width / cell) + 2;
  const rows = Math.ceil(height / cell) + 2;
  const grid = Float32Array.from({ length: columns * rows }, random);
  return (x, y) => {
    const column = Math.floor(x / cell);
    const row = Math.floor(y / cell);
    const right = x / cell - column;
    const down = y / cell - row;
    const at = row * columns + column;
    const top = grid[at] * (1 - right) + grid[at + 1] * right;
    const bottom = grid[at + columns] * (1 - right) + grid[at + columns + 1] * right;
    return top * (1 - down) + bottom * down;
  };
}
