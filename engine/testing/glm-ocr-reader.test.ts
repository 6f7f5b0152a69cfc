import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRaster } from '../base/raster';
import { blockDiffusionDrafter, type DecodeEvent, decode, loopGuards, nGramDrafter } from '../decoding';
import { openGlmOcrReader, type Reader, type ReadRequest } from '../model';
import { type Expected, modelFolder, readExpected } from '../model/glm-ocr/fixtures';

describe('the reader of a GLM-OCR folder', () => {
  let reader: Reader;
  let expected: Expected;
  let requests: ReadRequest[];

  beforeAll(async () => {
    expected = await readExpected('gravity-like');
    reader = await openGlmOcrReader({
      folder: modelFolder('gravity-like'),
      threads: 2,
      decode,
      cap: 40,
      planFor: ({ verifier, task, trainedBlockLength = 0 }) => ({
        plan: {
          mode: 'self-speculative',
          drafters: [nGramDrafter({}), blockDiffusionDrafter(verifier)],
          blockLength: trainedBlockLength,
        },
        loopGuard: loopGuards[task],
      }),
    });
    // The pictures stand on one page, away from its edges, so that the crop matters.
    const page = createRaster(400, 400);
    requests = [];
    let y = 13;
    for (const { task } of expected.cases) {
      const picture = await expected.raster(`${task}.image`);
      const box = { x: 31, y, width: picture.width, height: picture.height };
      for (let row = 0; row < picture.height; row++) {
        const from = row * picture.width * 3;
        page.data.set(picture.data.subarray(from, from + picture.width * 3), ((y + row) * 400 + 31) * 3);
      }
      requests.push({ regionId: `r-${task}`, task, page, box, lines: [] });
      y += picture.height + 5;
    }
  });
  afterAll(() => reader.close());

  it('O06: crops, decodes, marks what was cut off, and says how each token came about', async () => {
    const events: DecodeEvent[] = [];
    const readings = [];
    const onDecodeEvent = (_: string, event: DecodeEvent) => events.push(event);
    for await (const reading of reader.read(requests, { onDecodeEvent })) readings.push(reading);
    expect(readings.map(({ regionId }) => regionId)).toEqual(['r-text', 'r-table', 'r-formula']);
    readings.forEach(({ reading, marks }, i) => {
      const greedy = expected.cases[i]?.greedy.slice(0, 40) ?? [];
      expect(reading.tokens?.map(({ id }) => id)).toEqual(greedy);
      expect(reading).toMatchObject({ stop: 'cap', mode: 'self-speculative', model: 'model' });
      expect(marks).toEqual([expect.objectContaining({ kind: 'cut-off' })]);
      expect(reading.text).toBe(reader.textOf?.(greedy).trim());
      // Ranges cover the text in order, without gap or overlap.
      let place = 0;
      for (const { start, end } of reading.tokens ?? []) {
        expect(start).toBe(place);
        place = end;
      }
      expect(place).toBeLessThanOrEqual(reading.text.length);
      expect(reading.counters.forwards).toBeGreaterThan(reading.counters.rounds);
    });
    expect(events.filter(({ kind }) => kind === 'done')).toHaveLength(3);
  });

  it('leaves pictures and text from the file alone', async () => {
    const [first] = requests;
    if (!first) throw new Error('No request.');
    const line = { box: first.box, text: 'from the file' };
    const readings = [];
    for await (const { reading } of reader.read(
      [
        { ...first, task: 'none' },
        { ...first, lines: [line] },
      ],
      {},
    )) {
      readings.push(reading);
    }
    expect(readings[0]).toMatchObject({ text: '', counters: { forwards: 0 } });
    expect(readings[1]).toMatchObject({ text: 'from the file', mode: 'existing-text' });
  });

  it('stops between engine runs when asked to', async () => {
    const abort = new AbortController();
    const seen: string[] = [];
    const all = async () => {
      for await (const { regionId } of reader.read(requests, {
        signal: abort.signal,
        onDecodeEvent: (id, event) => {
          if (id === 'r-table' && event.kind === 'round-verified') abort.abort();
        },
      })) {
        seen.push(regionId);
      }
    };
    await expect(all()).rejects.toMatchObject({ code: 'cancelled' });
    expect(seen).toEqual(['r-text']);
  });
});
