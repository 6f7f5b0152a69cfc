import { DOMParser, type Element } from '@xmldom/xmldom';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Block, Inline } from '../document';
import { docxExporter } from './docx';
import { exportInput, hostileTexts, paragraphBlock, specialCharacters, tableBlock } from './rich-document';
import type { ExportOptions } from './types';

interface WordFile {
  /** Elements of the document by name, in order. */
  all(name: string, part?: string): Element[];
  has(part: string): boolean;
  text(part: string): string;
  readonly warnings: readonly string[];
}

/** Unpacks the file and parses its parts; a part that is not well-formed throws. */
async function write(blocks: readonly Block[], options: Partial<ExportOptions> = {}): Promise<WordFile> {
  const { bytes, warnings } = await docxExporter.export(exportInput({ blocks, options }));
  const files = unzipSync(bytes);
  const parse = (part: string) => {
    const xml = files[part];
    if (xml === undefined) throw new Error(`no ${part}`);
    // It also warns of U+FFFD, which we put there on purpose.
    const stop = (level: string, message: string) => {
      if (level !== 'warning') throw new Error(`${part}: ${message}`);
    };
    return new DOMParser({ onError: stop }).parseFromString(strFromU8(xml), 'text/xml');
  };
  for (const part of Object.keys(files).filter((name) => name.endsWith('.xml') || name.endsWith('.rels')))
    parse(part);
  return {
    all: (name, part = 'word/document.xml') => [...parse(part).getElementsByTagName(name)],
    has: (part) => part in files,
    text: (part) => textOf([...parse(part).getElementsByTagName('w:p')]),
    warnings,
  };
}

const attribute = (element: Element, name: string) => element.getAttribute(name) ?? '';
const within = (element: Element, name: string) => [...element.getElementsByTagName(name)];

/** Runs as text, breaks as line breaks. */
function textOf(elements: readonly Element[]): string {
  return elements
    .map((element) =>
      [...element.getElementsByTagName('*')]
        .map((each) =>
          each.nodeName === 'w:t' ? (each.textContent ?? '') : each.nodeName === 'w:br' ? '\n' : '',
        )
        .join(''),
    )
    .join('\n');
}

const literal = (value: string): Inline => ({ kind: 'text', text: value });
const rich = exportInput().blocks;

test('O07: any text comes back as it was', async () => {
  const anyText = fc
    .oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...hostileTexts))
    .map((value) => value.replace(/[\n\r]/g, ' '));
  await fc.assert(
    fc.asyncProperty(anyText, async (value) => {
      const file = await write([paragraphBlock(literal(value))]);
      const expected = value.replace(/[\p{Cs}\ufffe\uffff]|(?!\t)\p{Cc}/gu, '\ufffd');
      expect(textOf(file.all('w:p'))).toBe(expected);
    }),
    { numRuns: 60 },
  );
});

test('O03: headings have Word’s heading styles', async () => {
  const file = await write(rich);
  const styles = file.all('w:pStyle').map((style) => attribute(style, 'w:val'));
  expect(styles.filter((style) => style.startsWith('Heading'))).toEqual([
    'Heading1',
    'Heading2',
    'Heading3',
    'Heading4',
    'Heading2',
  ]);
});

describe('tables', () => {
  test('O04: a line break in a cell is one break in one cell', async () => {
    const [table] = (await write(rich)).all('w:tbl');
    if (table === undefined) throw new Error('no table');
    const rows = within(table, 'w:tr').map((row) =>
      within(row, 'w:tc').map((cell) => textOf(within(cell, 'w:p'))),
    );
    expect(rows).toEqual([
      ['Name', 'Count'],
      ['a|b', 'Batch\ntwo lines'],
    ]);
    expect(within(table, 'w:br')).toHaveLength(1);
  });

  test('spans are merged cells, head rows repeat', async () => {
    const [, table] = (await write(rich)).all('w:tbl');
    if (table === undefined) throw new Error('no table');
    const rows = within(table, 'w:tr');
    const spans = rows.map((row) =>
      within(row, 'w:tc').map((cell) => attribute(within(cell, 'w:gridSpan')[0] ?? cell, 'w:val') || '1'),
    );
    expect(spans).toEqual([['3'], ['1', '1', '1'], ['1', '2']]);
    expect(within(table, 'w:vMerge').map((merge) => attribute(merge, 'w:val'))).toEqual([
      'restart',
      'continue',
    ]);
    expect(
      rows.map(
        (row) => within(row, 'w:tblHeader').filter((head) => attribute(head, 'w:val') !== 'off').length,
      ),
    ).toEqual([1, 0, 0]);
  });

  test('ragged rows are filled so that Word opens the table', async () => {
    const block = tableBlock([['a', 'b', 'c'], ['d']]);
    const file = await write([block]);
    expect(file.all('w:tr').map((row) => within(row, 'w:tc').length)).toEqual([3, 3]);
  });
});

