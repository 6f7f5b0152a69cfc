/** Every format's whole output for one rich document, as a diff to review. `UPDATE_GOLDEN=1` writes the files anew. */
import fs from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { furnitureLabels } from '../document';
import { exporters } from './index';
import { exportInput } from './rich-document';

const folder = path.join(__dirname, 'golden');

/** Word files are compared by the parts that we decide; the rest holds dates and the library's own choices. */
function readable(id: string, bytes: Uint8Array): string {
  if (id !== 'docx') return Buffer.from(bytes).toString('utf8');
  const files = unzipSync(bytes);
  return [
    'word/document.xml',
    'word/footnotes.xml',
    'word/header1.xml',
    'word/footer1.xml',
    'word/numbering.xml',
  ]
    .map((name) => {
      const xml = files[name];
      return `<!-- ${name} -->\n${
        xml === undefined
          ? '(none)'
          : strFromU8(xml)
              .replace(/></g, '>\n<')
              .replace(/rId[\w-]{8,}/g, 'rId')
      }`;
    })
    .join('\n');
}

test.each(exporters.map((exporter) => [exporter.id, exporter] as const))('%s', async (id, exporter) => {
  const { bytes } = await exporter.export(exportInput({ options: { keep: [...furnitureLabels] } }));
  const file = path.join(folder, id === 'docx' ? 'rich.docx.xml' : `rich.${exporter.extension}`);
  const actual = readable(id, bytes);
  if (process.env.UPDATE_GOLDEN === '1') fs.writeFileSync(file, actual);
  expect(actual).toBe(fs.readFileSync(file, 'utf8'));
});
