/** Pages that are all different: pictures with seeded noise, so that nothing can be answered from a cache. */
import fs from 'node:fs';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

/** Grey levels; far below what changes a letter. */
const amplitude = 3;

/** Writes `count` pages into the folder, made in turn from the pictures; gives their paths in order. */
export async function noisyPages(
  pictures: readonly string[],
  count: number,
  folder: string,
): Promise<string[]> {
  fs.mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (let index = 0; index < count; index++) {
    const picture = pictures[index % pictures.length];
    if (picture === undefined) throw new Error('There are no pictures to make pages from.');
    const file = path.join(folder, `${String(index + 1).padStart(4, '0')}.png`);
    fs.writeFileSync(file, await noisy(picture, index + 1));
    files.push(file);
  }
  return files;
}

async function noisy(picture: string, seed: number): Promise<Buffer> {
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, image.width, image.height);
  context.drawImage(image, 0, 0);
  const pixels = context.getImageData(0, 0, image.width, image.height);
  let state = seed * 2654435761;
  for (let at = 0; at < pixels.data.length; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    const change = ((state >>> 16) % (2 * amplitude + 1)) - amplitude;
    for (let channel = at; channel < at + 3; channel++) {
      pixels.data[channel] = (pixels.data[channel] ?? 0) + change;
    }
  }
  context.putImageData(pixels, 0, 0);
  return canvas.encode('png');
}
