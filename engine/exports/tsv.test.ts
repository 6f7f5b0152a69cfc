import { expect, it } from 'vitest';
import type { Block, TableBlock } from '../document';
import { sketchDocument } from '../document/test-documents';
import { tsvExporter } from './tsv';
import { defaultExportOptions } from './types';

const source = { pageId: 'p', regionIds: ['r'] };
const cell = (text: string, more: { colspan?: number; rowspan?: number } = {}) => ({
  header: false,
  colspan: 1,
  rowspan: 1,
  ...more,
  content: text === '' ? [] : [{ kind: 'text' as const, text }],
});

async function tsv(blocks: readonly Block[]): Promise<string> {
  const { bytes } = await tsvExporter.export({
    document: sketchDocument([]),
    blocks,
    options: defaultExportOptions,
    figure: () => Promise.reject(new Error('no pictures')),
  });
  return new TextDecoder().decode(bytes);
}

it('gives a line for each row and a place for each column, spans and signs of spreadsheets included', async () => {
  const table: TableBlock = {
    kind: 'table',
    ragged: false,
    source,
    rows: [
      { cells: [cell('Wide', { colspan: 2 }), cell('tall', { rowspan: 2 })] },
      {
        cells: [
          cell('a "b"'),
          {
            ...cell(''),
            content: [{ kind: 'text', text: 'x' }, { kind: 'break' }, { kind: 'text', text: 'y' }],
          },
        ],
      },
    ],
  };
  expect(await tsv([table])).toBe('Wide\t\ttall\n"a ""b"""\t"x\ny"\t\n');
});

it('without a table it is the text', async () => {
  expect(
    await tsv([
      { kind: 'paragraph', role: 'text', content: [{ kind: 'text', text: 'Only words.' }], source },
    ]),
  ).toBe('Only words.\n');
});
