/** Straightens a scanned page. */
import { createRaster, type Raster } from '../../base/raster';
import { straightenedSize } from '../../base/turning';

/**
 * Turns the page clockwise by `degrees` about its centre, bilinearly; its size becomes `straightenedSize`. Corners
 * that come into view get the colour of the page's border.
 */
export function deskew(raster: Raster, degrees: number): Raster {
  if (degrees === 0) return raster;
  const { width, height, data } = raster;
  const size = straightenedSize(width, height, degrees);
  const out = createRaster(size.width, size.height, 0);
  const [red, green, blue] = borderColour(raster);
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const rowBytes = width * 3;
  for (let y = 0; y < size.height; y++) {
    const dy = y + 0.5 - size.height / 2;
    let sourceX = (0.5 - size.width / 2) * cos + dy * sin + width / 2 - 0.5;
    let sourceY = (size.width / 2 - 0.5) * sin + dy * cos + height / 2 - 0.5;
    let to = y * size.width * 3;
    for (let x = 0; x < size.width; x++, to += 3, sourceX += cos, sourceY -= sin) {
      const left = Math.floor(sourceX);
      const top = Math.floor(sourceY);
      if (left < -1 || top < -1 || left >= width || top >= height) {
        out.data[to] = red;
        out.data[to + 1] = green;
        out.data[to + 2] = blue;
        continue;
      }
      const fx = sourceX - left;
      const fy = sourceY - top;
      const x0 = Math.max(0, left);
      const y0 = Math.max(0, top);
      const a = y0 * rowBytes + x0 * 3;
      const b = left + 1 < width && left >= 0 ? a + 3 : a;
      const down = top + 1 < height && top >= 0 ? rowBytes : 0;
      const wa = (1 - fx) * (1 - fy);
      const wb = fx * (1 - fy);
      const wc = (1 - fx) * fy;
      const wd = fx * fy;
      for (let channel = 0; channel < 3; channel++) {
        out.data[to + channel] =
          data[a + channel]! * wa +
          data[b + channel]! * wb +
          data[a + down + channel]! * wc +
          data[b + down + channel]! * wd +
          0.5;
      }
    }
  }
  return out;
}

/** Median of the outermost pixels, per channel. */
function borderColour({ width, height, data }: Raster): [number, number, number] {
  const histograms = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  let count = 0;
  const add = (x: number, y: number): void => {
    count++;
    histograms.forEach((histogram, channel) => {
      const value = data[(y * width + x) * 3 + channel]!;
      histogram[value] = histogram[value]! + 1;
    });
  };
  for (let x = 0; x < width; x++) for (const y of [0, height - 1]) add(x, y);
  for (let y = 0; y < height; y++) for (const x of [0, width - 1]) add(x, y);
  const median = (histogram: Uint32Array): number => {
    let seen = 0;
    return histogram.findIndex((n) => {
      seen += n;
      return seen * 2 >= count;
    });
  };
  return [median(histograms[0]!), median(histograms[1]!), median(histograms[2]!)];
}
