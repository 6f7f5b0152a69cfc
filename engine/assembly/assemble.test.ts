import { describe, expect, test } from 'vitest';
import { type Block, textOf } from '../document';
import { printedLines, type RegionSketch, sketchDocument } from '../document/test-documents';
import { assemble } from './assemble';

const blocksOf = (...pages: RegionSketch[][]) => assemble(sketchDocument(pages));
const text = (block: Block | undefined) =>
  block !== undefined && 'content' in block ? textOf(block.content) : undefined;
const levels = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []));
const line = (height: number) => [{ box: { x: 150, y: 100, width: 400, height } }];

describe('O03: levels of headings', () => {
  test('from numbering', () => {
    const headings = ['1 Intake', '1.1 Sorting', '1.1.1 Boxes', '2 Output'].map(
      (words): RegionSketch => ({ label: 'heading', text: words }),
    );
    expect(levels(blocksOf([{ label: 'title', text: 'The Archive' }, ...headings]))).toEqual([1, 2, 3, 4, 2]);
  });

  test('from type size where there are no numbers', () => {
    const sizes = [
      ['Intake', 50],
      ['Sorting', 40],
      ['Boxes', 31],
      ['Output', 51],
    ] as const;
    const headings = sizes.map(
      ([words, height]): RegionSketch => ({ label: 'title', text: words, lines: line(height) }),
    );
    expect(levels(blocksOf([{ label: 'title', text: 'The Archive', lines: line(70) }, ...headings]))).toEqual(
      [1, 2, 3, 4, 2],
    );
  });

  test('a person’s level wins', () => {
    const blocks = blocksOf([
      { label: 'title', text: 'The Archive' },
      { label: 'heading', text: '1 Intake', level: 4 },
    ]);
    expect(levels(blocks)).toEqual([1, 4]);
  });

  test.each([
    [
      ['Chapter 1 Beginnings', 'Chapter 2 Ends'],
      [2, 2],
    ],
    [
      ['I. First', 'A. Below', 'II. Second'],
      [2, 3, 2],
    ],
    [
      ['Appendix A', 'A.1 Tables'],
      [2, 3],
    ],
    [
      ['§ 1 Scope', '§ 2 Terms'],
      [2, 2],
    ],
    [
      ['第一章 总则', '第一节 范围'],
      [2, 3],
    ],
    [
      ['1990 was a good year', '2 Output'],
      [2, 2],
    ],
  ])('%j', (words, expected) => {
    const headings = words.map((each): RegionSketch => ({ label: 'heading', text: each }));
    expect(levels(blocksOf([{ label: 'title', text: 'A Title' }, ...headings]))).toEqual([1, ...expected]);
  });

  test('the first and largest heading is the title where the layout knows headings only', () => {
    const headings = [
      ['The Archive', 60],
      ['Intake', 40],
      ['Output', 41],
    ] as const;
    const regions = headings.map(
      ([words, height]): RegionSketch => ({
        label: 'heading',
        text: words,
        lines: line(height),
      }),
    );
    expect(levels(blocksOf(regions))).toEqual([1, 2, 2]);
    expect(levels(blocksOf(regions.slice(1)))).toEqual([2, 2]);
  });

  test('a numbered heading is parted from the text in its region; items of a list are not', () => {
    const lines = [
      '2. The registers',
      'Eleven volumes have come down to us. Nine',
      'are kept in the municipal archive and two',
      'were found behind the organ of the church.',
    ];
    const region = (words: string[]): RegionSketch => ({
      label: 'text',
      text: words.join('\n'),
      lines: printedLines(words),
    });
    expect(blocksOf([region(lines)]).map((block) => [block.kind, text(block)])).toEqual([
      ['heading', '2. The registers'],
      ['paragraph', lines.slice(1).join(' ')],
    ]);
    expect(
      blocksOf([region(['1. Apples', 'Green ones', '2. Pears', 'Yellow ones'])]).map((block) => block.kind),
    ).toEqual(['list']);
  });

  test('a heading’s lines are one line', () => {
    expect(text(blocksOf([{ label: 'title', text: 'A short\nand a much longer title' }])[0])).toBe(
      'A short and a much longer title',
    );
  });
});

