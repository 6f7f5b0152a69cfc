// Makes a drawn page look as if it came from a scanner: skew, soft ink, uneven paper, show-through, specks.
import { createCanvas } from '@napi-rs/canvas';
import { bell, createRandom, createSmoothNoise } from './random.mjs';

/**
 * @typedef {object} ScanOptions
 * @property {number} seed
 * @property {number} skewDegrees clockwise
 * @property {[number, number, number]} paper
 * @property {[number, number, number]} ink
 * @property {number} noise deviation of a pixel's brightness, 0..255
 * @property {number} wear 0: even ink; 1: ink missing in places
 * @property {number} showThrough darkness of the reverse side, 0..1
 * @property {boolean} [gutter] dark edge on the left, as at a book's spine
 * @property {number} [quality] of the JPEG, 0..100
 *
 * @param {import('@napi-rs/canvas').Canvas} page black on white @param {ScanOptions} options
 * @returns {Promise<Buffer>} a JPEG
 */
export async function scan(page, options) {
  const { width, height } = page;
  const random = createRandom(options.seed);
  const cover = soften(inkOf(turned(page, options.skewDegrees)), width, height);
  const paperTone = createSmoothNoise(random, width, height, 420);
  const fibre = createSmoothNoise(random, width, height, 5);
  const density = createSmoothNoise(random, width, height, 26);
  const reverse = soften(soften(soften(cover, width, height), width, height), width, height);

  const out = createCanvas(width, height);
  const context = out.getContext('2d');
  const image = context.createImageData(width, height);
  let grain = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      // Neighbouring pixels share some of their noise, as in a real sensor.
      grain = grain * 0.45 + bell(random) * options.noise * 0.9;
      const worn = 1 - options.wear * Math.max(0, density(x, y) - 0.35) - options.wear * 0.35 * fibre(x, y);
      const ink = Math.min(1, Math.max(0, (cover[at] * worn - 0.05) * 1.12));
      const behind = reverse[y * width + (width - 1 - x)] * options.showThrough;
      const shade =
        1 - 0.035 * paperTone(x, y) - 0.012 * fibre(x, y) - edgeShade(x, y, width, height, options.gutter);
      for (let channel = 0; channel < 3; channel++) {
        const paper = options.paper[channel] * shade * (1 - behind);
        image.data[at * 4 + channel] = paper * (1 - ink) + options.ink[channel] * ink + grain;
      }
      image.data[at * 4 + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  addSpecks(context, width, height, random);
  return out.encode('jpeg', options.quality ?? 60);
}

/** @param {import('@napi-rs/canvas').Canvas} page @param {number} degrees */
function turned(page, degrees) {
  const canvas = createCanvas(page.width, page.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, page.width, page.height);
  context.translate(page.width / 2, page.height / 2);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(page, -page.width / 2, -page.height / 2);
  return context.getImageData(0, 0, page.width, page.height);
}

/** @param {{data: Uint8ClampedArray, width: number, height: number}} image */
function inkOf(image) {
  const ink = new Float32Array(image.width * image.height);
  for (let at = 0; at < ink.length; at++) ink[at] = 1 - image.data[at * 4 + 1] / 255;
  return ink;
}

/** 3×3 binomial blur. @param {Float32Array} from @param {number} width @param {number} height */
function soften(from, width, height) {
  const across = new Float32Array(from.length);
  for (let at = 1; at < from.length - 1; at++) across[at] = (from[at - 1] + 2 * from[at] + from[at + 1]) / 4;
  const down = new Float32Array(from.length);
  for (let at = width; at < width * (height - 1); at++) {
    down[at] = (across[at - width] + 2 * across[at] + across[at + width]) / 4;
  }
  return down;
}

/**
 * @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {boolean | undefined} gutter
 */
function edgeShade(x, y, width, height, gutter) {
  const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
  const rim = edge < 9 ? 0.06 * (1 - edge / 9) : 0;
  const reach = width * 0.055;
  return rim + (gutter && x < reach ? 0.3 * (1 - x / reach) ** 2 : 0);
}

/**
 * @param {import('@napi-rs/canvas').SKRSContext2D} context
 * @param {number} width @param {number} height @param {() => number} random
 */
function addSpecks(context, width, height, random) {
  for (let count = 0; count < 70; count++) {
    context.globalAlpha = 0.15 + random() * 0.4;
    context.fillStyle = random() < 0.75 ? '#333' : '#fff';
    context.beginPath();
    context.ellipse(
      random() * width,
      random() * height,
      0.5 + random() * 1.3,
      0.5 + random(),
      random() * 3,
      0,
      7,
    );
    context.fill();
  }
  context.globalAlpha = 1;
}
