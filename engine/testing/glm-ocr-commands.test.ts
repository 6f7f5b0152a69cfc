/** The commands over weights whose drafts are worth something: the overfitted checkpoint of the tests. */
import { join } from 'node:path';
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Raster } from '../base/raster';
import { runCli } from '../cli/run';
import { parseTrace, replay } from '../decoding';
import { type OverfittedCrop, overfittedFolder, readOverfittedCrops } from '../model/glm-ocr/fixtures';
import { pdf } from './document-files';
import { png } from './drawn-page';
import { assetsDir, makeWorkplace, type Workplace } from './workplace';

const model = join(overfittedFolder, 'model');

let place: Workplace;
let texts: OverfittedCrop[];
beforeAll(async () => {
  place = await makeWorkplace();
  const crops = await readOverfittedCrops();
  texts = crops.filter(({ trained, task }) => trained && task === 'text').slice(0, 3);
  await place.put('three.pdf', await pdf(texts.map(({ picture }) => ({ picture: onPaper(picture, 90) }))));
  const [first] = texts;
  if (first) await place.put('crop.png', png(onPaper(first.picture, 0)));
});
afterAll(() => place.remove());

/** The picture amid white paper of so many pixels. */
function onPaper({ width, height, data }: Raster, margin: number): Canvas {
  const canvas = createCanvas(width + 2 * margin, height + 2 * margin);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const image = context.createImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    image.data.set([...data.subarray(3 * pixel, 3 * pixel + 3), 255], 4 * pixel);
  }
  context.putImageData(image, margin, margin);
  return canvas;
}

async function palimpsest(...argv: string[]): Promise<string> {
  let out = '';
  let errors = '';
  const code = await runCli(argv, {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      errors += text;
    },
    cwd: place.folder,
    assetsDir,
  });
  expect(errors).not.toMatch(/error/i);
  expect(code).toBe(0);
  return out;
}

it('both modes read a PDF of three pages alike, draft and verify in fewer forwards', async () => {
  const compared = await palimpsest('compare', 'three.pdf', '--model', model);
  expect(compared).toMatch(/^identical: yes \((\d+)\/\1 regions\)/);
  const rate = (mode: string): number =>
    Number(new RegExp(`${mode}: ([\\d.]+) tokens/forward`).exec(compared)?.[1]);
  expect(rate('autoregressive')).toBe(1);
  expect(rate('self-speculative')).toBeGreaterThan(1);
}, 240_000);

it('the rounds of a trace replay to the text that was printed', async () => {
  const [crop] = texts;
  if (!crop) throw new Error('There is no crop.');
  const { text } = crop;
  const argv = ['read', 'crop.png', '--task', 'text', '--model', model, '--trace', 'trace.json'];
  expect(await palimpsest(...argv)).toBe(`${text}\n`);
  const trace = parseTrace(await place.text('trace.json'));
  const rounds = [...replay(trace)];
  const done = rounds[rounds.length - 1];
  if (done?.kind !== 'done') throw new Error('The trace has no end.');
  const pieces = done.reading.ids.map((id) => trace.subject.pieces?.[id] ?? '');
  expect(pieces.join('')).toBe(text);
  expect(trace.subject.text).toBe(text);
  expect(trace.rounds.length).toBeLessThan(done.reading.ids.length / 5);
}, 240_000);
