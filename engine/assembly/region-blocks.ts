/** One region's current text → blocks, by its label and the text's format. Levels and joins come later. */
import { assertNever } from '../base/errors';
import {
  type Block,
  type BlockSource,
  currentText,
  type Inline,
  type Page,
  type ParagraphBlock,
  type Region,
  type RegionLabel,
  textOf,
} from '../document';
import { footnotesFromBlocks, footnotesFromLines } from './footnotes';
import type { Vocabulary } from './hyphenation';
import { linesContent, paragraphsOf, textInline, tidy } from './inlines';
import { readFormula } from './latex';
import type { PrintedLine } from './line-breaks';
import { readList } from './lists';
import { readMarkdown } from './markdown';
import { splitHeadings } from './run-in-headings';
import { readTableHtml } from './table-html';

export function blocksOfRegion(page: Page, region: Region, vocabulary: Vocabulary): Block[] {
  const source: BlockSource = { pageId: page.id, regionIds: [region.id] };
  const current = currentText(region);
  if (region.label === 'figure') return [figure(region, source)];
  if (current === undefined || current.text.trim() === '') return [];
  const text = current.text.normalize('NFC').replace(/\r\n?/g, '\n');
  switch (current.format) {
    case 'plain':
      return fromLines(printedLines(text, region), text, region, source, vocabulary);
    case 'markdown':
      return shape(readMarkdown(text, source, vocabulary), region, source);
    case 'table-html': {
      const { rows, ragged, stray } = readTableHtml(text);
      const blocks: Block[] = rows.length === 0 ? [] : [{ kind: 'table', rows, ragged, source }];
      return stray.length === 0
        ? blocks
        : [...blocks, { kind: 'paragraph', role: 'text', content: stray, source }];
    }
    case 'latex': {
      const last = region.readings[region.readings.length - 1];
      return [{ kind: 'formula', ...readFormula(text, last?.equationNumber), source }];
    }
    default:
      return assertNever(current.format);
  }
}

function figure(region: Region, source: BlockSource): Block {
  const words = currentText(region)?.text ?? region.lines.flatMap((line) => line.text ?? []).join(' ');
  return { kind: 'figure', box: region.box, alternative: words.replace(/\s+/g, ' ').trim(), source };
}

/** Pairs the text's lines with the detected ones when their numbers agree. */
function printedLines(text: string, region: Region): PrintedLine[] {
  const lines = text.split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  if (written.length !== region.lines.length) return lines.map((line) => ({ text: line }));
  let index = 0;
  return lines.map((line) => {
    const detected = line.trim() === '' ? undefined : region.lines[index++];
    return detected === undefined ? { text: line } : { text: line, box: detected.box };
  });
}

function fromLines(
  lines: readonly PrintedLine[],
  text: string,
  region: Region,
  source: BlockSource,
  vocabulary: Vocabulary,
): Block[] {
  const paragraphs = (role: ParagraphBlock['role'], of: readonly PrintedLine[] = lines) =>
    paragraphsOf(of, vocabulary).map((content): Block => ({ kind: 'paragraph', role, content, source }));
  const oneParagraph = (role: ParagraphBlock['role'], of: readonly PrintedLine[]): Block => {
    return { kind: 'paragraph', role, content: flat(paragraphsOf(wrapped(of), vocabulary)), source };
  };
  const listOrText = (of: readonly PrintedLine[], isListRegion: boolean): Block[] => {
    const list = readList(of, isListRegion, vocabulary, source);
    return list === undefined ? paragraphs('text', of) : [...paragraphs('text', list.intro), list.list];
  };
  const { label } = region;
  switch (label) {
    case 'title':
    case 'heading':
      return [{ kind: 'heading', level: 2, content: flat(paragraphsOf(wrapped(lines), vocabulary)), source }];
    case 'list':
    case 'text':
      return splitHeadings(lines).flatMap((part): Block[] => {
        if (part.kind === 'text') return listOrText(part.lines, label === 'list');
        return [{ kind: 'heading', level: 2, content: textInline(part.line.text.trim()), source }];
      });
    case 'caption':
      return [oneParagraph('caption', lines)];
    case 'reference':
      return referenceGroups(lines).map((group) => oneParagraph('reference', group));
    case 'table':
      // Read without structure: the lines stay lines.
      return [{ kind: 'paragraph', role: 'text', content: linesContent(lines), source }];
    case 'formula':
      return [{ kind: 'formula', latex: text.trim(), parses: false, source }];
    case 'formula-number':
      return [oneParagraph('text', lines)];
    case 'code':
      return [{ kind: 'code', text: text.replace(/\n+$/, ''), source }];
    case 'footnote':
      return footnotesFromLines(lines, source, region.id, region.noteMark, vocabulary);
    case 'header':
    case 'footer':
    case 'page-number':
      return [{ kind: 'furniture', role: label, content: linesContent(lines), source }];
    case 'figure':
      return [figure(region, source)];
    default:
      return assertNever(label);
  }
}

