/** One model in memory, whatever modes and blocks are asked for: counted at the place where weights are opened. */
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Reading } from '../document';
import { GlmOcrModel, type Reader } from '../model';
import { overfittedFolder, readOverfittedCrops } from '../model/glm-ocr/fixtures';
import { findDevices } from '../runtime';
import { assetsDir } from '../testing/workplace';
import type { DecodeSettings } from './decode-plan';
import { SharedModel } from './shared-model';
import { Toolbox } from './toolbox';

const folder = join(overfittedFolder, 'model');
const settings = (more: Partial<DecodeSettings> = {}): DecodeSettings => ({
  mode: 'self-speculative',
  blockLength: 32,
  device: 'cpu',
  ...more,
});
afterEach(() => vi.restoreAllMocks());

async function readFirst(reader: Reader): Promise<Reading> {
  const [crop] = (await readOverfittedCrops()).filter(({ trained }) => trained);
  if (!crop) throw new Error('The fixtures hold no crop.');
  const box = { x: 0, y: 0, width: crop.picture.width, height: crop.picture.height };
  const request = { regionId: 'r', task: crop.task, page: crop.picture, box, lines: [] };
  for await (const { reading } of reader.read([request], {})) return reading;
  throw new Error('Nothing was read.');
}

describe('models of a toolbox', () => {
  it('are opened once for all modes and blocks, and each reader keeps its own', async () => {
    const opening = vi.spyOn(GlmOcrModel, 'open');
    const closing = vi.spyOn(GlmOcrModel.prototype, 'close');
    const usable = (await findDevices()).filter((device) => device.usable && !device.software);
    const hasOther = usable.length > 1;
    const toolbox = new Toolbox({ assetsDir, threads: 2 });
    const ways = [
      settings(),
      settings({ blockLength: 8 }),
      settings({ mode: 'autoregressive' }),
      settings({ mode: 'parallel' }),
      // Where there is nothing else `auto` is the processor, too.
      settings({ device: hasOther ? 'cpu' : 'auto', blockLength: 4 }),
    ];
    // At once, as a job and the window ask.
    const readers = await Promise.all(ways.map((way) => toolbox.reader(folder, way)));
    expect(opening).toHaveBeenCalledTimes(1);
    const readings: Reading[] = [];
    for (const reader of readers) readings.push(await readFirst(reader));
    expect(readings.map(({ mode }) => mode)).toEqual([
      'self-speculative',
      'self-speculative',
      'autoregressive',
      'parallel',
      'self-speculative',
    ]);
    const [long, short, plain, , shortest] = readings;
    for (const exact of [long, short, shortest]) expect(exact?.text).toBe(plain?.text);
    const rounds = [long, short, plain].map((reading) => reading?.counters.rounds ?? 0);
    expect(rounds).toEqual([...rounds].sort((a, b) => a - b));
    expect(new Set(rounds).size).toBe(3);
    expect(readers[1]?.use?.().block).toMatchObject({ setting: 8, drafts: { [short?.task ?? '']: {} } });
    expect(readers[1]?.use?.().block.drafts[short?.task ?? '']?.meanLength).toBeLessThanOrEqual(9);

    await readers[0]?.close();
    await readers[0]?.close();
    for (const reader of readers.slice(1, 2)) await readFirst(reader);
    expect(closing).not.toHaveBeenCalled();
    await toolbox.close();
    expect(closing).toHaveBeenCalledTimes(1);
    await toolbox.close();
    expect(closing).toHaveBeenCalledTimes(1);
  });

  it('of other precision are other models; a folder that cannot be opened can be tried again', async () => {
    const opening = vi.spyOn(GlmOcrModel, 'open');
    const toolbox = new Toolbox({ assetsDir, threads: 2 });
    await toolbox.reader(folder, settings());
    await expect(toolbox.reader(folder, settings({ weights: 'int8' }))).rejects.toMatchObject({
      code: 'model-missing',
    });
    await expect(toolbox.reader(folder, settings({ weights: 'int8' }))).rejects.toMatchObject({
      code: 'model-missing',
    });
    expect(await toolbox.reader(folder, settings())).toBe(await toolbox.reader(folder, settings()));
    await toolbox.close();
    const opened = opening.mock.results.filter(({ type }) => type === 'return');
    expect(
      (await Promise.allSettled(opened.map(({ value }) => value))).filter(
        ({ status }) => status === 'fulfilled',
      ),
    ).toHaveLength(1);
  });
});

describe('a shared model', () => {
  it('closes with its last user and opens anew for the next', async () => {
    const events: string[] = [];
    const shared = new SharedModel(async () => {
      events.push('open');
      return { close: async () => void events.push('close') };
    });
    const [a, b] = await Promise.all([shared.take(), shared.take()]);
    await a?.giveBack();
    await a?.giveBack();
    expect(events).toEqual(['open']);
    await b?.giveBack();
    expect(events).toEqual(['open', 'close']);
    await (await shared.take()).giveBack();
    expect(events).toEqual(['open', 'close', 'open', 'close']);
  });

  it('that fails to open fails for all who wait, and is tried again', async () => {
    let tries = 0;
    const shared = new SharedModel(async () => {
      tries += 1;
      if (tries === 1) throw new Error('damaged');
      return { close: async () => {} };
    });
    const both = await Promise.allSettled([shared.take(), shared.take()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await (await shared.take()).giveBack();
    expect(tries).toBe(2);
  });
});
