/** Double pages as two pages each: a source whose pages are the halves of another's. */
import type { Box } from '../base/geometry';
import { cropRaster, type Raster } from '../base/raster';
import { type Stretch, stretchesOf } from '../base/stretches';
import type { PageInfo, PageRaster, RasteriseOptions, Source, TextRun } from '../intake';

/** Which half of a double page comes first. */
export const spreadOrders = ['left-first', 'right-first'] as const;
export type SpreadOrder = (typeof spreadOrders)[number];

interface Half {
  readonly whole: number;
  readonly side: 'left' | 'right' | 'all';
}

/** Wider than high by this much is a double page. */
const leastRatio = 1.15;
/** The gutter is looked for in this share of the width, around the middle. */
const middleBand = 0.16;
/** Between two pixels, one above the other: more is print. */
const printContrast = 48;

/** Where double pages are cut: each at its own gutter, or all at this percentage of their width. */
type SpreadCut = 'auto' | number;

/** How double pages are taken; as one word, since it is part of what a document is known by. */
export type SpreadPlan = SpreadOrder | `${SpreadOrder} ${number}`;

/** Whole per cent. */
export const [leastCut, mostCut] = [5, 95];

export function spreadPlan(order: SpreadOrder, cut: SpreadCut): SpreadPlan {
  return cut === 'auto' ? order : `${order} ${cut}`;
}

/** All there are: so few that one can be looked for. */
export const spreadPlans: readonly SpreadPlan[] = spreadOrders.flatMap((order) => [
  order,
  ...Array.from({ length: mostCut - leastCut + 1 }, (_, step) => spreadPlan(order, leastCut + step)),
]);

/** Pages are numbered through; single pages among the double ones stay as they are. */
export function splitSpreads(source: Source, plan: SpreadPlan): Source {
  const order = spreadOrders.find((each) => plan.startsWith(each)) ?? 'left-first';
  const cut: SpreadCut = plan === order ? 'auto' : Number(plan.slice(order.length));
  const sides = order === 'left-first' ? (['left', 'right'] as const) : (['right', 'left'] as const);
  const halves = source.pages.flatMap(({ number, width, height }): Half[] =>
    width > leastRatio * height
      ? sides.map((side) => ({ whole: number, side }))
      : [{ whole: number, side: 'all' }],
  );
  const infoOf = ({ whole, side }: Half, index: number): PageInfo => {
    const info = source.pages.find(({ number }) => number === whole);
    const { width = 0, height = 0, ...rest } = info ?? {};
    const share = side === 'all' ? 1 : cut === 'auto' ? 0.5 : side === 'left' ? cut / 100 : 1 - cut / 100;
    return { ...rest, number: index + 1, width: Math.ceil(width * share), height };
  };
  const halfOf = (page: number): Half => halves[page - 1] ?? { whole: page, side: 'all' };
  const taken = async (
    page: number,
    options?: RasteriseOptions,
  ): Promise<{ raster: PageRaster; box: Box }> => {
    const { whole, side } = halfOf(page);
    const raster = await source.rasterise(whole, options);
    return { raster, box: boxOf(raster.raster, side, cut) };
  };
  return {
    info: { ...source.info, pageCount: halves.length },
    pages: halves.map(infoOf),
    async rasterise(page, options) {
      const { raster, box } = await taken(page, options);
      const { scale } = raster.transform;
      return {
        ...raster,
        raster: cropRaster(raster.raster, box),
        transform: {
          ...raster.transform,
          sourceWidth: box.width / scale,
          sourceHeight: box.height / scale,
        },
      };
    },
    async text(page, options) {
      const { whole, side } = halfOf(page);
      const text = await source.text(whole, options);
      if (side === 'all' || text.runs.length === 0) return text;
      const { box } = await taken(page, options);
      return { ...text, runs: runsIn(text.runs, box) };
    },
    close: () => source.close(),
  };
}

function boxOf(raster: Raster, side: Half['side'], cut: SpreadCut): Box {
  const { width, height } = raster;
  if (side === 'all') return { x: 0, y: 0, width, height };
  const at = cut === 'auto' ? gutterOf(raster) : Math.round((width * cut) / 100);
  return side === 'left' ? { x: 0, y: 0, width: at, height } : { x: at, y: 0, width: width - at, height };
}

/**
 * The column where the pages meet: the middle of the widest stretch around the centre that print does not cross. The
 * shadow of a fold changes along a row and hardly along a column, so it is not taken for print.
 */
export function gutterOf({ data, width, height }: Raster): number {
  const from = Math.round(width * (0.5 - middleBand / 2));
  const to = Math.round(width * (0.5 + middleBand / 2));
  const most = height / 400;
  let best: Stretch = { from: Math.round(width / 2), to: Math.round(width / 2) };
  for (const clear of stretchesOf(from, to, (x) => crossings(data, width, height, x) <= most)) {
    if (clear.to - clear.from > best.to - best.from) best = clear;
  }
  return Math.round((best.from + best.to) / 2);
}

function crossings(data: Uint8Array, width: number, height: number, x: number): number {
  let count = 0;
  let above = data[x * 3 + 1] ?? 0;
  for (let y = 1; y < height; y++) {
    const value = data[(y * width + x) * 3 + 1] ?? 0;
    if (Math.abs(value - above) > printContrast) count++;
    above = value;
  }
  return count;
}

function runsIn(runs: readonly TextRun[], half: Box): TextRun[] {
  return runs
    .filter(({ box }) => {
      const middle = box.x + box.width / 2;
      return middle >= half.x && middle < half.x + half.width;
    })
    .map((run) => ({ ...run, box: { ...run.box, x: run.box.x - half.x } }));
}
