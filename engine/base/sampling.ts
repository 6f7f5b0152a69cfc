/** Resampling from RGB rasters into rasters or network input. Pure; no knowledge of models. */
import type { Point, Quad } from './geometry';
import type { Raster } from './raster';

/** Per-channel affine map of bytes into network input: `value * scale[c] + shift[c]`. */
export interface Normalisation {
  readonly scale: readonly [number, number, number];
  readonly shift: readonly [number, number, number];
  /** Order of the planes written; the raster itself is always RGB. */
  readonly order: 'rgb' | 'bgr';
}

/** (x / 255 - mean) / deviation, means and deviations given in the order of the planes. */
export function normalisation(
  mean: readonly [number, number, number],
  deviation: readonly [number, number, number],
  order: 'rgb' | 'bgr',
): Normalisation {
  const scale = deviation.map((d) => 1 / (255 * d)) as unknown as [number, number, number];
  const shift = mean.map((m, channel) => -m / (deviation[channel] ?? 1)) as unknown as [
    number,
    number,
    number,
  ];
  return { scale, shift, order };
}

/**
 * Samples a quadrilateral of the raster into `out` as planes [3, height, stride], columns 0..width-1, starting at
 * `offset`. Bilinear; when shrinking by more than 1.5 several samples are averaged, so thin strokes survive.
 * Points outside the raster repeat its edge.
 */
export function sampleQuad(
  raster: Raster,
  quad: Quad,
  width: number,
  height: number,
  out: Float32Array,
  offset: number,
  stride: number,
  { scale, shift, order }: Normalisation,
): void {
  const [topLeft, topRight, bottomRight, bottomLeft] = quad;
  const spanX = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y) / width;
  const spanY = Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y) / height;
  const stepsX = Math.min(8, Math.max(1, Math.ceil(spanX / 1.5)));
  const stepsY = Math.min(8, Math.max(1, Math.ceil(spanY / 1.5)));
  const share = 1 / (stepsX * stepsY);
  const plane = stride * height;
  const [s0, s1, s2] = scale;
  const [b0, b1, b2] = shift;
  const red = order === 'rgb' ? 0 : 2;
  const { data, width: rasterWidth, height: rasterHeight } = raster;
  const maxX = rasterWidth - 1;
  const maxY = rasterHeight - 1;
  // The samples of one row lie on stepsY straight lines: where each begins, and its step from sample to sample.
  const startsX = new Float64Array(stepsY);
  const startsY = new Float64Array(stepsY);
  const slopesX = new Float64Array(stepsY);
  const slopesY = new Float64Array(stepsY);
  const isGrey = isGreyAround(raster, quad);
  for (let row = 0; row < height; row++) {
    for (let j = 0; j < stepsY; j++) {
      const v = (row + (j + 0.5) / stepsY) / height;
      const x = (1 - v) * topLeft.x + v * bottomLeft.x;
      const y = (1 - v) * topLeft.y + v * bottomLeft.y;
      startsX[j] = x - 0.5;
      startsY[j] = y - 0.5;
      slopesX[j] = ((1 - v) * topRight.x + v * bottomRight.x - x) / (width * stepsX);
      slopesY[j] = ((1 - v) * topRight.y + v * bottomRight.y - y) / (width * stepsX);
    }
    for (let column = 0; column < width; column++) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      for (let j = 0; j < stepsY; j++) {
        const slopeX = slopesX[j]!;
        const slopeY = slopesY[j]!;
        for (let i = 0; i < stepsX; i++) {
          const along = column * stepsX + i + 0.5;
          let x = startsX[j]! + along * slopeX;
          let y = startsY[j]! + along * slopeY;
          if (x < 0) x = 0;
          else if (x > maxX) x = maxX;
          if (y < 0) y = 0;
          else if (y > maxY) y = maxY;
          const x0 = x | 0;
          const y0 = y | 0;
          const fx = x - x0;
          const fy = y - y0;
          const a = (y0 * rasterWidth + x0) * 3;
          const right = x0 < maxX ? 3 : 0;
          const down = y0 < maxY ? rasterWidth * 3 : 0;
          const g00 = (1 - fx) * (1 - fy);
          const g10 = fx * (1 - fy);
          const g01 = (1 - fx) * fy;
          const g11 = fx * fy;
          const b = a + right;
          const c = a + down;
          const d = c + right;
          sum0 += g00 * data[a]! + g10 * data[b]! + g01 * data[c]! + g11 * data[d]!;
          if (isGrey) continue;
          sum1 += g00 * data[a + 1]! + g10 * data[b + 1]! + g01 * data[c + 1]! + g11 * data[d + 1]!;
          sum2 += g00 * data[a + 2]! + g10 * data[b + 2]! + g01 * data[c + 2]! + g11 * data[d + 2]!;
        }
      }
      if (isGrey) {
        sum1 = sum0;
        sum2 = sum0;
      }
      const at = offset + row * stride + column;
      const first = red === 0 ? sum0 : sum2;
      const last = red === 0 ? sum2 : sum0;
      out[at] = first * share * s0 + b0;
      out[at + plane] = sum1 * share * s1 + b1;
      out[at + 2 * plane] = last * share * s2 + b2;
    }
  }
}

/**
 * The whole raster, shrunk to width × height by averaging areas, as planes [3, height, width]. Each source pixel is
 * touched once, so a full page costs tens of milliseconds. Enlarging goes by `sampleQuad`.
 */
