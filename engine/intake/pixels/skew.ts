/** Finds and removes the small slant of a scanned page. */
import { createRaster, type Raster } from '../../base/raster';
import { straightenedSize } from '../../base/turning';

export interface Skew {
  /** Turning the page clockwise by this much makes its lines level; 0 where nothing is sure. Within ±25, to 0.1. */
  readonly degrees: number;
  /** 0..1: how much clearer the lines are at this angle than at others. Below 0.5 the angle was rejected. */
  readonly confidence: number;
}

const most = 25;
/** Beyond what a feeder does, an angle has to be beyond doubt. */
const usual = 10;
const surely = 0.8;
const probably = 0.5;
const coarseStep = 0.5;
const fineStep = 0.05;
const workingHeight = 900;
/** A page with fewer rising edges than this has too few letters to tell. */
const leastEdges = 250;

interface Edges {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly height: number;
}

/**
 * Text lines stand on baselines: at the right angle the lower edges of the letters gather in few rows. Photographs,
 * sparse pages and vertical text give no such angle and are rejected.
 */
export function estimateSkew(raster: Raster): Skew {
  const edges = lowerEdges(raster);
  if (edges.x.length < leastEdges) return { degrees: 0, confidence: 0 };
  const angles: number[] = [];
  for (let angle = -most; angle <= most; angle += coarseStep) angles.push(angle);
  const scores = angles.map((angle) => gathering(edges, angle));
  const best = angles[scores.indexOf(Math.max(...scores))] ?? 0;
  let degrees = best;
  let top = -Infinity;
  for (let angle = best - coarseStep; angle <= best + coarseStep; angle += fineStep) {
    const score = gathering(edges, angle);
    if (score > top) {
      top = score;
      degrees = angle;
    }
  }
  // Far from the best angle the score is that of unordered edges; its ratio to the best says how clear the lines are.
  const away = scores.filter((_, i) => Math.abs((angles[i] ?? 0) - best) > 2).sort((a, b) => a - b);
  const typical = away[Math.floor(away.length / 2)] ?? top;
  const rival = away[away.length - 1] ?? top;
  const confidence = Math.max(0, Math.min((top / typical - 1) / 1.5, (top / rival - 1) / 0.3, 1));
  const needed = Math.abs(degrees) > usual ? surely : probably;
  if (confidence < needed || Math.abs(degrees) > most - 0.2) {
    return { degrees: 0, confidence: Math.min(confidence, 0.49) };
  }
  return { degrees: Math.round(degrees * 10) / 10 || 0, confidence };
}

/** Dark pixels with light below them, in a reduced picture with the centre of the page as origin. */
function lowerEdges(raster: Raster): Edges {
  const factor = Math.max(1, Math.round(Math.max(raster.width, raster.height) / workingHeight));
  const width = Math.floor(raster.width / factor);
  const height = Math.floor(raster.height / factor);
  const grey = reducedGrey(raster, factor, width, height);
  const threshold = darkThreshold(grey);
  const xs: number[] = [];
  const ys: number[] = [];
  const margin = Math.round(Math.min(width, height) * 0.02);
  for (let y = margin; y < height - 1 - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const at = y * width + x;
      if (grey[at]! < threshold && grey[at + width]! >= threshold) {
        xs.push(x - width / 2);
        ys.push(y - height / 2);
      }
    }
  }
  return { x: Float32Array.from(xs), y: Float32Array.from(ys), height };
}

/** Mean of the green channel over squares of `factor` pixels. */
function reducedGrey(
  { data, width: rowPixels }: Raster,
  factor: number,
  width: number,
  height: number,
): Uint8Array {
  const grey = new Uint8Array(width * height);
  const share = 1 / (factor * factor);
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    sums.fill(0);
    for (let j = 0; j < factor; j++) {
      let at = (y * factor + j) * rowPixels * 3 + 1;
      for (let x = 0; x < width; x++) {
        let sum = 0;
        for (let i = 0; i < factor; i++, at += 3) sum += data[at]!;
        sums[x] = sums[x]! + sum;
      }
    }
    for (let x = 0; x < width; x++) grey[y * width + x] = sums[x]! * share;
  }
  return grey;
}

/** Otsu's threshold: the value that best parts paper from ink. */
function darkThreshold(grey: Uint8Array): number {
  const histogram = new Float64Array(256);
  for (let i = 0; i < grey.length; i++) histogram[grey[i]!] = histogram[grey[i]!]! + 1;
  let sum = 0;
  for (let value = 0; value < 256; value++) sum += value * histogram[value]!;
  let darkCount = 0;
  let darkSum = 0;
  let best = 0;
  let threshold = 128;
  for (let value = 0; value < 255; value++) {
    darkCount += histogram[value]!;
    darkSum += value * histogram[value]!;
    const lightCount = grey.length - darkCount;
    if (darkCount === 0 || lightCount === 0) continue;
    const difference = darkSum / darkCount - (sum - darkSum) / lightCount;
    const between = darkCount * lightCount * difference * difference;
    if (between > best) {
      best = between;
      threshold = value + 1;
    }
  }
  return threshold;
}

/** Sum of squares over rows of the edges that fall into each, the page having been turned clockwise by `angle`. */
function gathering({ x, y, height }: Edges, angle: number): number {
  const slope = Math.tan((angle * Math.PI) / 180);
  const offset = height;
  const rows = new Float32Array(height * 2 + 2);
  for (let i = 0; i < x.length; i++) {
    const row = y[i]! + x[i]! * slope + offset;
    const low = Math.floor(row);
    if (low < 0 || low + 1 >= rows.length) continue;
    const part = row - low;
    rows[low] = rows[low]! + 1 - part;
    rows[low + 1] = rows[low + 1]! + part;
  }
  let score = 0;
  for (let i = 0; i < rows.length; i++) score += rows[i]! * rows[i]!;
  return score;
}

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
