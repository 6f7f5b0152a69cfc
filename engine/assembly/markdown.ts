/**
 * Markdown of a model (or a person) → blocks. Parsed by micromark with GFM and math; what a page cannot mean is
 * switched off (raw HTML, indented code, link definitions, underlined headings), so that such text stays text.
 */
import type { Nodes, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import type { Block, BlockSource, HeadingBlock, Inline, ListBlock, TableCell, TableRow } from '../document';
import { textOf } from '../document';
import type { Vocabulary } from './hyphenation';
import { joinContent, paragraphsOf, textInline, tidy } from './inlines';
import { parsesAsLatex, readFormula } from './latex';
import { expandMarks } from './marks';
import { splitMath } from './math-delimiters';
import { readTableHtml } from './table-html';

const disabled = [
  'htmlFlow',
  'htmlText',
  'codeIndented',
  'definition',
  'setextUnderline',
  'autolink',
  'literalAutolink',
];

const headingLevels = [1, 2, 3, 4, 5, 6] as const;

interface Context {
  readonly source: BlockSource;
  readonly vocabulary: Vocabulary;
  /** What was parsed, for the literal text of things that are not taken over. */
  readonly text: string;
}

/** More lists and quotes inside each other than any page has: the parser would take very long. */
const tooNested = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){20}/m;

export function readMarkdown(text: string, source: BlockSource, vocabulary: Vocabulary): Block[] {
  const literal = (): Block[] =>
    paragraphsOf(
      text.split('\n').map((line) => ({ text: line })),
      vocabulary,
    ).map((content) => ({ kind: 'paragraph', role: 'text', content, source }));
  if (tooNested.test(text)) return literal();
  try {
    return parseMarkdown(text, source, vocabulary);
  } catch (error) {
    // The stack is used up by marks inside marks; such text is noise and stays what it is.
    if (error instanceof RangeError) return literal();
    throw error;
  }
}

function parseMarkdown(text: string, source: BlockSource, vocabulary: Vocabulary): Block[] {
  return partsAroundTables(text).flatMap((part): Block[] => {
    if (part.isTable) {
      const { rows, ragged, stray } = readTableHtml(part.text);
      const table: Block[] = rows.length === 0 ? [] : [{ kind: 'table', rows, ragged, source }];
      return stray.length === 0
        ? table
        : [...table, { kind: 'paragraph', role: 'text', content: stray, source }];
    }
    const normalised = normaliseMath(part.text);
    const root = fromMarkdown(normalised, {
      extensions: [gfm(), math(), { disable: { null: disabled } }],
      mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
    });
    return toBlocks(root.children, { source, vocabulary, text: normalised });
  });
}

/** Tables in HTML are the one piece of raw HTML that models give within Markdown. */
function partsAroundTables(text: string): { readonly isTable: boolean; readonly text: string }[] {
  return text
    .split(/(^[ \t]*<table\b[\s\S]*?<\/table>)/im)
    .map((part, index) => ({ isTable: index % 2 === 1, text: part }))
    .filter((part) => part.text.trim() !== '');
}

/** Formulas in the parser's own form, other dollars escaped, display formulas on lines of their own. */
function normaliseMath(text: string): string {
  return text
    .split(/(^(?:```|~~~)[\s\S]*?^(?:```|~~~)[^\n]*$)/m)
    .map((part, index) => (index % 2 === 1 ? part : normaliseProse(part)))
    .join('');
}

