import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRaster, cropRaster } from './raster';

test('cropRaster copies the pixels that the box touches, and never reads beyond the raster', () => {
  const raster = createRaster(20, 10);
  for (let index = 0; index < raster.data.length; index++) raster.data[index] = index % 251;
  const edge = fc.double({ min: -15, max: 35, noNaN: true });
  const length = fc.double({ min: 0, max: 40, noNaN: true });
  fc.assert(
    fc.property(edge, edge, length, length, (x, y, width, height) => {
      const crop = cropRaster(raster, { x, y, width, height });
      expect(crop.width).toBeGreaterThanOrEqual(1);
      expect(crop.data).toHaveLength(crop.width * crop.height * 3);
      const left = Math.min(19, Math.floor(Math.min(Math.max(x, 0), 20)));
      const top = Math.min(9, Math.floor(Math.min(Math.max(y, 0), 10)));
      expect(left + crop.width).toBeLessThanOrEqual(20);
      expect(top + crop.height).toBeLessThanOrEqual(10);
      const lastRow = crop.height - 1;
      const lastColumn = crop.width - 1;
      expect(crop.data[0]).toBe(raster.data[(top * 20 + left) * 3]);
      expect(crop.data[(lastRow * crop.width + lastColumn) * 3 + 2]).toBe(
        raster.data[((top + lastRow) * 20 + left + lastColumn) * 3 + 2],
      );
    }),
  );
});
