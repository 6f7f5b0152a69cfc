import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import type { Block, Inline } from '../document';
import { htmlExporter } from './html';
import { exportInput, hostileTexts, paragraphBlock, specialCharacters, tableBlock } from './rich-document';
import type { ExportOptions } from './types';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

async function write(
  blocks: readonly Block[],
  options: Partial<ExportOptions> = {},
): Promise<{ root: Node; errors: string[] }> {
  const { bytes } = await htmlExporter.export(exportInput({ blocks, options }));
  const errors: string[] = [];
  const root = parse(Buffer.from(bytes).toString('utf8'), {
    onParseError: (error) => errors.push(error.code),
  });
  return { root, errors };
}

function all(node: Node, name: string): Element[] {
  const own = 'tagName' in node && node.tagName === name ? [node] : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap((child) => all(child, name)) : [])];
}

function text(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (node.nodeName === 'br') return '\n';
  return 'childNodes' in node ? node.childNodes.map(text).join('') : '';
}

const attribute = (element: Element, name: string) => element.attrs.find((each) => each.name === name)?.value;
const literal = (value: string): Inline => ({ kind: 'text', text: value });
const rich = exportInput().blocks;

describe('O07: text is never taken for markup', () => {
  const anyText = fc
    .oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(...hostileTexts))
    .map((value) => value.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' '));

  test('in paragraphs and cells', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (a, b) => {
        const { root, errors } = await write([paragraphBlock(literal(a)), tableBlock([['x'], [b]])]);
        expect(errors).toEqual([]);
        expect(all(root, 'p').map(text)).toEqual([a]);
        expect(all(root, 'td').map(text)).toEqual([b]);
      }),
      { numRuns: 200 },
    );
  });

  test('in code, descriptions and the title', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (value) => {
        const source = { pageId: 'page-1', regionIds: [] };
        const { root } = await write([
          { kind: 'heading', level: 1, content: [literal(value)], source },
          { kind: 'code', text: `\n${value}`, source },
          { kind: 'figure', alternative: value, box: { x: 0, y: 0, width: 1, height: 1 }, source },
        ]);
        expect(all(root, 'pre').map(text)).toEqual([`\n${value}`]);
        expect(all(root, 'img').map((image) => attribute(image, 'alt'))).toEqual([value]);
        expect(all(root, 'title').map(text)).toEqual([value]);
      }),
      { numRuns: 200 },
    );
  });

  test('no script, no event, no foreign address', async () => {
    const { root } = await write(rich);
    expect(all(root, 'script')).toEqual([]);
    expect(all(root, 'a').map((link) => attribute(link, 'href'))).toEqual([
      'https://example.org/a?b=1&c=2_3',
      '#note-11',
      '#ref-11',
      '#note-11-2',
      '#ref-11-2',
    ]);
    const { root: hostile } = await write([
      paragraphBlock({ kind: 'link', url: 'javascript:alert(1)', children: [literal('x')] }),
    ]);
    expect(all(hostile, 'a')).toEqual([]);
  });
});

test('the page is valid, has a language, sections and O03 levels', async () => {
  const { root, errors } = await write(rich);
  expect(errors).toEqual([]);
  expect(all(root, 'html').map((html) => attribute(html, 'lang'))).toEqual(['en']);
  expect(all(root, 'section').map((section) => attribute(section, 'data-page'))).toEqual(['1', '2']);
  const levels = [1, 2, 3, 4, 5, 6].map((level) => all(root, `h${level}`).length);
  expect(levels).toEqual([1, 2, 1, 1, 0, 0]);
});

test('O04: one line break in the cell; spans as given', async () => {
  const { root } = await write(rich);
  const [simple, spanned] = all(root, 'table');
  if (simple === undefined || spanned === undefined) throw new Error('two tables expected');
  expect(all(simple, 'td').map(text)).toEqual(['a|b', 'Batch\ntwo lines']);
  expect(all(spanned, 'th').map((cell) => attribute(cell, 'colspan'))).toEqual(['3']);
  expect(all(spanned, 'td').map((cell) => [attribute(cell, 'rowspan'), attribute(cell, 'colspan')])).toEqual([
    ['2', undefined],
    [undefined, undefined],
    [undefined, undefined],
    [undefined, '2'],
  ]);
});

test('O08: formulas are MathML; what does not parse is shown as text', async () => {
  const { root } = await write(rich);
  expect(all(root, 'math').map((math) => attribute(math, 'display'))).toEqual([
    undefined,
    undefined,
    'block',
  ]);
  expect(
    all(root, 'code')
      .filter((code) => attribute(code, 'class') === 'unparsed')
      .map(text),
  ).toEqual(['\\frac{a']);
});

test('every link inside the page has its target', async () => {
  const { root } = await write(rich);
  const ids = ['a', 'p']
    .flatMap((name) => all(root, name))
    .flatMap((element) => attribute(element, 'id') ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = all(root, 'a')
    .map((link) => attribute(link, 'href') ?? '')
    .filter((href) => href.startsWith('#'));
  expect(ids).toEqual(expect.arrayContaining(targets.map((target) => target.slice(1))));
});

test('O02: furniture on demand', async () => {
  expect(text((await write(rich)).root)).not.toMatch(/ACME Archive|Page 1 of 2/);
  const { root } = await write(rich, { keep: ['header', 'page-number'] });
  expect(text(root).match(/ACME Archive/g)).toHaveLength(2);
  expect(text(root)).not.toMatch(/Confidential|K-117/);
});

test('X16: special characters survive', async () => {
  expect(all((await write([paragraphBlock(literal(specialCharacters))])).root, 'p').map(text)).toEqual([
    specialCharacters,
  ]);
});
