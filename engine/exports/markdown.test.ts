import fc from 'fast-check';
import type { PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import type { Block, Inline } from '../document';
import { markdownExporter } from './markdown';
import { exportInput, hostileTexts, paragraphBlock, specialCharacters, tableBlock } from './rich-document';
import type { ExportOptions } from './types';

async function write(blocks: readonly Block[], options: Partial<ExportOptions> = {}): Promise<string> {
  const { bytes } = await markdownExporter.export(exportInput({ blocks, options }));
  return Buffer.from(bytes).toString('utf8');
}

function parse(markdown: string): RootContent[] {
  return fromMarkdown(markdown, {
    extensions: [gfm(), math()],
    mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  }).children;
}

/** Literal text; anything but text, breaks and bare addresses shows up as its type. */
function textOf(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type === 'break' || (node.type === 'html' && node.value === '<br>')) return '\n';
      if (node.type === 'link') {
        const label = textOf(node.children);
        return node.url === label || node.url === `http://${label}` || node.url === `mailto:${label}`
          ? label
          : `<<link ${node.url}>>`;
      }
      return `<<${node.type}>>`;
    })
    .join('');
}

const paragraphText = (markdown: string) =>
  parse(markdown).map((node) => (node.type === 'paragraph' ? textOf(node.children) : `<<${node.type}>>`));

const literal = (value: string): Inline => ({ kind: 'text', text: value });

/** Text as assembly gives it: one line, single blanks, none at the ends; rich in what Markdown could obey. */
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc
      .array(
        fc.constantFrom(
          ...'\\`*_{}[]()#+-.!|~$<>&:"\'=^@;/ 1aZ'.split(''),
          '&amp;',
          'www.a.org',
          'a.b@c.org',
          '(http://c.org/a_b).',
          'http://',
          '<br>',
          '$$',
          '  ',
        ),
        { maxLength: 14 },
      )
      .map((parts) => parts.join('')),
    fc.constantFrom(...hostileTexts),
  )
  .map((value) => value.replace(/\0/g, '').replace(/\s+/g, ' ').trim())
  .filter((value) => value !== '');

describe('O07: text is never taken for markup', () => {
  test('any paragraph comes back as one paragraph with the same text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (value) => {
        expect(paragraphText(await write([paragraphBlock(literal(value))]))).toEqual([value]);
      }),
      { numRuns: 1500 },
    );
  });

  test('any lines of a paragraph come back as lines', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (a, b) => {
        const markdown = await write([paragraphBlock(literal(a), { kind: 'break' }, literal(b))]);
        expect(paragraphText(markdown)).toEqual([`${a}\n${b}`]);
      }),
      { numRuns: 500 },
    );
  });

  test('any heading comes back as a heading', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (value) => {
        const source = { pageId: 'page-1', regionIds: [] };
        const [node] = parse(await write([{ kind: 'heading', level: 3, content: [literal(value)], source }]));
        expect(node).toMatchObject({ type: 'heading', depth: 3 });
        expect(node?.type === 'heading' ? textOf(node.children) : undefined).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test('any list items come back as items, nesting too', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (a, b) => {
        const source = { pageId: 'page-1', regionIds: [] };
        const inner: Block = {
          kind: 'list',
          ordered: true,
          start: 4,
          source,
          items: [{ marker: '4.', content: [literal(b)], children: [] }],
        };
        const outer: Block = {
          kind: 'list',
          ordered: false,
          start: 1,
          source,
          items: [{ marker: '•', content: [literal(a)], children: [inner] }],
        };
        const nodes = parse(await write([outer]));
        expect(nodes).toHaveLength(1);
        expect(nodes[0]).toMatchObject({
          type: 'list',
          ordered: false,
          children: [{ children: [{ type: 'paragraph' }, { type: 'list', start: 4 }] }],
        });
        const item = nodes[0]?.type === 'list' ? nodes[0].children[0] : undefined;
        const [paragraph, list] = item?.children ?? [];
        expect(paragraph?.type === 'paragraph' ? textOf(paragraph.children) : '').toBe(a);
        const nested = list?.type === 'list' ? list.children[0]?.children[0] : undefined;
        expect(nested?.type === 'paragraph' ? textOf(nested.children) : '').toBe(b);
      }),
      { numRuns: 300 },
    );
  });

  test('any cells come back in the same rows and columns', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .integer({ min: 1, max: 4 })
          .chain((columns) =>
            fc.array(
              fc.array(fc.oneof(anyText, fc.constant('')), { minLength: columns, maxLength: columns }),
              { minLength: 1, maxLength: 4 },
            ),
          ),
        async (rows) => {
          const markdown = await write([tableBlock(rows)]);
          const [node, ...others] = parse(markdown);
          expect(others).toEqual([]);
          expect(
            node?.type === 'table'
              ? node.children.map((row) => row.children.map((cell) => textOf(cell.children)))
              : node,
          ).toEqual(rows);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('as HTML tables, too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(anyText, anyText), { minLength: 2, maxLength: 3 }), async (rows) => {
        const markdown = await write([tableBlock(rows), paragraphBlock(literal('after'))], {
          simpleTables: 'html',
        });
        const nodes = parse(markdown);
        expect(nodes.map((node) => node.type)).toEqual(['html', 'paragraph']);
        const html = nodes[0]?.type === 'html' ? nodes[0].value : '';
        expect(cellTexts(html)).toEqual(rows);
      }),
      { numRuns: 300 },
    );
  });
});

