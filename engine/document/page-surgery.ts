/** A page turned or straightened by a person: what becomes of its size, regions, lines and the places of text. */
import type { Box, Point, Quad } from '../base/geometry';
import { rotateQuad, straightenedSize, turnQuad } from '../base/turning';
import { cropPage } from './page-crop';
import { turnBox } from './page-transform';
import { mapRegion } from './region-geometry';
import type { Page, PageTransform } from './types';

export interface PageTurn {
  readonly quarterTurns: 0 | 1 | 2 | 3;
  /** Clockwise. */
  readonly skewDegrees: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** One step of turning: boxes and corners from a raster of one size to one of another. */
interface Step {
  readonly size: Size;
  readonly box: (box: Box) => Box;
  readonly quad: (quad: Quad) => Quad;
}

/**
 * Turns and skew are replaced; a crop goes with what it shows. Boxes keep their size when the page is straightened
 * (their centres move), so that straightening back and forth does not make them grow.
 */
export function turnPage(page: Page, turn: PageTurn): Page {
  const before = page.transform;
  if (before.quarterTurns === turn.quarterTurns && before.skewDegrees === turn.skewDegrees) {
    return { ...page, transform: { ...before, byHand: true } };
  }
  if (before.crop) {
    const { box, turned } = turnWhole(cropPage(page, null), turn);
    return cropPage(turned, box(before.crop));
  }
  return turnWhole(page, turn).turned;
}

function turnWhole(page: Page, turn: PageTurn): { readonly turned: Page; readonly box: (of: Box) => Box } {
  const before = page.transform;
  const steps: Step[] = [];
  let size: Size = { width: page.width, height: page.height };
  const add = (step: Step): void => {
    steps.push(step);
    size = step.size;
  };
  if (before.skewDegrees !== 0) {
    add(straighten(size, -before.skewDegrees, uprightSize(size, before)));
  }
  const turns = (turn.quarterTurns - before.quarterTurns + 4) % 4;
  if (turns !== 0) add(quarterTurn(size, turns));
  if (turn.skewDegrees !== 0) {
    add(straighten(size, turn.skewDegrees, straightenedSize(size.width, size.height, turn.skewDegrees)));
  }
  const box = (of: Box): Box => steps.reduce((now, step) => step.box(now), of);
  const quad = (of: Quad): Quad => steps.reduce((now, step) => step.quad(now), of);
  const turned: Page = {
    ...page,
    width: size.width,
    height: size.height,
    transform: { ...before, ...turn, byHand: true },
    // What the engine did of itself was taken back or done otherwise.
    marks: page.marks.filter(({ kind }) => kind !== 'orientation-corrected' && kind !== 'deskewed'),
    regions: page.regions.map((region) => mapRegion(region, box, quad)),
  };
  return { turned, box };
}

/** Before it was straightened. Up to a small skew pictures keep their size; beyond it, the source tells. */
function uprightSize(
  size: Size,
  { sourceWidth, sourceHeight, scale, quarterTurns, skewDegrees }: PageTransform,
): Size {
  const kept = straightenedSize(size.width, size.height, skewDegrees);
  if (kept.width === size.width && kept.height === size.height) return size;
  const width = Math.round(sourceWidth * scale);
  const height = Math.round(sourceHeight * scale);
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}

function quarterTurn(size: Size, turns: number): Step {
  return {
    size: turns === 2 ? size : { width: size.height, height: size.width },
    box: (box) => turnBox(box, size, turns),
    quad: (quad) => turnQuad(quad, size.width, size.height, turns),
  };
}

/** Content turns by `degrees` about the middle, from a raster of `from` into one of `to`. */
function straighten(from: Size, degrees: number, to: Size): Step {
  const grown = straightenedSize(from.width, from.height, degrees);
  const moved = ({ x, y }: Point): Point => ({
    x: x + (to.width - grown.width) / 2,
    y: y + (to.height - grown.height) / 2,
  });
  const quad = (of: Quad): Quad => {
    const [a, b, c, d] = rotateQuad(of, from.width, from.height, degrees);
    return [moved(a), moved(b), moved(c), moved(d)];
  };
  return {
    size: to,
    quad,
    box: (box) => {
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const [centre] = quad([middle, middle, middle, middle]);
      return { ...box, x: centre.x - box.width / 2, y: centre.y - box.height / 2 };
    },
  };
}
