import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sketchDocument } from '../document/test-documents';
import { bundledProgram } from '../testing/bundled-program';
import { Database, type SqlValue } from './database';
import { Project } from './project';
import { killAndCheck, killPoint } from './testing/killing';
import { openForTest, projectFolder } from './testing/project-folder';

const writer = bundledProgram('store/testing/writer-process');

test.each([1, 2, 3, 4, 5])(
  'X09: killed at point %i, every acknowledged write is there and none is half there',
  async (seed) => {
    await killAndCheck(writer(), projectFolder(), killPoint(seed));
  },
);

/** Fails at the n-th write when `left` is n. */
class FailingDatabase extends Database {
  left = 0;

  override run(sql: string, parameters: readonly SqlValue[] = []): number {
    this.countDown();
    return super.run(sql, parameters);
  }

  override insert(sql: string, parameters: readonly SqlValue[]): number {
    this.countDown();
    return super.insert(sql, parameters);
  }

  private countDown(): void {
    if (--this.left === 0) throw new Error('power cut');
  }
}

const document = sketchDocument([
  [
    { label: 'text', text: 'a' },
    { label: 'text', text: 'b' },
  ],
  [{ label: 'text', text: 'c' }],
]);
const [page] = document.pages;
const settings = { model: 'lines' };
const reread = {
  ...page!,
  regions: page!.regions.map((each) => ({ ...each, label: 'list' as const })),
};
const [first] = sketchDocument([[{ label: 'title', text: 'new' }]]).pages[0]!.regions;

const writes: [string, (project: Project) => unknown][] = [
  ['saving a page', ({ documents }) => documents.savePage(document.id, reread, { settings })],
  ['saving a region', ({ documents }) => documents.saveRegion(document.id, 'page-1', first!, { settings })],
  [
    'saving a document',
    ({ documents }) => documents.save({ ...document, id: 'other' }, 'b.png', { settings }),
  ],
  [
    'an edit',
    ({ edits }) =>
      edits.apply(document.id, { kind: 'merge-regions', regionIds: page!.regions.map(({ id }) => id) }),
  ],
  [
    'new order',
    ({ edits }) => edits.apply(document.id, { kind: 'reorder-pages', pageIds: ['page-2', 'page-1'] }),
  ],
  ['undo', ({ edits }) => edits.undo(document.id)],
];

test.each(writes)('%s that fails at any of its statements leaves no trace', (_, write) => {
  const folder = projectFolder();
  openForTest(folder).close();
  const database = new FailingDatabase(join(folder, 'project.sqlite'));
  const project = new Project(folder, database, undefined);
  onTestFinished(() => project.close());
  project.documents.save(document, 'a.png');
  project.edits.apply(document.id, { kind: 'set-state', regionId: 'page-2-region-1', state: 'checked' });
  project.edits.apply(document.id, { kind: 'set-text', regionId: 'page-1-region-2', text: 'B' });
  project.edits.undo(document.id);
  const state = () => [
    project.documents.list(),
    project.documents.load(document.id),
    project.edits.steps(document.id),
  ];
  const before = state();

  for (let failing = 1; ; failing++) {
    database.left = failing;
    try {
      write(project);
      expect(failing).toBeGreaterThan(1);
      break;
    } catch (error) {
      expect(error).toMatchObject({ message: 'power cut' });
      expect(state()).toEqual(before);
    }
  }
  expect(state()).not.toEqual(before);
});
