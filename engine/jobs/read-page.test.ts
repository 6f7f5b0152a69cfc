import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reader } from '../model';
import { drawPage, noisyPaper, png } from '../testing/drawn-page';
import { assetsDir, makeWorkplace, type Workplace } from '../testing/workplace';
import { openDocument } from './open-document';
import { readPage } from './read-page';
import { Toolbox } from './toolbox';

let place: Workplace;
const toolbox = new Toolbox({ assetsDir, threads: 2 });
beforeAll(async () => {
  place = await makeWorkplace();
});
afterAll(async () => {
  await toolbox.close();
  await place.remove();
});

/** The real reader; tells how often it is called, and can fail. */
async function watched(fault?: Error): Promise<{ reader: Reader; calls: () => number }> {
  const real = await toolbox.reader();
  let calls = 0;
  const reader: Reader = {
    ...real,
    read(requests, options) {
      calls++;
      if (fault) throw fault;
      return real.read(requests, options);
    },
  };
  return { reader, calls: () => calls };
}

const pageOf = async (name: string, bytes: Uint8Array) => {
  const open = await openDocument(await place.put(name, bytes), name, {});
  return { source: open.source, page: open.document.pages[0]! };
};

describe('readPage', () => {
  it('O09: asks no recogniser where no region was found', async () => {
    const analyser = await toolbox.pageAnalyser();
    const { reader, calls } = await watched();
    for (const [name, canvas] of [
      ['white.png', drawPage(300, 200, []).canvas],
      ['noise.png', noisyPaper(300, 200, 4)],
    ] as const) {
      const { source, page } = await pageOf(name, png(canvas));
      const result = await readPage(source, page, { analyser, reader, existingText: 'read' });
      expect(result.page).toMatchObject({ status: 'done', regions: [], marks: [{ kind: 'blank' }] });
      await source.close();
    }
    expect(calls()).toBe(0);
  });

  it('makes a fault the fault of its page, with file and number', async () => {
    const analyser = await toolbox.pageAnalyser();
    const { reader, calls } = await watched(new Error('the recogniser gave up'));
    const { canvas } = drawPage(420, 90, [{ text: 'Some text', x: 30, y: 55 }]);
    const { source, page } = await pageOf('text.png', png(canvas));
    const result = await readPage(source, page, { analyser, reader, existingText: 'read' });
    expect(calls()).toBe(1);
    expect(result.page).toMatchObject({
      status: 'failed',
      error: { code: 'internal', message: 'the recogniser gave up', file: 'text.png', page: 1 },
    });
    await source.close();
  });

  it('throws only when it is cancelled', async () => {
    const analyser = await toolbox.pageAnalyser();
    const { reader } = await watched();
    const controller = new AbortController();
    const { source, page } = await pageOf('cancelled.png', png(drawPage(300, 200, []).canvas));
    const reading = readPage(source, page, {
      analyser,
      reader,
      existingText: 'read',
      signal: controller.signal,
      onStage: (stage) => stage === 'regions' && controller.abort(),
    });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    await source.close();
  });
});
