/** Pictures for the window lie on disk as long as somebody may look at them, and never take more than they may. */
import { statSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tiff } from '../testing/document-files';
import { drawPage } from '../testing/drawn-page';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { openDocument } from './open-document';
import { PagePictures } from './page-pictures';

let place: Workplace;
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

const picture = (text: string) => drawPage(300, 200, [{ text, x: 20, y: 60, size: 28 }]).canvas;
const open = async (name: string) => {
  const pages = Array.from({ length: 12 }, (_, index) => picture(`${name} ${index}`));
  return openDocument(await place.put(`${name}.tiff`, tiff(pages)), `${name}.tiff`, {});
};
const bytesOnDisk = async (): Promise<number> =>
  (await place.list('cache')).reduce((sum, name) => sum + statSync(place.path('cache', name)).size, 0);

it('those asked for longest ago go first, and come back when they are asked for again', async () => {
  const document = await open('a');
  const { pages } = document.document;
  const first = await new PagePictures(place.path('probe')).file(document.source, pages[0]!, {});
  const most = 4 * statSync(first.file).size;
  const pictures = new PagePictures(place.path('cache'), most);
  for (const page of pages) {
    await pictures.file(document.source, pages[0]!, {});
    const { file } = await pictures.file(document.source, page, {});
    expect(statSync(file).size).toBeGreaterThan(0);
    expect(await bytesOnDisk()).toBeLessThanOrEqual(most);
  }
  const names = (await place.list('cache')).map((name) => Number(/\/(\d+)-[^/]*$/.exec(name)?.[1]));
  expect(names).toContain(1);
  expect(names).toContain(12);
  expect(names).not.toContain(2);
  const again = await pictures.file(document.source, pages[1]!, {});
  expect(statSync(again.file).size).toBeGreaterThan(0);
  await document.source.close();
});

it('a document that is closed takes all of its pictures along, and no others', async () => {
  const pictures = new PagePictures(place.path('cache'));
  const [a, b] = [await open('a'), await open('b')];
  const [first, turned] = a.document.pages;
  await pictures.file(a.source, first!, { width: 100 });
  const quarter = { ...turned!, transform: { ...turned!.transform, quarterTurns: 1 as const } };
  await pictures.file(a.source, quarter, { box: { x: 0, y: 0, width: 40, height: 40 } });
  const { file } = await pictures.file(b.source, b.document.pages[0]!, {});
  await pictures.forget(a.source, a.document.pages);
  expect((await place.list('cache')).map((name) => place.path('cache', name))).toEqual([file]);
  await pictures.forget(b.source, b.document.pages);
  expect(await place.list('cache')).toEqual([]);
  await Promise.all([a.source.close(), b.source.close()]);
});