export function sampleRaster(
  raster: Raster,
  width: number,
  height: number,
  out: Float32Array,
  target: Normalisation,
): void {
  const { width: sourceWidth, height: sourceHeight } = raster;
  if (width > sourceWidth || height > sourceHeight) {
    sampleQuad(raster, quadOfRaster(raster), width, height, out, 0, width, target);
    return;
  }
  const { scale, shift, order } = target;
  const plane = width * height;
  const stepY = sourceHeight / height;
  const stepX = sourceWidth / width;
  // Where each target column begins: the source column, and the part of it that belongs to the column before.
  const starts = new Int32Array(width + 1);
  const parts = new Float32Array(width + 1);
  for (let x = 0; x <= width; x++) {
    const at = Math.min(sourceWidth, x * stepX);
    starts[x] = Math.floor(at);
    parts[x] = at - starts[x]!;
  }
  const [scale0, scale1, scale2] = scale;
  const share = 1 / (stepX * stepY);
  const isRgb = order === 'rgb';
  const isGrey = isGreyIn(raster, 0, 0, sourceWidth, sourceHeight);
  const channels = isGrey ? 1 : 3;
  // One pixel more than the source has, so that the last column may look, with weight 0, beyond it.
  const row = new Float32Array((sourceWidth + 1) * channels);
  for (let y = 0; y < height; y++) {
    sumRows(raster, y * stepY, (y + 1) * stepY, channels, row);
    for (let x = 0; x < width; x++) {
      let from = starts[x]! * channels;
      const last = starts[x + 1]! * channels;
      const whole = 1 - parts[x]!;
      const part = parts[x + 1]!;
      let red = whole * row[from]!;
      let green = red;
      let blue = red;
      if (isGrey) {
        for (from++; from < last; from++) red += row[from]!;
        red += part * row[last]!;
        green = red;
        blue = red;
      } else {
        green = whole * row[from + 1]!;
        blue = whole * row[from + 2]!;
        for (from += 3; from < last; from += 3) {
          red += row[from]!;
          green += row[from + 1]!;
          blue += row[from + 2]!;
        }
        red += part * row[last]!;
        green += part * row[last + 1]!;
        blue += part * row[last + 2]!;
      }
      const at = y * width + x;
      out[at] = (isRgb ? red : blue) * share * scale0 + shift[0];
      out[at + plane] = green * share * scale1 + shift[1];
      out[at + 2 * plane] = (isRgb ? blue : red) * share * scale2 + shift[2];
    }
  }
}

/**
 * Sum of the source rows `from`..`to`, the first and last by the part of them that lies inside; with one channel that
 * of the first.
 */
function sumRows(
  { data, width, height }: Raster,
  from: number,
  to: number,
  channels: 1 | 3,
  sum: Float32Array,
): void {
  const first = Math.floor(from);
  const end = Math.min(height, to);
  const length = width * channels;
  const step = 3 / channels;
  const weightOf = (row: number): number => Math.min(end, row + 1) - Math.max(from, row);
  let row = first;
  // Three rows at a time: each pass over `sum` costs more than the arithmetic. Rounded as if they came one by one.
  for (; row + 2 < end; row += 3) {
    const [a, b, c] = [row * width * 3, (row + 1) * width * 3, (row + 2) * width * 3];
    const [weightA, weightB, weightC] = [weightOf(row), weightOf(row + 1), weightOf(row + 2)];
    const isFirst = row === first;
    for (let index = 0, at = 0; index < length; index++, at += step) {
      const before = isFirst ? 0 : sum[index]!;
      const two = Math.fround(Math.fround(before + weightA * data[a + at]!) + weightB * data[b + at]!);
      sum[index] = two + weightC * data[c + at]!;
    }
  }
  for (; row < end; row++) {
    const weight = weightOf(row);
    const base = row * width * 3;
    const isFirst = row === first;
    for (let index = 0, at = base; index < length; index++, at += step)
      sum[index] = (isFirst ? 0 : sum[index]!) + weight * data[at]!;
  }
}

/** Whether a third of the sampling is enough: most scans and prints have three equal channels. */
function isGreyIn(
  { data, width }: Raster,
  left: number,
  top: number,
  right: number,
  bottom: number,
): boolean {
  for (let y = top; y < bottom; y++) {
    const end = (y * width + right) * 3;
    for (let at = (y * width + left) * 3; at < end; at += 3) {
      const value = data[at];
      if (data[at + 1] !== value || data[at + 2] !== value) return false;
    }
  }
  return true;
}

function isGreyAround(raster: Raster, quad: Quad): boolean {
  const inside = (value: number, size: number): number => Math.min(size, Math.max(0, value));
  const xs = quad.map(({ x }) => x);
  const ys = quad.map(({ y }) => y);
  return isGreyIn(
    raster,
    inside(Math.floor(Math.min(...xs)) - 1, raster.width - 1),
    inside(Math.floor(Math.min(...ys)) - 1, raster.height - 1),
    inside(Math.ceil(Math.max(...xs)) + 1, raster.width),
    inside(Math.ceil(Math.max(...ys)) + 1, raster.height),
  );
}

export function quadOfRaster(raster: Raster): Quad {
  const { width, height } = raster;
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}

/** Lengths of the mean horizontal and vertical sides. */
export function quadSize([topLeft, topRight, bottomRight, bottomLeft]: Quad): {
  width: number;
  height: number;
} {
  const length = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
  return {
    width: (length(topLeft, topRight) + length(bottomLeft, bottomRight)) / 2,
    height: (length(topLeft, bottomLeft) + length(topRight, bottomRight)) / 2,
  };
}
