/** How points move when a picture is turned; the pixel counterpart lives in intake. */
import type { Point, Quad } from './geometry';

/**
 * The quadrilateral after the picture (`width` × `height` before) was turned clockwise by quarter turns. Corners are
 * renamed so that the first is again the top left one.
 */
export function turnQuad(quad: Quad, width: number, height: number, quarterTurns: number): Quad {
  const turns = ((quarterTurns % 4) + 4) % 4;
  const move = ({ x, y }: Point): Point => {
    if (turns === 1) return { x: height - y, y: x };
    if (turns === 2) return { x: width - x, y: height - y };
    if (turns === 3) return { x: y, y: width - x };
    return { x, y };
  };
  // After one clockwise turn the old bottom left corner is the new top left one, and so on.
  const [a, b, c, d] = quad.map(move) as unknown as [Point, Point, Point, Point];
  if (turns === 1) return [d, a, b, c];
  if (turns === 2) return [c, d, a, b];
  if (turns === 3) return [b, c, d, a];
  return [a, b, c, d];
}

/** Up to here a straightened picture keeps its size: only empty corners leave it. Degrees. */
const smallSkew = 5;

/** Size of a picture after its content was turned by `degrees`: grown to hold all of it unless the turn is small. */
export function straightenedSize(
  width: number,
  height: number,
  degrees: number,
): { readonly width: number; readonly height: number } {
  if (Math.abs(degrees) <= smallSkew) return { width, height };
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.abs(Math.cos(radians));
  const sin = Math.abs(Math.sin(radians));
  return { width: Math.ceil(width * cos + height * sin), height: Math.ceil(width * sin + height * cos) };
}

/** The quadrilateral after the picture's content was turned clockwise by `degrees`: centre goes to centre. */
export function rotateQuad(quad: Quad, width: number, height: number, degrees: number): Quad {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const after = straightenedSize(width, height, degrees);
  const move = ({ x, y }: Point): Point => ({
    x: after.width / 2 + (x - width / 2) * cos - (y - height / 2) * sin,
    y: after.height / 2 + (x - width / 2) * sin + (y - height / 2) * cos,
  });
  return quad.map(move) as unknown as Quad;
}

export function moveQuad([a, b, c, d]: Quad, x: number, y: number): Quad {
  const move = (point: Point): Point => ({ x: point.x + x, y: point.y + y });
  return [move(a), move(b), move(c), move(d)];
}