function cellTexts(html: string): string[][] {
  const rows: string[][] = [];
  const walk = (node: DefaultTreeAdapterTypes.Node): string => {
    if ('tagName' in node && node.tagName === 'tr') rows.push([]);
    const inner = 'childNodes' in node ? node.childNodes.map(walk).join('') : '';
    if ('tagName' in node && (node.tagName === 'td' || node.tagName === 'th'))
      rows[rows.length - 1]?.push(inner);
    return node.nodeName === '#text' && 'value' in node ? node.value : inner;
  };
  walk(parseFragment(html));
  return rows;
}

describe('O08: formulas', () => {
  const inline = paragraphBlock(
    literal('see '),
    { kind: 'formula', latex: '\\frac{a}{b}' },
    literal(' costs $5'),
  );
  const display: Block = {
    kind: 'formula',
    latex: 'y = 1',
    parses: true,
    source: { pageId: 'page-1', regionIds: [] },
  };

  test('no blank beside a dollar, display on lines of its own', async () => {
    expect(await write([inline, display])).toBe('see $\\frac{a}{b}$ costs \\$5\n\n$$\ny = 1\n$$\n');
    expect(parse(await write([inline, display]))).toMatchObject([
      {
        children: [{ value: 'see ' }, { type: 'inlineMath', value: '\\frac{a}{b}' }, { value: ' costs $5' }],
      },
      { type: 'math', value: 'y = 1' },
    ]);
  });

  test('one setting changes the delimiters of all', async () => {
    expect(await write([inline, display], { formulaDelimiters: 'bracket' })).toBe(
      'see \\(\\frac{a}{b}\\) costs \\$5\n\n\\[\ny = 1\n\\]\n',
    );
  });

  test('what does not parse is text', async () => {
    const broken: Block = { ...display, latex: '\\frac{a', parses: false };
    expect(paragraphText(await write([broken]))).toEqual(['\\frac{a']);
  });
});

test('O03: levels are numbers of #', async () => {
  const nodes = parse(await write(exportInput().blocks));
  const depths = nodes.flatMap((node) => (node.type === 'heading' ? [node.depth] : []));
  expect(depths).toEqual([1, 2, 3, 4, 2]);
});

test('marks that work in pairs only stand unescaped when alone', async () => {
  expect(await write([paragraphBlock(literal('1~50 for $5'))])).toBe('1~50 for $5\n');
  expect(await write([paragraphBlock(literal('1~50 and 2~60'))])).toBe('1\\~50 and 2\\~60\n');
});

test('an address that stands alone is not escaped, initials never are', async () => {
  const text = 'W.C.1, see https://example.org/a_b (or www.example.org), or write to ada@example.org.';
  expect(await write([paragraphBlock(literal(text))])).toBe(`${text}\n`);
});

test('O04: a line break in a cell keeps the row on one line', async () => {
  const source = { pageId: 'page-1', regionIds: [] };
  const cell = (content: Inline[]) => ({ header: false, colspan: 1, rowspan: 1, content });
  const table: Block = {
    kind: 'table',
    ragged: false,
    rows: [
      { cells: [cell([literal('a')])] },
      { cells: [cell([literal('Batch'), { kind: 'break' }, literal('two lines')])] },
    ],
    source,
  };
  expect(await write([table])).toContain('| Batch<br>two lines |\n');
});

describe('O02: what is kept', () => {
  test('footnotes by default, furniture on demand, each once', async () => {
    const rich = exportInput().blocks;
    const plain = await write(rich);
    expect(plain).toContain('See file K-117.');
    expect(plain).not.toMatch(/ACME Archive|Page 1 of 2|Confidential/);
    const all = await write(rich, { keep: ['header', 'footer', 'page-number'] });
    expect(all.match(/Page 1 of 2/g)).toHaveLength(1);
    expect(all.match(/ACME Archive/g)).toHaveLength(2);
    expect(all).not.toContain('K-117');
  });

  test('X04: a reference whose note is left out is a plain raised mark', async () => {
    const block = paragraphBlock(literal('word'), { kind: 'note-reference', mark: '11', noteId: 'note-a' });
    expect(await write([block], { keep: [] })).toBe('word¹¹\n');
  });

  test('X04: equal marks on two pages stay two notes', async () => {
    const markdown = await write(exportInput().blocks);
    const nodes = parse(markdown);
    const labels = nodes.flatMap((node) => (node.type === 'footnoteDefinition' ? [node.identifier] : []));
    expect(new Set(labels).size).toBe(3);
  });
});

test('X16: special characters survive', async () => {
  expect(await write([paragraphBlock(literal(specialCharacters))])).toBe(`${specialCharacters}\n`);
});

test('figures are files beside the output, named by the option', async () => {
  const { assets, bytes } = await markdownExporter.export(
    exportInput({ options: { imageFolderName: 'my report images' } }),
  );
  expect(assets.map((asset) => asset.relativePath)).toEqual(['my report images/figure-1.png']);
  const image = parse(Buffer.from(bytes).toString('utf8'))
    .flatMap((node) => (node.type === 'paragraph' ? node.children : []))
    .find((node) => node.type === 'image');
  expect(image).toMatchObject({ url: 'my report images/figure-1.png', alt: 'Words in the picture' });
});

test('a picture that cannot be had costs a warning, not its words', async () => {
  const input = { ...exportInput(), figure: () => Promise.reject(new Error('disk is gone')) };
  const { bytes, assets, warnings } = await markdownExporter.export(input);
  expect(assets).toEqual([]);
  expect(warnings.join()).toContain('disk is gone');
  expect(Buffer.from(bytes).toString('utf8')).toContain('Words in the picture');
});
