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

/** The quadrilateral after the picture's content was turned clockwise by `degrees` about its centre. */
export function rotateQuad(quad: Quad, width: number, height: number, degrees: number): Quad {
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const move = ({ x, y }: Point): Point => ({
    x: width / 2 + (x - width / 2) * cos - (y - height / 2) * sin,
    y: height / 2 + (x - width / 2) * sin + (y - height / 2) * cos,
  });
  return quad.map(move) as unknown as Quad;
}
