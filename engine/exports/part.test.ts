import { expect, it } from 'vitest';
import type { Block } from '../document';
import { sketchDocument } from '../document/test-documents';
import { htmlExporter } from './html';
import { latexExporter } from './latex';
import { defaultExportOptions } from './types';

const source = { pageId: 'p', regionIds: ['r'] };
const blocks: readonly Block[] = [
  { kind: 'paragraph', role: 'text', content: [{ kind: 'text', text: 'Fish & chips.' }], source },
  { kind: 'formula', latex: 'x^2', parses: true, source },
];

it.each([htmlExporter, latexExporter])(
  'a part in $name has what the document has, without its frame',
  async (exporter) => {
    const input = {
      document: sketchDocument([]),
      blocks,
      figure: () => Promise.reject(new Error('no pictures')),
    };
    const text = async (part: boolean): Promise<string> => {
      const options = { ...defaultExportOptions, ...(part ? { part: true as const } : {}) };
      return new TextDecoder().decode((await exporter.export({ ...input, options })).bytes);
    };
    const part = await text(true);
    expect(await text(false)).toContain(part.trim());
    expect(part).toMatch(/Fish .*& ?(amp;)? ?chips/);
    expect(part).not.toMatch(/<body|<style|documentclass|begin\{document\}/);
  },
);
