/** A region brought to another raster: its box, its lines, and the places of its readings' text. */
import type { Box, Quad } from '../base/geometry';
import { moveQuad } from '../base/turning';
import type { Line, Reading, Region } from './types';

export function mapRegion(region: Region, box: (box: Box) => Box, quad: (quad: Quad) => Quad): Region {
  return {
    ...region,
    box: box(region.box),
    lines: region.lines.map(
      (line): Line => ({
        ...line,
        box: box(line.box),
        ...(line.quad === undefined ? {} : { quad: quad(line.quad) }),
      }),
    ),
    readings: region.readings.map((reading): Reading => {
      if (reading.spans === undefined) return reading;
      const spans = reading.spans.map((span) =>
        span.box === undefined ? span : { ...span, box: box(span.box) },
      );
      return { ...reading, spans };
    }),
  };
}

/** Nothing changes its size. */
export function moveRegion(region: Region, x: number, y: number): Region {
  if (x === 0 && y === 0) return region;
  return mapRegion(
    region,
    (box) => ({ ...box, x: box.x + x, y: box.y + y }),
    (quad) => moveQuad(quad, x, y),
  );
}
