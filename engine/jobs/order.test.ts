/** The order that a person gives is the order of every result. */

import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { assemble } from '../assembly';
import { applyEdit, type Document } from '../document';
import { sketchDocument } from '../document/test-documents';
import { defaultExportOptions, exporters } from '../exports';

const tags = ['Tanager', 'Lapwing', 'Siskin', 'Merlin', 'Dunlin', 'Wryneck'];

const page = (): Document =>
  sketchDocument([
    tags.map((tag, index) => ({
      label: 'text' as const,
      id: `region-${index}`,
      text: `${tag} stands here alone.`,
    })),
  ]);

async function orderIn(document: Document, id: string): Promise<string[]> {
  const exporter = exporters.find((candidate) => candidate.id === id)!;
  const { bytes } = await exporter.export({
    document,
    blocks: assemble(document),
    options: defaultExportOptions,
    figure: () => Promise.reject(new Error('no pictures here')),
  });
  const text =
    id === 'docx' ? strFromU8(unzipSync(bytes)['word/document.xml']!) : Buffer.from(bytes).toString();
  return [...tags].sort((a, b) => text.indexOf(a) - text.indexOf(b));
}

test('O01: after a region is moved, every export follows the new order exactly', async () => {
  const move = fc.record({ from: fc.nat(tags.length - 1), to: fc.nat(tags.length - 1) });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 4 }), async (moves) => {
      let document = page();
      const wanted = [...tags];
      for (const { from, to } of moves) {
        const { id } = document.pages[0]!.regions[from]!;
        document = applyEdit(
          document,
          { kind: 'move-region', regionId: id, index: to },
          '2026-11-29T00:00:00Z',
        ).document;
        wanted.splice(to, 0, ...wanted.splice(from, 1));
      }
      for (const { id } of exporters) expect([id, await orderIn(document, id)]).toEqual([id, wanted]);
    }),
    { numRuns: 12 },
  );
});
