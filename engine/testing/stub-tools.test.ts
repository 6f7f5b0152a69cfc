import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from '../index';
import { drawPage, png } from './drawn-page';
import { stubText, stubToolbox } from './stub-tools';
import { assetsDir, makeWorkplace, type Workplace } from './workplace';

let place: Workplace;
beforeAll(async () => {
  place = await makeWorkplace();
});
afterAll(() => place.remove());

describe('an engine with stub tools', () => {
  it('takes real files through the real pipeline, without a model', async () => {
    const cacheDir = place.path('cache');
    const engine = createEngine({
      assetsDir: `${assetsDir}/none`,
      cacheDir,
      toolbox: stubToolbox({ regions: 4 }),
    });
    const bytes = png(drawPage(300, 400, [{ text: 'Not read', x: 30, y: 60 }]).canvas);
    const paths = [await place.put('in/1.png', bytes), await place.put('in/2.png', bytes)];
    const done = new Promise((resolve) => engine.on('job-done', resolve));
    const { documents } = await engine.request('open', { paths });
    await engine.request('start', { documentIds: documents.map(({ id }) => id) });
    expect(await done).toMatchObject({ outcome: 'done', pagesDone: 2, pagesFailed: 0 });
    const { pages } = await engine.request('document', { documentId: documents[0]!.id });
    const regions = pages[0]!.regions;
    expect(regions).toHaveLength(4);
    expect(regions.map(({ readings }) => readings[0]?.text)).toEqual(regions.map(({ id }) => stubText(id)));
    await engine.close();
  });
});
