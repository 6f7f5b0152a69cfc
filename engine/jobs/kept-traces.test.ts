/** How a converted document was decoded can be shown again, from the project alone. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProject } from '../store';
import { tiff } from '../testing/document-files';
import { drawPage, png } from '../testing/drawn-page';
import { convert } from '../testing/real-engine';
import { scriptedReader } from '../testing/scripted-reader';
import { stubToolbox } from '../testing/stub-tools';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { createEngine, type Engine } from './engine';

let place: Workplace;
let engine: Engine;
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(async () => {
  await engine.close();
  await place.remove();
});

const picture = (text: string) => drawPage(200, 120, [{ text, x: 20, y: 60, size: 28 }]).canvas;
const textOf = ({ regionId }: { regionId: string }) =>
  ({ text: `What region ${regionId} says, in a few words.`, format: 'plain' }) as const;

/** Reads with scripted tokens; `onRegion` while each is decoded. */
function open(onRegion: (regionId: string) => Promise<void> = async () => {}): Engine {
  const reader = scriptedReader({ textOf, after: onRegion });
  const toolbox = { ...stubToolbox(), readers: async () => ({ reader }) };
  const projectDir = place.path('out/.palimpsest');
  engine = createEngine({
    assetsDir: place.path('none'),
    cacheDir: place.path('cache'),
    projectDir,
    toolbox,
  });
  return engine;
}

const all = () => ({ paths: [place.path('in')], out: place.path('out') });

/** Regions of all documents whose trace tells their text, and how many regions there are. */
async function replayed(): Promise<[number, number]> {
  const { documents } = await engine.request('open', { paths: [place.path('in')] });
  let told = 0;
  let count = 0;
  for (const { id: documentId } of documents) {
    const { pages } = await engine.request('document', { documentId });
    for (const { id: regionId, readings } of pages.flatMap(({ regions }) => regions)) {
      count++;
      const reading = readings[readings.length - 1];
      if (!reading) continue;
      const trace = await engine.request('trace', { documentId, regionId, readingId: reading.id });
      const ids = trace?.rounds.flatMap((round) => round.ids).slice(0, trace.kept) ?? [];
      if (ids.map((id) => trace?.texts[id]).join('') === reading.text) told++;
    }
  }
  return [told, count];
}

it('of every region, also where the same content lies in two places', async () => {
  await place.put('in/a.tiff', tiff([picture('1'), picture('2')]));
  await place.put('in/b.png', png(picture('same')));
  await place.put('in/c.png', png(picture('same')));
  await convert(open(), all());
  expect(await replayed()).toEqual([12, 12]);
});

it('of regions that were read before the conversion was cancelled in the middle of a page', async () => {
  await place.put('in/a.tiff', tiff([picture('1'), picture('2')]));
  const controller = new AbortController();
  await convert(
    open(async (regionId) => {
      if (regionId.endsWith('-p2-r3')) controller.abort();
    }),
    { ...all(), signal: controller.signal },
  );
  expect(await replayed()).toEqual([5, 6]);
  await engine.close();
  await convert(open(), all());
  expect(await replayed()).toEqual([6, 6]);
});

it('and they go when the document is forgotten', async () => {
  await place.put('in/a.png', png(picture('1')));
  await convert(open(), all());
  const { documents } = await engine.request('open', { paths: [place.path('in')] });
  await engine.request('forget', { documentIds: documents.map(({ id }) => id) });
  await engine.close();
  const project = openProject(place.path('out/.palimpsest'), { readOnly: true });
  expect(project.documents.list()).toEqual([]);
  project.close();
});
