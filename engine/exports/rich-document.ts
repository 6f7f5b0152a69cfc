/** One document with every kind of block, for the golden files and tests of all formats. */
import type { Block, BlockSource, Document, Inline, TableCell } from '../document';
import { sketchDocument } from '../document/test-documents';
import { defaultExportOptions, type ExportInput, type ExportOptions } from './types';

const source = (page: number): BlockSource => ({
  pageId: `page-${page}`,
  regionIds: [`page-${page}-region-1`],
});
const text = (value: string): Inline => ({ kind: 'text', text: value });
const cell = (content: readonly Inline[], parts: Partial<TableCell> = {}): TableCell => ({
  header: false,
  colspan: 1,
  rowspan: 1,
  content,
  ...parts,
});

export const specialCharacters = '¥ ￥ € œ ﬁ 😀 zero\u200bwidth';

/** Text that every format could take for its own markup (O07). */
export const hostileTexts = [
  'a|b',
  'x < y & z',
  '*not bold*',
  '$5 and $7',
  'back\\slash',
  '# leading',
  '---',
  '1. no list',
  '[link](javascript:alert(1))',
  '</script><b>no tag</b>',
  "~~a~~ `b` _c_ {d} 50 % ^e \"f\" ''g'' --h",
  '&amp; &#35; \\textbf{x} {{ y }}',
  specialCharacters,
];

