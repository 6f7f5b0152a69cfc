import { describe, expect, test } from 'vitest';
import { type Block, textOf } from '../document';
import { collectVocabulary } from './hyphenation';
import { readMarkdown } from './markdown';

const source = { pageId: 'page-1', regionIds: ['region-1'] };
const read = (text: string): Block[] => readMarkdown(text, source, collectVocabulary([]));
const contentOf = (text: string) => {
  const [block] = read(text);
  return block !== undefined && 'content' in block ? block.content : [];
};
const plain = (text: string) => textOf(contentOf(text));

describe('O08: formulas in every form that models write', () => {
  test.each([
    ['$ -\\frac{\\sqrt{3}}{2} $', '-\\frac{\\sqrt{3}}{2}'],
    ['\\( x \\)', 'x'],
    ['$x$', 'x'],
    ['see $ a_1 $ here', 'a_1'],
    ['cost \\$5, area $ b $', 'b'],
  ])('%s is an inline formula without blanks', (text, latex) => {
    expect(contentOf(text).filter((inline) => inline.kind === 'formula')).toEqual([
      { kind: 'formula', latex },
    ]);
  });

  test.each([
    ['\\[ y \\]', 'y'],
    ['$$ z $$', 'z'],
    ['$$\nz\n$$', 'z'],
    ['$$\\frac{a}{b} \\tag{3}$$', '\\frac{a}{b}'],
  ])('%s is a formula on a line of its own', (text, latex) => {
    expect(read(text)).toMatchObject([{ kind: 'formula', latex, parses: true }]);
  });

  test('a display formula within a sentence parts it', () => {
    expect(read('before $$ z $$ after').map((block) => block.kind)).toEqual([
      'paragraph',
      'formula',
      'paragraph',
    ]);
  });

  test('what does not parse is kept: as text in a line, marked as a block', () => {
    expect(plain('see $\\frac{a$ here')).toBe('see $\\frac{a$ here');
    expect(read('$$\\frac{a$$')).toMatchObject([{ kind: 'formula', latex: '\\frac{a', parses: false }]);
  });

  test.each(['$5 and $7', 'US$ 5 or $7', 'from $5 to $7.50 a piece', '`$x$` is code'])(
    '%s has no formula',
    (text) => {
      expect(contentOf(text).some((inline) => inline.kind === 'formula')).toBe(false);
      expect(plain(text)).toBe(text.replace(/`/g, ''));
    },
  );
});

describe('X04: raised marks', () => {
  test.each([
    'word$^{11}$',
    'word$ ^{11} $',
    'word<sup>11</sup>',
    'word\\textsuperscript{11}',
    ['word', '{}^{11}', ''].join('$'),
    'word$^{\\text{11}}$',
  ])('%s is a superscript', (text) => {
    expect(contentOf(text)).toEqual([
      { kind: 'text', text: 'word' },
      { kind: 'superscript', children: [{ kind: 'text', text: '11' }] },
    ]);
  });

  test('a tag without its partner stays text', () => {
    expect(plain('a <sup> b')).toBe('a <sup> b');
  });

  test('a power stays mathematics', () => {
    expect(contentOf('$x^{11}$')).toEqual([{ kind: 'formula', latex: 'x^{11}' }]);
  });
});

describe('recognised text is not obeyed', () => {
  test.each([
    '<script>alert(1)</script> text',
    '<b>bold</b>',
    '[link](javascript:alert(1))',
    '![picture](https://example.org/x.png)',
    '<https://example.org>',
    'www.example.org and a@example.org',
    '[label]: https://example.org',
    '---',
  ])('%s stays literal text', (text) => {
    expect(plain(text)).toBe(text);
  });

  test('indented lines and underlined lines are no code and no heading', () => {
    expect(read('    indented').map((block) => block.kind)).toEqual(['paragraph']);
    expect(read('text\n---').every((block) => block.kind === 'paragraph')).toBe(true);
  });

  test('a harmless link is kept', () => {
    expect(contentOf('[here](https://example.org)')).toMatchObject([
      { kind: 'link', url: 'https://example.org' },
    ]);
  });
});

describe('blocks', () => {
  test('headings, lists, tables, code', () => {
    const blocks = read(
      '## Two\n\n- a\n  - b\n- c\n\n| x | y |\n|---|---|\n| 1 | a<br>b |\n\n```\ncode\n```',
    );
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'list', 'table', 'code']);
    expect(blocks[1]).toMatchObject({
      items: [{ children: [{ items: [{ content: [{ text: 'b' }] }] }] }, {}],
    });
    expect(blocks[2]).toMatchObject({
      rows: [
        { cells: [{ header: true }, { header: true }] },
        { cells: [{ header: false }, { content: [{ text: 'a' }, { kind: 'break' }, { text: 'b' }] }] },
      ],
    });
  });

  test('line ends within a paragraph are wraps', () => {
    expect(plain('a recog-\nnition of **bold**\ntext')).toBe('a recognition of bold text');
  });

  test('an HTML table among Markdown is a table', () => {
    expect(read('before\n\n<table><tr><td>a</td></tr></table>\n\nafter').map((block) => block.kind)).toEqual([
      'paragraph',
      'table',
      'paragraph',
    ]);
  });
});

test('numbers of a list are those that were printed, also where they do not count on', () => {
  expect(read('3. three\n5. five\n5) also five')).toMatchObject([
    { start: 3, items: [{ marker: '3.' }, { marker: '5.' }] },
    { start: 5, items: [{ marker: '5)' }] },
  ]);
});