describe('lists', () => {
  const list = (lines: string[], label: 'list' | 'text' = 'list') =>
    blocksOf([{ label, text: lines.map((each) => each.trim()).join('\n'), lines: printedLines(lines) }]);

  test('markers are kept, items go over lines, indent nests', () => {
    expect(list(['• one', '• two that', 'goes on', '   – below', '   – again', '• three'])).toMatchObject([
      {
        kind: 'list',
        ordered: false,
        items: [
          { marker: '•', content: [{ text: 'one' }] },
          {
            marker: '•',
            content: [{ text: 'two that goes on' }],
            children: [{ items: [{ marker: '–' }, { marker: '–' }] }],
          },
          { marker: '•', children: [] },
        ],
      },
    ]);
  });

  test('kinds of numbers nest where indent says nothing', () => {
    expect(list(['1. one', 'a) below', 'b) again', '2. two', 'i. roman', 'ii. two'])).toMatchObject([
      {
        ordered: true,
        items: [
          { marker: '1.', children: [{ items: [{ marker: 'a)' }, { marker: 'b)' }] }] },
          { marker: '2.', children: [{ items: [{ marker: 'i.' }, { marker: 'ii.' }] }] },
        ],
      },
    ]);
  });

  test('a text region with markers is a list, one with years is not', () => {
    expect(list(['1. one', '2. two'], 'text').map((block) => block.kind)).toEqual(['list']);
    expect(
      list(['It was in the year', '12. of the reign that', '14. things came'], 'text').map(
        (block) => block.kind,
      ),
    ).toEqual(['paragraph']);
  });

  test('counting on says more than an uneven indent', () => {
    expect(list(['1. one', ' (1) below', '   (2) again', ' (3) more', '2. two'])).toMatchObject([
      { items: [{ marker: '1.', children: [{ items: [{}, {}, {}] }] }, { marker: '2.' }] },
    ]);
  });

  test('lists of neighbouring regions that count on are one', () => {
    const regions = ['1. one\n2. two', '3. three\n4. four', '1. other\n2. list'].map(
      (words): RegionSketch => ({ label: 'list', text: words }),
    );
    expect(blocksOf(regions)).toMatchObject([{ items: { length: 4 } }, { items: { length: 2 } }]);
  });

  test('Chinese marks need no blank', () => {
    expect(list(['（1）含义', '（2）特点', '①卫星云图', '②天气预报'])).toMatchObject([
      {
        items: [
          { marker: '（1）' },
          { marker: '（2）', children: [{ items: [{ marker: '①' }, { marker: '②' }] }] },
        ],
      },
    ]);
  });

  test('words before the first marker are a paragraph', () => {
    expect(list(['We need:', '• paper', '• ink']).map((block) => block.kind)).toEqual(['paragraph', 'list']);
  });
});

describe('joins across columns and pages', () => {
  const half = 'This paragraph is cut at the foot of its column and';

  test('O01: text goes on after a figure, its caption and a footnote', () => {
    const blocks = blocksOf([
      { label: 'text', text: half },
      { label: 'figure' },
      { label: 'caption', text: 'Figure 1. A plate.' },
      { label: 'footnote', text: '1 A note.' },
      { label: 'text', text: 'goes on here.' },
    ]);
    expect(text(blocks[0])).toBe(`${half} goes on here.`);
    expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'figure', 'footnote']);
    expect(blocks[0]).toMatchObject({ source: { regionIds: ['page-1-region-1', 'page-1-region-5'] } });
  });

  test('over a page break with header and footer, and a broken word', () => {
    const blocks = blocksOf(
      [
        { label: 'text', text: 'This paragraph is cut at the foot of its page, bro-' },
        { label: 'page-number', text: '1' },
      ],
      [
        { label: 'header', text: 'The Archive' },
        { label: 'text', text: 'ken in a word.' },
      ],
    );
    expect(text(blocks[0])).toBe('This paragraph is cut at the foot of its page, broken in a word.');
    expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'furniture', 'page-break', 'furniture']);
  });

  test.each([
    ['a sentence end', 'This paragraph is whole, as one can see from here.', 'and this is another'],
    ['a capital', half, 'Another paragraph'],
    ['a short label', 'Name', 'of the person'],
  ])('not after %s', (_name, first, second) => {
    expect(
      blocksOf([
        { label: 'text', text: first },
        { label: 'text', text: second },
      ]),
    ).toHaveLength(2);
  });

  test('not over a heading', () => {
    expect(
      blocksOf([
        { label: 'text', text: half },
        { label: 'heading', text: 'Next' },
        { label: 'text', text: 'goes on' },
      ]),
    ).toHaveLength(3);
  });
});

describe('footnotes', () => {
  test('O02: the mark is split off and the text is kept', () => {
    expect(blocksOf([{ label: 'footnote', text: '1 See file K-117.' }])).toMatchObject([
      { kind: 'footnote', mark: '1', content: [{ text: 'See file K-117.' }] },
    ]);
  });

  test('X04: marks in the text refer to the note of their page, by id', () => {
    const page: RegionSketch[] = [
      { label: 'text', text: 'A claim$^{1}$ and a power<sup>9</sup>.', format: 'markdown' },
      { label: 'text', text: 'Another¹ claim* here.' },
      { label: 'footnote', text: '1 First.\n* Second,\ngoing on.' },
    ];
    const blocks = blocksOf(page, page);
    const notes = blocks.filter((block) => block.kind === 'footnote');
    expect(notes.map((note) => [note.mark, textOf(note.content)])).toEqual([
      ['1', 'First.'],
      ['*', 'Second, going on.'],
      ['1', 'First.'],
      ['*', 'Second, going on.'],
    ]);
    expect(new Set(notes.map((note) => note.id)).size).toBe(4);
    const references = blocks
      .flatMap((block) => ('content' in block ? block.content : []))
      .filter((inline) => inline.kind === 'note-reference');
    expect(references.map((reference) => reference.noteId)).toEqual(
      [0, 0, 1, 2, 2, 3].map((index) => notes[index]?.id),
    );
  });

  test('a person’s mark wins', () => {
    expect(blocksOf([{ label: 'footnote', text: 'No mark read.', noteMark: '7' }])).toMatchObject([
      { mark: '7' },
    ]);
  });
});

