import { expect, test } from 'vitest';
import type { Document } from '../document';
import { sketchDocument } from '../document/test-documents';
import { openForTest, projectFolder } from './testing/project-folder';

const documentOf = (pages: number): Document =>
  sketchDocument(
    Array.from({ length: pages }, () =>
      Array.from({ length: 20 }, (_, index) => ({
        label: 'text' as const,
        text: `Region ${index} `.repeat(10),
      })),
    ),
  );

const seconds = (work: () => void): number => {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
};

test('1,000 pages of 20 regions are saved, loaded and edited without quadratic work', () => {
  const project = openForTest(projectFolder());
  const small = { ...documentOf(100), id: 'small' };
  const large = { ...documentOf(1000), id: 'large' };
  const measure = (document: Document) => ({
    save:
      seconds(() => project.documents.save({ ...document, pages: [] }, 'a.pdf')) +
      seconds(() => project.documents.savePages(document.id, document.pages)),
    load: seconds(() =>
      expect(project.documents.load(document.id).pages).toHaveLength(document.pages.length),
    ),
    edit: seconds(() => {
      for (let number = 1; number <= 20; number++) {
        const regionId = `page-${number * 5}-region-3`;
        project.edits.apply(document.id, { kind: 'set-text', regionId, text: 'corrected' });
      }
    }),
  });
  const few = measure(small);
  const many = measure(large);
  // Ten times the pages: linear work is ten times, quadratic a hundred.
  expect(many.save / few.save).toBeLessThan(40);
  expect(many.load / few.load).toBeLessThan(40);
  // An edit costs its page, not its document.
  expect(many.edit / few.edit).toBeLessThan(5);
  expect(many.edit / 20).toBeLessThan(0.5);
});