function normaliseProse(text: string): string {
  let result = '';
  for (const segment of splitMath(text)) {
    if (segment.kind === 'code') {
      result += segment.text;
      continue;
    }
    if (segment.kind === 'text') {
      result += segment.text.replace(/\\[\s\S]|\$/g, (match) => (match === '$' ? '\\$' : match));
      continue;
    }
    const line = result.slice(result.lastIndexOf('\n') + 1);
    const cannotBreak = /^\s*(?:[|#>]|[-*+]\s|\d+[.)]\s)/.test(line);
    const latex = segment.latex.replace(/\s*\n\s*/g, '\n');
    result +=
      segment.kind === 'inline' || cannotBreak
        ? `$${latex.replace(/\n/g, ' ')}$`
        : `\n\n$$\n${latex}\n$$\n\n`;
  }
  return result;
}

function toBlocks(nodes: readonly RootContent[], context: Context): Block[] {
  return nodes.flatMap((node) => toBlock(node, context));
}

function toBlock(node: RootContent, context: Context): Block[] {
  const { source } = context;
  const paragraph = (content: Inline[]): Block[] =>
    content.length === 0 ? [] : [{ kind: 'paragraph', role: 'text', content, source }];
  switch (node.type) {
    case 'paragraph':
      return paragraph(toInlines(node.children, context));
    case 'heading': {
      const level = headingLevels[node.depth - 1] ?? 6;
      const heading: HeadingBlock = {
        kind: 'heading',
        level,
        content: toInlines(node.children, context),
        source,
      };
      return heading.content.length === 0 ? [] : [heading];
    }
    case 'blockquote':
      return toBlocks(node.children, context);
    case 'list':
      return [toList(node, context)];
    case 'table':
      return [toTable(node, context)];
    case 'code':
      return [{ kind: 'code', text: node.value, source }];
    case 'math': {
      const formula = readFormula(node.value);
      return [{ kind: 'formula', ...formula, source }];
    }
    case 'footnoteDefinition': {
      const content = node.children.flatMap((child): Inline[] =>
        child.type === 'paragraph'
          ? toInlines(child.children, context)
          : textInline(sourceOf(child, context)),
      );
      return [{ kind: 'footnote', id: '', mark: node.label ?? node.identifier, content, source }];
    }
    default:
      // Printed rules and whatever else has no block of its own.
      return paragraph(tidy(textInline(sourceOf(node, context))));
  }
}

function toList(node: Extract<RootContent, { type: 'list' }>, context: Context): ListBlock {
  const start = node.start ?? 1;
  return {
    kind: 'list',
    ordered: node.ordered ?? false,
    start,
    items: node.children.map((item, index) => {
      const blocks = toBlocks(item.children, context);
      const children = blocks.filter((block): block is ListBlock => block.kind === 'list');
      const content = blocks.flatMap((block): Inline[] => {
        if (block.kind === 'list') return [];
        if (block.kind === 'formula') return [{ kind: 'break' }, { kind: 'formula', latex: block.latex }];
        return 'content' in block
          ? [{ kind: 'break' }, ...block.content]
          : [{ kind: 'break' }, ...textInline(contentOf(block))];
      });
      const box = item.checked === true ? '☒ ' : item.checked === false ? '☐ ' : '';
      return {
        // Markdown counts by itself; what was printed is the number that stands there.
        marker: node.ordered ? (printedNumber(sourceOf(item, context)) ?? `${start + index}.`) : '•',
        content: tidy([...textInline(box), ...tidy(content)]),
        children,
      };
    }),
    source: context.source,
  };
}

const printedNumber = (item: string): string | undefined => /^\d{1,9}[.)]/.exec(item)?.[0];

function contentOf(block: Block): string {
  if (block.kind === 'code') return block.text;
  if (block.kind !== 'table') return '';
  return block.rows.map((row) => row.cells.map((cell) => textOf(cell.content)).join(' ')).join(' ');
}

function toTable(node: Extract<RootContent, { type: 'table' }>, context: Context): Block {
  const width = Math.max(...node.children.map((row) => row.children.length));
  const rows = node.children.map((row, index): TableRow => {
    const cells = row.children.map(
      (cell): TableCell => ({
        header: index === 0,
        colspan: 1,
        rowspan: 1,
        content: toInlines(cell.children, context),
      }),
    );
    while (cells.length < width) cells.push({ header: index === 0, colspan: 1, rowspan: 1, content: [] });
    return { cells };
  });
  return { kind: 'table', rows, ragged: false, source: context.source };
}

function toInlines(nodes: readonly PhrasingContent[], context: Context): Inline[] {
  return tidy(expandMarks(nodes.flatMap((node) => toInline(node, context))));
}

function toInline(node: PhrasingContent, context: Context): Inline[] {
  const inner = (children: readonly PhrasingContent[]) =>
    children.flatMap((child) => toInline(child, context));
  switch (node.type) {
    case 'text':
      // Each line of the source is a printed line; one that ends beside another node leaves its blank.
      return node.value
        .replace(/^\n|\n$/g, ' ')
        .split('\n')
        .map((line) => textInline(line))
        .reduce((whole, line) => joinContent(whole, line, context.vocabulary), []);
    case 'strong':
    case 'emphasis':
      return [{ kind: node.type, children: inner(node.children) }];
    case 'inlineCode':
      return [{ kind: 'code', text: node.value }];
    case 'inlineMath':
      return [inlineFormula(node.value.trim())];
    case 'break':
      return [{ kind: 'break' }];
    case 'link': {
      const children = inner(node.children);
      return isHarmless(node.url)
        ? [{ kind: 'link', url: node.url, children }]
        : textInline(sourceOf(node, context));
    }
    case 'footnoteReference':
      return [{ kind: 'note-reference', mark: node.label ?? node.identifier }];
    case 'delete':
      return inner(node.children);
    default:
      return textInline(sourceOf(node, context));
  }
}

/** What does not parse stays the text that it was. */
function inlineFormula(latex: string): Inline {
  return parsesAsLatex(latex) ? { kind: 'formula', latex } : { kind: 'text', text: `$${latex}$` };
}

function isHarmless(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(url);
}

function sourceOf(node: Nodes, context: Context): string {
  return context.text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}