/** As one wide column, so that a heading's or caption's lines count as wraps however short they are. */
function wrapped(lines: readonly PrintedLine[]): PrintedLine[] {
  const width = Math.max(...lines.map((line) => line.text.length));
  return lines
    .filter((line) => line.text.trim() !== '')
    .map((line) => ({ text: line.text, box: { x: 0, y: 0, width, height: 0 } }));
}

function flat(paragraphs: readonly (readonly Inline[])[]): Inline[] {
  return tidy(
    paragraphs.flatMap((content, index): Inline[] =>
      index === 0 ? [...content] : [...textInline(' '), ...content],
    ),
  );
}

/** Entries of a bibliography: `[1]`, `1.`, or a line that hangs out to the left. */
function referenceGroups(lines: readonly PrintedLine[]): PrintedLine[][] {
  const groups: PrintedLine[][] = [];
  for (const line of lines) {
    const last = groups[groups.length - 1];
    if (last === undefined || /^\s*(?:\[\w{1,12}\]|\d{1,3}\.)\s+\S/u.test(line.text)) groups.push([line]);
    else last.push(line);
  }
  return groups;
}

/** Parsed blocks in the shape that the region's label asks for. */
function shape(blocks: readonly Block[], region: Region, source: BlockSource): Block[] {
  const { label } = region;
  const role = label === 'reference' ? 'reference' : undefined;
  switch (label) {
    case 'footnote':
      return footnotesFromBlocks(blocks, region.id, region.noteMark);
    case 'title':
    case 'heading':
      // A model may take a heading for an item; what it added is no part of the heading.
      return oneBlock(blocks.flatMap(unlisted), (content) => ({
        kind: 'heading',
        level: 2,
        content,
        source,
      }));
    case 'caption':
      return oneBlock(blocks, (content) => ({ kind: 'paragraph', role: 'caption', content, source }));
    case 'formula-number':
      return oneBlock(blocks.map(asText), (content) => ({
        kind: 'paragraph',
        role: 'text',
        content,
        source,
      }));
    case 'header':
    case 'footer':
    case 'page-number':
      return oneBlock(blocks, (content) => ({ kind: 'furniture', role: label, content, source }));
    case 'code':
      return [{ kind: 'code', text: blocks.map(codeText).join('\n'), source }];
    default:
      return blocks.map((block) =>
        role !== undefined && block.kind === 'paragraph' ? { ...block, role } : block,
      );
  }
}

function oneBlock(blocks: readonly Block[], make: (content: readonly Inline[]) => Block): Block[] {
  const texts = blocks.flatMap((block) =>
    block.kind === 'paragraph' || block.kind === 'heading' ? [block.content] : [],
  );
  const others = blocks.filter((block) => block.kind !== 'paragraph' && block.kind !== 'heading');
  return texts.length === 0 ? others : [make(flat(texts)), ...others];
}

/** A bulleted list as paragraphs. Numbers of headings are printed, so numbered ones stay as they read. */
function unlisted(block: Block): Block[] {
  if (block.kind !== 'list') return [block];
  return block.items.flatMap(({ marker, content, children }): Block[] => {
    const number = block.ordered ? textInline(`${marker} `) : [];
    const { source } = block;
    return [
      { kind: 'paragraph', role: 'text', content: tidy([...number, ...content]), source },
      ...children.flatMap(unlisted),
    ];
  });
}

/** `$(3)$` is a number, not a formula. */
function asText(block: Block): Block {
  if (block.kind !== 'formula') return block;
  return { kind: 'paragraph', role: 'text', content: textInline(block.latex), source: block.source };
}

function codeText(block: Block): string {
  if (block.kind === 'code') return block.text;
  return 'content' in block ? textOf(block.content) : '';
}

export function isHeadingLabel(label: RegionLabel): boolean {
  return label === 'title' || label === 'heading';
}
