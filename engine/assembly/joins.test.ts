/** Regions that are read one by one, as a model that writes Markdown gives them: what belongs together, and no loss. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, type ListBlock, textOf } from '../document';
import { type RegionSketch, sketchDocument } from '../document/test-documents';
import { assemble } from './assemble';

const blocksOf = (...pages: RegionSketch[][]) => assemble(sketchDocument(pages));
/** Region `index` of a column, a line of 30 px every 40 px. */
const at = (index: number, x = 200) => ({ box: { x, y: 200 + 40 * index, width: 800, height: 30 } });
const column = (...texts: string[]): RegionSketch[] =>
  texts.map((text, index) => ({ label: 'text', text, format: 'markdown', ...at(index) }));

function written(block: Block): string {
  if (block.kind === 'list') return listText(block);
  return 'content' in block ? textOf(block.content) : '';
}
const listText = ({ items }: ListBlock): string =>
  items
    .map(
      ({ marker, content, children }) => `${marker} ${textOf(content)}\n${children.map(listText).join('\n')}`,
    )
    .join('\n');
const shapes = (blocks: readonly Block[]) =>
  blocks.map((block) =>
    block.kind === 'list' ? block.items.map((item) => textOf(item.content)) : written(block),
  );

describe('an item whose mark was not read', () => {
  test('is one between two items', () => {
    expect(shapes(blocksOf(column('- Apples', 'Pears', '- Plums')))).toEqual([['Apples', 'Pears', 'Plums']]);
    expect(shapes(blocksOf(column('- apples', 'pears', '- plums')))).toEqual([['apples', 'pears', 'plums']]);
    expect(blocksOf(column('- A', 'B', '- C'))).toMatchObject([
      { source: { regionIds: ['page-1-region-1', 'page-1-region-2', 'page-1-region-3'] } },
    ]);
  });

  test.each([
    ['it introduces the next list', column('- Apples', 'Of stone fruit:', '- Plums')],
    ['it ends the item before it', column('- Apples of the sort that', 'keeps well.', '- Plums')],
    ['the list after it is of numbers', column('- Apples', 'Pears', '1. Plums')],
    ['it is the last', column('- Apples', 'Pears')],
    ['two of them follow each other', column('- Apples', 'Pears', 'Figs', '- Plums')],
    [
      'it is set apart by its edge',
      column('- Apples', 'Pears', '- Plums').map((region, index) => ({
        ...region,
        ...at(index, index === 1 ? 160 : 200),
      })),
    ],
    [
      'it is set apart by a gap',
      column('- Apples', 'Pears', '- Plums').map((region, index) => ({
        ...region,
        ...at(index === 0 ? 0 : index + 2),
      })),
    ],
    [
      'it is no line of Markdown: printed marks are read with their lines',
      column('- Apples', 'Pears', '- Plums').map((region) => ({
        ...region,
        label: 'list' as const,
        format: 'plain' as const,
      })),
    ],
  ])('not where %s', (_name, regions) => {
    const found = shapes(blocksOf(regions)).filter(
      (shape) => Array.isArray(shape) && shape.includes('Pears'),
    );
    expect(found).toEqual([]);
    expect(shapes(blocksOf(regions))).not.toContainEqual(expect.arrayContaining(['keeps well.']));
    expect(shapes(blocksOf(regions))).not.toContainEqual(expect.arrayContaining(['Of stone fruit:']));
  });
});

describe('a word that is broken between two regions', () => {
  const known: RegionSketch = { label: 'text', text: 'The recognition of text.', format: 'markdown' };

  test('is whole where the document knows it, however short its first half', () => {
    expect(shapes(blocksOf([...column('The recog-', 'nition works.'), known]))[0]).toBe(
      'The recognition works.',
    );
    expect(shapes(blocksOf(column('The recog-', 'nition works.')))).toHaveLength(2);
    expect(shapes(blocksOf([...column('A recog-', 'Nition works.'), known]))).toHaveLength(3);
  });

  test('also at the end of an item', () => {
    const items = column('- One\n- of recog-', 'nition.');
    expect(shapes(blocksOf([...items, known]))[0]).toEqual(['One', 'of recognition.']);
    expect(shapes(blocksOf(items))).toEqual([['One', 'of recog-'], 'nition.']);
  });

  test('a suspended or a true hyphen stays', () => {
    const compound: RegionSketch = { label: 'text', text: 'A pre-war house.', format: 'markdown' };
    expect(shapes(blocksOf([...column('It was pre-', 'war then.'), compound]))[0]).toBe(
      'It was pre-war then.',
    );
    expect(shapes(blocksOf(column('The houses of pre-', 'and post-war times.')))).toHaveLength(2);
  });
});

test('nothing is lost but hyphens: every other character of the regions is in the blocks, in order', () => {
  const word = fc.constantFrom(
    'the',
    'recog-',
    'nition',
    'recognition',
    'Plums',
    'self-',
    'made',
    'und',
    'é',
    '5',
    '-',
    '–',
    '.',
    ':',
    'of\u00ad',
    'IN-',
    'A¬',
    '語',
  );
  const mark = fc.constantFrom('', '', '- ', '• ', '2. ');
  const text = fc
    .tuple(mark, fc.array(word, { minLength: 1, maxLength: 6 }))
    .map(([start, words]) => `${start}x${words.join(' ')}`);
  const region = fc.record({
    text: fc.array(text, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
    label: fc.constantFrom('text' as const, 'list' as const),
    format: fc.constantFrom('markdown' as const, 'markdown' as const, 'plain' as const),
    x: fc.constantFrom(200, 200, 202, 400),
  });
  const bare = (words: string): string => words.replace(/[\s\-‐\u00ad¬•–]/g, '');
  fc.assert(
    fc.property(fc.array(fc.array(region, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), (pages) => {
      const sketches = pages.map((regions) =>
        regions.map(({ x, ...each }, index): RegionSketch => ({ ...each, ...at(index, x) })),
      );
      expect(
        bare(
          blocksOf(...sketches)
            .map(written)
            .join(''),
        ),
      ).toBe(
        bare(
          pages
            .flat()
            .map(({ text }) => text)
            .join(''),
        ),
      );
    }),
    { numRuns: 150 },
  );
});