const blocks: Block[] = [
  { kind: 'furniture', role: 'header', content: [text('ACME Archive')], source: source(1) },
  { kind: 'heading', level: 1, content: [text('The Archive & its “Boxes”')], source: source(1) },
  { kind: 'heading', level: 2, content: [text('1 Intake')], source: source(1) },
  {
    kind: 'paragraph',
    role: 'text',
    content: [
      text('A paragraph with '),
      { kind: 'strong', children: [text('strong')] },
      text(', '),
      { kind: 'emphasis', children: [text('emphasised')] },
      text(', '),
      { kind: 'code', text: 'code `x`' },
      text(' and H'),
      { kind: 'subscript', children: [text('2')] },
      text('O, 10'),
      { kind: 'superscript', children: [text('3')] },
      text(', the 5'),
      { kind: 'superscript', children: [text('th')] },
      text(', a '),
      { kind: 'link', url: 'https://example.org/a?b=1&c=2_3', children: [text('link')] },
      text(', the formula '),
      { kind: 'formula', latex: '-\\frac{\\sqrt{3}}{2}' },
      text(' and a note'),
      { kind: 'note-reference', mark: '11', noteId: 'note-a' },
      text('.'),
    ],
    source: source(1),
  },
  {
    kind: 'paragraph',
    role: 'text',
    content: [
      text('Dr. Ada Example'),
      { kind: 'break' },
      text('12 Garden Street'),
      { kind: 'break' },
      text('10115 Berlin'),
    ],
    source: source(1),
  },
  { kind: 'heading', level: 3, content: [text('1.1 Sorting')], source: source(1) },
  {
    kind: 'list',
    ordered: false,
    start: 1,
    items: [
      {
        marker: '•',
        content: [text('first')],
        children: [
          {
            kind: 'list',
            ordered: true,
            start: 3,
            items: [
              { marker: 'c)', content: [text('third')], children: [] },
              { marker: 'd)', content: [text('fourth')], children: [] },
            ],
            source: source(1),
          },
        ],
      },
      { marker: '•', content: [text('second')], children: [] },
    ],
    source: source(1),
  },
  {
    kind: 'list',
    ordered: true,
    start: 2,
    items: [
      { marker: '2.', content: [text('two')], children: [] },
      { marker: '3.', content: [text('three')], children: [] },
    ],
    source: source(1),
  },
  { kind: 'heading', level: 4, content: [text('1.1.1 Boxes')], source: source(1) },
  {
    kind: 'table',
    caption: [text('Table 1. Simple.')],
    rows: [
      { cells: [cell([text('Name')], { header: true }), cell([text('Count')], { header: true })] },
      { cells: [cell([text('a|b')]), cell([text('Batch'), { kind: 'break' }, text('two lines')])] },
    ],
    ragged: false,
    source: source(1),
  },
  {
    kind: 'table',
    rows: [
      { cells: [cell([text('Head')], { header: true, colspan: 3 })] },
      {
        cells: [
          cell([text('side')], { rowspan: 2 }),
          cell([{ kind: 'formula', latex: 'x^2' }]),
          cell([text('$5 and $7')]),
        ],
      },
      { cells: [cell([text('wide < cell')], { colspan: 2 })] },
    ],
    ragged: false,
    source: source(1),
  },
  {
    kind: 'figure',
    box: { x: 10, y: 20, width: 300, height: 200 },
    caption: [text('Figure 1. A plate.')],
    alternative: 'Words in the picture',
    source: source(1),
  },
  { kind: 'footnote', id: 'note-a', mark: '11', content: [text('See file K-117.')], source: source(1) },
  { kind: 'furniture', role: 'footer', content: [text('Confidential')], source: source(1) },
  { kind: 'furniture', role: 'page-number', content: [text('Page 1 of 2')], source: source(1) },
  { kind: 'page-break', pageId: 'page-2', pageNumber: 2 },
  { kind: 'furniture', role: 'header', content: [text('ACME Archive')], source: source(2) },
  { kind: 'heading', level: 2, content: [text('2 Output')], source: source(2) },
  {
    kind: 'formula',
    latex: '\\sum_{i=1}^{n} x_i = \\begin{cases} a & b \\\\ c & d \\end{cases}',
    number: '3',
    parses: true,
    source: source(2),
  },
  { kind: 'formula', latex: '\\frac{a', parses: false, source: source(2) },
  { kind: 'code', text: 'if (a < b) {\n  return `c`;\n}', source: source(2) },
  ...hostileTexts.map(
    (value): Block => ({ kind: 'paragraph', role: 'text', content: [text(value)], source: source(2) }),
  ),
  { kind: 'paragraph', role: 'caption', content: [text('Figure 2. Without a figure.')], source: source(2) },
  {
    kind: 'paragraph',
    role: 'reference',
    content: [text('[1] A. Author. A Title. 1999.')],
    source: source(2),
  },
  {
    kind: 'paragraph',
    role: 'text',
    content: [text('The mark comes again'), { kind: 'note-reference', mark: '11', noteId: 'note-b' }],
    source: source(2),
  },
  { kind: 'footnote', id: 'note-b', mark: '11', content: [text('Another page’s note.')], source: source(2) },
  {
    kind: 'footnote',
    id: 'note-c',
    mark: '*',
    content: [text('Nothing refers to this.')],
    source: source(2),
  },
  { kind: 'furniture', role: 'footer', content: [text('Confidential')], source: source(2) },
  { kind: 'furniture', role: 'page-number', content: [text('Page 2 of 2')], source: source(2) },
];

/** A white pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC',
  'base64',
);

const document: Document = sketchDocument([
  [{ label: 'text', text: 'one' }],
  [{ label: 'text', text: 'two' }],
]);

export function exportInput(
  parts: { blocks?: readonly Block[]; options?: Partial<ExportOptions> } = {},
): ExportInput {
  return {
    document,
    blocks: parts.blocks ?? blocks,
    options: { ...defaultExportOptions, ...parts.options },
    figure: () =>
      Promise.resolve({ bytes: new Uint8Array(png), mediaType: 'image/png', width: 300, height: 200 }),
  };
}

export function paragraphBlock(...content: readonly Inline[]): Block {
  return { kind: 'paragraph', role: 'text', content, source: source(1) };
}

export function tableBlock(rows: readonly (readonly string[])[]): Block {
  return {
    kind: 'table',
    ragged: false,
    rows: rows.map((row, index) => ({
      cells: row.map((value) => cell(value === '' ? [] : [text(value)], { header: index === 0 })),
    })),
    source: source(1),
  };
}