test('lists are counted by Word, as printed', async () => {
  const file = await write(rich);
  const listed = file.all('w:p').filter((paragraph) => within(paragraph, 'w:numPr').length > 0);
  expect(textOf(listed)).toBe('first\nthird\nfourth\nsecond\ntwo\nthree');
  expect(listed.map((paragraph) => attribute(within(paragraph, 'w:ilvl')[0] ?? paragraph, 'w:val'))).toEqual([
    '0',
    '1',
    '1',
    '0',
    '0',
    '0',
  ]);
  const texts = file.all('w:lvlText', 'word/numbering.xml').map((each) => attribute(each, 'w:val'));
  expect(texts).toEqual(expect.arrayContaining(['•', '%2)', '%1.']));
});

test('marks that do not count on are written as text', async () => {
  const source = { pageId: 'page-1', regionIds: [] };
  const item = (marker: string) => ({ marker, content: [literal('x')], children: [] });
  const file = await write([
    { kind: 'list', ordered: true, start: 1, items: [item('1.'), item('4.')], source },
  ]);
  expect(textOf(file.all('w:p'))).toBe('1.x\n4.x');
  expect(file.all('w:numPr')).toHaveLength(0);
});

describe('O08: equations', () => {
  const source = { pageId: 'page-1', regionIds: [] };

  test('are Word’s own', async () => {
    const file = await write([
      paragraphBlock(literal('see '), { kind: 'formula', latex: '-\\frac{\\sqrt{3}}{2}' }),
      { kind: 'formula', latex: 'y = 1', number: '3', parses: true, source },
    ]);
    expect(file.all('m:oMath')).toHaveLength(2);
    expect(file.all('m:f')).toHaveLength(1);
    expect(textOf(file.all('w:p'))).toContain('(3)');
    expect(file.warnings).toEqual([]);
  });

  test('what cannot be converted stays text and is reported', async () => {
    const file = await write([{ kind: 'formula', latex: '\\unknowncommand{x}', parses: true, source }]);
    expect(textOf(file.all('w:p'))).toBe('\\unknowncommand{x}');
    expect(file.warnings).toHaveLength(1);
  });
});

describe('notes', () => {
  test('X04: are Word’s footnotes with the printed marks', async () => {
    const file = await write(rich);
    const notes = file
      .all('w:footnote', 'word/footnotes.xml')
      .filter((note) => Number(attribute(note, 'w:id')) > 0);
    expect(notes.map((note) => textOf([note]))).toEqual(['11 See file K-117.', '11 Another page’s note.']);
    const references = file.all('w:footnoteReference');
    expect(
      references.map((each) => [attribute(each, 'w:id'), attribute(each, 'w:customMarkFollows')]),
    ).toEqual([
      ['1', '1'],
      ['2', '1'],
    ]);
    expect(textOf(file.all('w:p'))).toContain('Nothing refers to this.');
  });

  test('marks 1, 2 … are left to Word', async () => {
    const source = { pageId: 'page-1', regionIds: [] };
    const file = await write([
      paragraphBlock(literal('word'), { kind: 'note-reference', mark: '1', noteId: 'n' }),
      { kind: 'footnote', id: 'n', mark: '1', content: [literal('note')], source },
    ]);
    expect(file.all('w:footnoteRef', 'word/footnotes.xml').length).toBeGreaterThan(0);
    expect(file.all('w:footnoteReference').map((each) => each.getAttribute('w:customMarkFollows'))).toEqual([
      null,
    ]);
  });
});

describe('O02: what is kept', () => {
  test('a header that is the same on every page is Word’s; other furniture stands where it was', async () => {
    const file = await write(rich, { keep: ['header', 'footer', 'page-number', 'footnote'] });
    expect(file.text('word/header1.xml')).toBe('ACME Archive');
    expect(file.text('word/footer1.xml')).toBe('Confidential');
    const body = textOf(file.all('w:p'));
    expect(body).not.toContain('ACME Archive');
    expect(body.match(/Page \d of 2/g)).toEqual(['Page 1 of 2', 'Page 2 of 2']);
  });

  test('off means absent', async () => {
    const file = await write(rich, { keep: [] });
    expect(textOf(file.all('w:p'))).not.toMatch(/ACME|Confidential|Page 1 of 2|K-117/);
    expect(file.has('word/header1.xml')).toBe(false);
  });
});

test('pictures are inside, with their words as description', async () => {
  const file = await write(rich);
  expect(file.all('wp:docPr').map((each) => attribute(each, 'descr'))).toEqual(['Words in the picture']);
});

test('X16: special characters survive', async () => {
  expect(textOf((await write([paragraphBlock(literal(specialCharacters))])).all('w:p'))).toBe(
    specialCharacters,
  );
});
