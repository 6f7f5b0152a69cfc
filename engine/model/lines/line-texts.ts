/** Texts of all lines that wait for the recogniser, those of tables that it read as nothing once more. */
import { yieldToHost } from '../../base/abort';
import { type Point, type Quad, quadOfBox } from '../../base/geometry';
import type { Raster } from '../../base/raster';
import type { Line } from '../../document';
import type { LineText } from './ctc';
import type { LineRecogniser, LineSteps } from './recogniser';

/** More white at both sides of a line, in its heights. */
const moreWhite = 0.15;

export interface WaitingLine {
  readonly page: Raster;
  readonly line: Line;
  /** Found by the detector in a table. */
  readonly isOfTable: boolean;
}

/**
 * Short texts of a cell ("III", "…") are read as nothing now and then, and their cells would come out empty. A second
 * look at a little more of the page tells them in most cases.
 */
export async function recogniseLines(
  recogniser: Pick<LineRecogniser, 'recognise'>,
  waiting: readonly WaitingLine[],
  signal: AbortSignal | undefined,
  onSteps: ((line: Line, steps: LineSteps) => void) | undefined,
): Promise<LineText[]> {
  const recognise = (lines: readonly WaitingLine[], white: number): Promise<LineText[]> =>
    recogniser.recognise(
      lines.map(({ page, line }) => ({ page, quad: widened(quadOf(line), white) })),
      {
        signal,
        onBatch: yieldToHost,
        onSteps: onSteps && ((index, steps) => onSteps(lines[index]!.line, steps)),
      },
    );
  const texts = await recognise(waiting, 0);
  const silent = waiting.filter(({ isOfTable }, index) => isOfTable && texts[index]!.text === '');
  if (silent.length === 0) return texts;
  const again = await recognise(silent, moreWhite);
  return texts.map((text, index) => again[silent.indexOf(waiting[index]!)] ?? text);
}

const quadOf = ({ quad, box }: Line): Quad => quad ?? quadOfBox(box);

function widened([a, b, c, d]: Quad, white: number): Quad {
  const share = (white * Math.hypot(d.x - a.x, d.y - a.y)) / Math.max(1, Math.hypot(b.x - a.x, b.y - a.y));
  const [x, y] = [share * (b.x - a.x), share * (b.y - a.y)];
  const moved = (point: Point, side: -1 | 1): Point => ({ x: point.x + side * x, y: point.y + side * y });
  return [moved(a, -1), moved(b, 1), moved(c, 1), moved(d, -1)];
}
