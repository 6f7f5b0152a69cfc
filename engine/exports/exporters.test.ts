/** JSON, plain text, LaTeX source, and what all formats have in common. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, furnitureLabels, type Inline, parseDocument } from '../document';
import { exporters, findExporter } from './index';
import { jsonExporter } from './json';
import { latexExporter } from './latex';
import { exportInput, hostileTexts, paragraphBlock, specialCharacters, tableBlock } from './rich-document';
import { textExporter } from './text';
import type { Exporter, ExportOptions } from './types';

async function write(
  exporter: Exporter,
  blocks: readonly Block[],
  options: Partial<ExportOptions> = {},
): Promise<string> {
  const { bytes } = await exporter.export(exportInput({ blocks, options }));
  return Buffer.from(bytes).toString('utf8');
}

const literal = (value: string): Inline => ({ kind: 'text', text: value });
const rich = exportInput().blocks;
const source = { pageId: 'page-1', regionIds: [] };

test('the registry knows the formats of the command line, and names them when asked for another', () => {
  expect(exporters.map((exporter) => exporter.id).sort()).toEqual([
    'docx',
    'html',
    'json',
    'md',
    'tex',
    'txt',
  ]);
  expect(() => findExporter('pdf')).toThrowError(expect.objectContaining({ code: 'invalid-request' }));
});

test.each(exporters.map((exporter) => [exporter.id, exporter] as const))(
  '%s: an empty document is written, too',
  async (_id, exporter) => {
    const { bytes, warnings } = await exporter.export(exportInput({ blocks: [] }));
    expect(bytes).toBeInstanceOf(Uint8Array);
    expect(warnings).toEqual([]);
  },
);

test.each(
  exporters.filter(({ id }) => id !== 'json' && id !== 'docx').map((each) => [each.id, each] as const),
)('%s: doubtful words leave no trace; only the whole document in JSON has them', async (_id, exporter) => {
  const plain = exportInput();
  const marked = {
    ...plain.document,
    pages: plain.document.pages.map((page) => ({
      ...page,
      regions: page.regions.map((region) => ({
        ...region,
        readings: region.readings.map((reading) => ({
          ...reading,
          doubts: [{ start: 0, end: Math.min(1, reading.text.length), grade: 1 as const }],
        })),
      })),
    })),
  };
  const { bytes } = await exporter.export({ ...plain, document: marked });
  expect(Buffer.from(bytes).equals(Buffer.from((await exporter.export(plain)).bytes))).toBe(true);
});

describe('JSON', () => {
  test('X20: holds the document, boxes with their space, and the models’ hashes', async () => {
    const json = JSON.parse(await write(jsonExporter, rich));
    const input = exportInput();
    expect(parseDocument(json.document)).toEqual(input.document);
    expect(json.document.models[0].sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(json.coordinates).toContain('pixels');
    expect(json.document.pages[0].space).toBe('page-pixels-top-left');
    expect(json.blocks).toEqual(rich);
  });

  test('O02: leaves nothing out, whatever is kept elsewhere', async () => {
    expect(await write(jsonExporter, rich, { keep: [] })).toContain('ACME Archive');
  });

  test('X16: special characters survive', async () => {
    expect(
      JSON.parse(await write(jsonExporter, [paragraphBlock(literal(specialCharacters))])).blocks[0].content[0]
        .text,
    ).toBe(specialCharacters);
  });
});

describe('plain text', () => {
  test('O07: any text is written as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (value) => {
        expect(await write(textExporter, [paragraphBlock(literal(value))])).toBe(`${value}\n`);
      }),
    );
  });

  test('O04: a row stays one line; spans keep the columns', async () => {
    const [, spanned] = rich.filter((block) => block.kind === 'table');
    const [simple] = rich.filter((block) => block.kind === 'table');
    if (simple === undefined || spanned === undefined) throw new Error('two tables expected');
    expect(await write(textExporter, [simple])).toBe('Table 1. Simple.\nName\tCount\na|b\tBatch two lines\n');
    expect(await write(textExporter, [spanned])).toBe('Head\t\t\nside\tx^2\t$5 and $7\n\twide < cell\t\n');
  });

  test('X16: special characters survive', async () => {
    expect(await write(textExporter, [paragraphBlock(literal(specialCharacters))])).toBe(
      `${specialCharacters}\n`,
    );
  });
});

/** The body of a LaTeX document with our own escapes undone; a command that is left over shows. */
function unescapeLatex(latex: string): string {
  const body = /\\begin\{document\}\n\n([\s\S]*)\n\n\\end\{document\}/.exec(latex)?.[1] ?? '';
  const commands: Readonly<Record<string, string>> = {
    textbackslash: '\\',
    textasciicircum: '^',
    textasciitilde: '~',
    textquotedbl: '"',
    textasciigrave: '`',
    textless: '<',
    textgreater: '>',
    textbar: '|',
  };
  return body.replace(
    /\\([a-z]+)\{\}|\{([[\]])\}|\\([{}$&#%_])|\{\}/g,
    (whole, command?: string, bracket?: string, escaped?: string) => {
      if (command !== undefined) return commands[command] ?? whole;
      return bracket ?? escaped ?? '';
    },
  );
}

describe('LaTeX', () => {
  test('O07: every special character is escaped', async () => {
    const anyText = fc
      .oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(...hostileTexts))
      .map((value) =>
        value
          .replace(/[\p{Cc}\p{Cs}\uffff\ufffe]/gu, '')
          .replace(/\s+/g, ' ')
          .trim(),
      )
      .filter((value) => value !== '');
    await fc.assert(
      fc.asyncProperty(anyText, async (value) => {
        const latex = await write(latexExporter, [paragraphBlock(literal(value))]);
        expect(unescapeLatex(latex)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test('O03: levels are section commands', async () => {
    const latex = await write(latexExporter, rich);
    expect(latex.match(/^\\(?:part|(?:sub)*section|(?:sub)?paragraph)(?=\{)/gm)).toEqual([
      '\\part',
      '\\section',
      '\\subsection',
      '\\subsubsection',
      '\\section',
    ]);
  });

  test('environments are balanced, every row has its cells', async () => {
    const latex = await write(latexExporter, rich, { keep: [...furnitureLabels] });
    const stack: string[] = [];
    for (const [, kind, name] of latex.matchAll(/\\(begin|end)\{(\w+\*?)\}/g)) {
      if (kind === 'begin') stack.push(name ?? '');
      else expect(stack.pop()).toBe(name);
    }
    expect(stack).toEqual([]);
    const rows = await write(latexExporter, [
      tableBlock([
        ['a&b', 'c\\d'],
        ['e', 'f'],
      ]),
    ]);
    expect(rows).toContain('\\textbf{a\\&b} & \\textbf{c\\textbackslash{}d} \\\\ \\hline');
  });

  test('a formula that could reach beyond itself becomes text', async () => {
    for (const latex of ['\\def\\x{1}\\x', 'a % b', '\\newcommand{\\y}{2}\\y', '\\input{/etc/passwd}']) {
      const output = await write(latexExporter, [{ kind: 'formula', latex, parses: true, source }]);
      expect(unescapeLatex(output)).toBe(latex);
    }
  });

  test('X16: characters that pdfTeX does not know are declared, and stand in the text as they are', async () => {
    const latex = await write(latexExporter, [paragraphBlock(literal(specialCharacters))]);
    expect(latex).toContain(`\n${specialCharacters}\n`);
    for (const code of ['200B', 'FB01', 'FFE5', '1F600']) expect(latex).toContain(`{${code}}`);
  });
});
