/** The embedded model reads a drawn table with the shipped weights, from the picture to the HTML. */
import { join } from 'node:path';
import { parseFragment } from 'parse5';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decode } from '../decoding';
import type { Decode } from '../decoding/types';
import type { DecodeMode } from '../document';
import { DecodePlans } from '../jobs/decode-plan';
import { openNano } from '../jobs/open-nano';
import {
  type BlockLength,
  openNanoReader,
  type Reader,
  type ReadRequest,
  type RegionReading,
} from '../model';
import { openLinesReader } from '../model/lines';
import { tableTags } from '../model/nano/vocabulary';
import { detectLines } from '../regions/text-lines';
import { openModelFolder, openSession } from '../runtime';
import { tableRequest } from './table-region';
import { assetsDir } from './workplace';

const modelsFolder = join(assetsDir, 'models');
let reader: Reader;
let request: ReadRequest;

beforeAll(async () => {
  reader = await openNano({ modelsFolder, threads: 2 });
  const detection = await openModelFolder(join(modelsFolder, 'pp-ocrv6-det'));
  const detector = await openSession(detection.path('model.onnx'), { threads: 2 });
  const picture = join(__dirname, 'fixtures/drawn-table.png');
  request = await tableRequest(picture, 'r1', (page) => detectLines(detector, page));
  await detector.release();
}, 60_000);
afterAll(() => reader.close());

async function read(from: Reader, mode?: DecodeMode, blockLength?: BlockLength): Promise<RegionReading> {
  const options = { ...(mode && { mode }), ...(blockLength && { blockLength }) };
  for await (const reading of from.read([request], options)) return reading;
  throw new Error('The reader gave nothing.');
}

async function readLines(): Promise<RegionReading> {
  const lines = await openLinesReader({ modelsFolder, threads: 2 });
  const base = await read(lines);
  await lines.close();
  return base;
}

it('by draft and verify as by plain decoding, in fewer forwards', async () => {
  const fast = await read(reader);
  const plain = await read(reader, 'autoregressive');
  expect(fast.reading.mode).toBe('self-speculative');
  expect(fast.reading.text).toBe(plain.reading.text);
  expect(fast.reading.tokens?.map(({ id }) => id)).toEqual(plain.reading.tokens?.map(({ id }) => id));
  expect(fast.reading.counters.forwards).toBeLessThan(plain.reading.counters.forwards / 2);
});

it('with blocks as long as pays, by what forwards cost here: the same text', async () => {
  const costs = await reader.forwardCosts?.([1, 34]);
  expect(costs?.map(({ rows }) => rows)).toEqual([1, 34]);
  expect(costs?.every(({ milliseconds }) => milliseconds > 0)).toBe(true);
  const auto = await read(reader, 'self-speculative', 'auto');
  expect(auto.reading.text).toBe((await read(reader)).reading.text);
  expect(auto.reading.counters.rounds).toBeGreaterThan(0);
});

it('as HTML whose tokens say where they lie, with header cells that the network does not see', async () => {
  const { reading } = await read(reader);
  const base = await readLines();
  expect(reading.format).toBe('table-html');
  const written = reading.tokens?.map(({ start, end }) => reading.text.slice(start, end)).join('');
  expect(written).toBe(reading.text);
  const table = parseFragment(reading.text).childNodes[0];
  expect(table?.nodeName).toBe('table');
  expect(base.reading.text).not.toContain('<th>');
  expect(reading.text).toContain('<tr><th>Due date</th>');
});

it('as the line reader has it where decoding has lost a row', async () => {
  const losing: Decode = async function* (...given) {
    const whole = yield* decode(...given);
    const lost = [tableTags.row, tableTags.rowEnd].map((tag) => whole.ids.lastIndexOf(tag)) as [
      number,
      number,
    ];
    const isKept = (_: unknown, at: number): boolean => at < lost[0] || at > lost[1];
    return { ...whole, ids: whole.ids.filter(isKept), tokens: whole.tokens.filter(isKept) };
  };
  const plans = new DecodePlans();
  const planFor: Parameters<typeof openNanoReader>[0]['planFor'] = (session) => plans.planFor(session);
  const careless = await openNanoReader({ modelsFolder, threads: 2, decode: losing, planFor });
  const { reading } = await read(careless);
  await careless.close();
  const base = await readLines();
  expect(reading.text).toBe(base.reading.text);
  expect(reading.model).toBe(base.reading.model);
});