test('each entry of a bibliography is one paragraph', () => {
  const entries = '[1] A. Author. A Title, pp.\n88-104.\n[2] B. Author. Another.';
  expect(blocksOf([{ label: 'reference', text: entries }]).map(text)).toEqual([
    '[1] A. Author. A Title, pp. 88-104.',
    '[2] B. Author. Another.',
  ]);
});

describe('captions', () => {
  const at = (y: number, height = 300) => ({ box: { x: 200, y, width: 800, height } });

  test('go to the nearest figure or table of their kind', () => {
    const blocks = blocksOf([
      { label: 'figure', ...at(100) },
      { label: 'caption', text: 'Figure 1. Above.', ...at(410, 30) },
      { label: 'caption', text: 'Table 1. Below.', ...at(450, 30) },
      { label: 'table', text: '<table><tr><td>a</td></tr></table>', format: 'table-html', ...at(490) },
    ]);
    expect(blocks).toMatchObject([
      { kind: 'figure', caption: [{ text: 'Figure 1. Above.' }] },
      { kind: 'table', caption: [{ text: 'Table 1. Below.' }] },
    ]);
  });

  test('stay paragraphs when nothing is near', () => {
    const blocks = blocksOf([
      { label: 'figure', ...at(100) },
      { label: 'caption', text: 'Figure 9.', ...at(2000, 30) },
    ]);
    expect(blocks.map((block) => block.kind)).toEqual(['figure', 'paragraph']);
  });
});

describe('what is taken', () => {
  test('a correction wins over readings', () => {
    expect(
      text(blocksOf([{ label: 'text', text: 'teh', correction: { text: 'the', format: 'plain' } }])[0]),
    ).toBe('the');
  });

  test('excluded pages and regions left out give nothing; plain text is never markup', () => {
    const document = sketchDocument([
      [
        { label: 'text', text: '# *no* <b>markup</b> $x$ [a](b)' },
        { label: 'text', text: 'gone', state: 'left-out' },
      ],
      [{ label: 'text', text: 'gone' }],
    ]);
    const pages = document.pages.map((page, index) => ({ ...page, excluded: index === 1 }));
    const blocks = assemble({ ...document, pages });
    expect(blocks.map(text)).toEqual(['# *no* <b>markup</b> $x$ [a](b)']);
    expect(blocks[0]).toMatchObject({ content: [{ kind: 'text' }] });
  });

  test('one page of many keeps the levels of the whole', () => {
    const document = sketchDocument([
      [{ label: 'title', text: 'A Title' }],
      [{ label: 'title', text: 'A Section' }],
    ]);
    expect(levels(assemble(document, { pageIds: ['page-2'] }))).toEqual([2]);
  });

  test('a formula keeps its number, text that is none is marked', () => {
    expect(
      blocksOf([
        { label: 'formula', text: '$$\\frac{a}{b} \\tag{3}$$', format: 'latex' },
        { label: 'formula', text: '\\frac{a', format: 'latex' },
        { label: 'formula', text: 'a = b + 1' },
      ]),
    ).toMatchObject([
      { latex: '\\frac{a}{b}', number: '3', parses: true },
      { latex: '\\frac{a', parses: false },
      { latex: 'a = b + 1', parses: false },
    ]);
  });

  test('X16: special characters come through', () => {
    const special = '¥ ￥ € œ ﬁ 😀 zero\u200bwidth';
    expect(text(blocksOf([{ label: 'text', text: special }])[0])).toBe(special);
    expect(text(blocksOf([{ label: 'text', text: special, format: 'markdown' }])[0])).toBe(special);
  });
});

describe('text that means no good is kept as text, and soon', () => {
  const many = 5000;
  test.each([
    ['quotes', '>'.repeat(many), 'markdown'],
    ['lists', '1. '.repeat(many), 'markdown'],
    ['emphasis', '*a _b '.repeat(many), 'markdown'],
    ['brackets', '[![('.repeat(many), 'markdown'],
    ['tags in a table', `<table><tr><td>${'<b>'.repeat(many)}x`, 'table-html'],
    ['tables in tables', '<table><tr><td>x'.repeat(many), 'table-html'],
    ['braces', '{'.repeat(many), 'latex'],
  ] as const)('%s', (_name, words, format) => {
    const start = Date.now();
    expect(blocksOf([{ label: 'text', text: words, format }])).not.toHaveLength(0);
    expect(Date.now() - start).toBeLessThan(20_000);
  });
});
