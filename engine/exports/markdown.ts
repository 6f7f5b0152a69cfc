/**
 * Markdown (GitHub flavour with footnotes and math). Built as a syntax tree and written by its serialiser, which
 * knows what must be escaped where; recognised text can never become markup.
 */
import type {
  BlockContent,
  DefinitionContent,
  Literal,
  ListItem as MarkdownListItem,
  PhrasingContent,
  RootContent,
} from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { mathToMarkdown } from 'mdast-util-math';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { assertNever } from '../base/errors';
import { type Block, type Inline, type ListBlock, type TableBlock, textOf } from '../document';
import { collectFigures, type Figures } from './figures';
import { tagText } from './formulas';
import { escapeHtml, isSafeUrl, tableHtml } from './html-fragments';
import { indexNotes, keptBlocks, type NoteIndex } from './notes';
import { raisedText } from './raised';
import type { Exporter, ExportOptions } from './types';

/** Goes out as it is: a tag of ours, a bare address. (The serialiser may move `html` nodes to other lines.) */
interface Raw extends Literal {
  type: 'raw';
}

declare module 'mdast' {
  interface PhrasingContentMap {
    raw: Raw;
  }
  interface RootContentMap {
    raw: Raw;
  }
}

interface Context {
  readonly options: ExportOptions;
  readonly notes: NoteIndex;
  readonly figures: Figures;
}

export const markdownExporter: Exporter = {
  id: 'md',
  name: 'Markdown',
  extension: 'md',
  mediaType: 'text/markdown',
  async export(input) {
    const { options } = input;
    const blocks = keptBlocks(input.blocks, options.keep);
    const figures = await collectFigures(input);
    const context = { options, notes: indexNotes(input.blocks, options.keep), figures };
    const children = blocks.flatMap((block) => toNodes(block, context));
    const text = toMarkdown({ type: 'root', children }, serialiser(options));
    return { bytes: Buffer.from(text, 'utf8'), assets: figures.assets, warnings: figures.warnings };
  },
};

function serialiser(options: ExportOptions): Options {
  return {
    bullet: '-',
    bulletOther: '*',
    emphasis: '*',
    strong: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    incrementListMarker: true,
    resourceLink: true,
    handlers: { raw: (node: Raw) => node.value },
    extensions: [
      // No padding to column width: one changed cell must not change every row.
      gfmTableToMarkdown({ tablePipeAlign: false }),
      addressEscapes,
      gfmFootnoteToMarkdown(),
      gfmStrikethroughToMarkdown(),
      mathToMarkdown(),
      ...(options.formulaDelimiters === 'bracket' ? [bracketMath] : []),
    ],
  };
}

/**
 * What a viewer would turn into a link. (The library's own rules also escape every initial in "W.C.1".) Addresses on
 * their own go through unescaped, see `textNodes`.
 */
const addressEscapes: Options = {
  unsafe: [
    { character: '@', before: '[+\\-.\\w]', after: '[\\-.\\w]', inConstruct: 'phrasing' },
    { character: '.', before: '[Ww]{3}', after: '[\\-.\\w]', inConstruct: 'phrasing' },
    { character: ':', before: '[ps]', after: '\\/', inConstruct: 'phrasing' },
  ],
};

const bracketMath: Options = {
  handlers: {
    inlineMath: (node: { value: string }) => `\\(${node.value}\\)`,
    math: (node: { value: string }) => `\\[\n${node.value}\n\\]`,
  },
};

type Flow = BlockContent | DefinitionContent;

function toNodes(block: Block, context: Context): (Flow & RootContent)[] {
  switch (block.kind) {
    case 'paragraph':
      return [{ type: 'paragraph', children: phrasing(block.content, context) }];
    case 'heading':
      return [
        { type: 'heading', depth: block.level, children: phrasing(withoutBreaks(block.content), context) },
      ];
    case 'list':
      return [toList(block, context)];
    case 'table':
      return [
        ...(block.caption === undefined ? [] : [captionNode(block.caption, context)]),
        isSimple(block) && context.options.simpleTables === 'pipe'
          ? pipeTable(block, context)
          : htmlTable(block),
      ];
    case 'formula':
      return formulaNodes(block);
    case 'figure': {
      const picture = context.figures.byBlock.get(block);
      const image: Flow & RootContent = {
        type: 'paragraph',
        children:
          picture === undefined
            ? [{ type: 'text', value: block.alternative }]
            : [{ type: 'image', url: picture.relativePath, alt: block.alternative }],
      };
      return [image, ...(block.caption === undefined ? [] : [captionNode(block.caption, context)])];
    }
    case 'code':
      return [{ type: 'code', value: block.text }];
    case 'footnote': {
      const label = context.notes.labelOf(block);
      const children: BlockContent[] = [{ type: 'paragraph', children: phrasing(block.content, context) }];
      return [{ type: 'footnoteDefinition', identifier: label, label, children }];
    }
    case 'furniture':
      return [{ type: 'paragraph', children: phrasing(block.content, context) }];
    case 'page-break':
      return [];
    default:
      return assertNever(block);
  }
}

function captionNode(caption: readonly Inline[], context: Context): Flow & RootContent {
  return { type: 'paragraph', children: phrasing(caption, context) };
}

/** LaTeX that does not parse is shown as the text that it is. An equation number stands in the formula as a tag. */
function formulaNodes(block: Extract<Block, { kind: 'formula' }>): (Flow & RootContent)[] {
  if (!block.parses) {
    const number = block.number === undefined ? '' : ` (${block.number})`;
    return [{ type: 'paragraph', children: [{ type: 'text', value: `${oneLine(block.latex)}${number}` }] }];
  }
  // A blank line would end the formula.
  const latex = block.latex.replace(/\n\s*\n/g, '\n');
  return [
    { type: 'math', value: block.number === undefined ? latex : `${latex} \\tag{${tagText(block.number)}}` },
  ];
}

/** `1.` and bullets are what Markdown shows anyway; `a)` would become a number, so it is kept as text. */
function toList(list: ListBlock, context: Context): Extract<RootContent, { type: 'list' }> {
  const isCounted =
    list.ordered && list.items.every(({ marker }, index) => marker === `${list.start + index}.`);
  return {
    type: 'list',
    ordered: isCounted,
    start: isCounted ? list.start : null,
    spread: false,
    children: list.items.map((item): MarkdownListItem => {
      const marker: Inline[] = list.ordered && !isCounted ? [{ kind: 'text', text: `${item.marker} ` }] : [];
      return {
        type: 'listItem',
        spread: false,
        children: [
          { type: 'paragraph', children: phrasing([...marker, ...item.content], context) },
          ...item.children.map((child) => toList(child, context)),
        ],
      };
    }),
  };
}

function isSimple(table: TableBlock): boolean {
  const [head] = table.rows;
  if (head === undefined || table.ragged) return false;
  return table.rows.every(
    (row, index) =>
      row.cells.length === head.cells.length &&
      row.cells.every((cell) => cell.colspan === 1 && cell.rowspan === 1 && (index === 0 || !cell.header)),
  );
}

function pipeTable(table: TableBlock, context: Context): Extract<RootContent, { type: 'table' }> {
  return {
    type: 'table',
    children: table.rows.map((row) => ({
      type: 'tableRow',
      children: row.cells.map((cell) => ({
        type: 'tableCell',
        children: phrasing(cell.content, context, true),
      })),
    })),
  };
}

function htmlTable(table: TableBlock): Extract<RootContent, { type: 'html' }> {
  const html = tableHtml(
    table,
    {
      formula: (latex) => escapeHtml(`$${oneLine(latex)}$`),
      note: ({ mark }) => `<sup>${escapeHtml(mark)}</sup>`,
    },
    { caption: false },
  );
  // An empty line would end the HTML.
  return { type: 'html', value: html.replace(/\n\s*\n/g, '\n') };
}

function phrasing(content: readonly Inline[], context: Context, isCell = false): PhrasingContent[] {
  const text = textOf(content);
  const hasFormula = content.some((inline) => inline.kind === 'formula' || 'children' in inline);
  const lonely = ['~', '$'].filter((mark) => text.split(mark).length === 2 && !(mark === '$' && hasFormula));
  return inner(content, context, { isCell, lonely, isTop: true });
}

interface Place {
  readonly isCell: boolean;
  /** Marks that work in pairs only and occur once, so that they can stand unescaped. */
  readonly lonely: readonly string[];
  readonly isTop: boolean;
}

function inner(content: readonly Inline[], context: Context, place: Place): PhrasingContent[] {
  const { isCell } = place;
  const nested = { ...place, isTop: false };
  return content.flatMap((inline, index): PhrasingContent[] => {
    switch (inline.kind) {
      case 'text':
        return textNodes(oneLine(inline.text), place, place.isTop && index === content.length - 1);
      case 'strong':
      case 'emphasis':
        return [{ type: inline.kind, children: inner(inline.children, context, nested) }];
      case 'superscript':
      case 'subscript': {
        const plain = raisedText(textOf(inline.children), inline.kind);
        if (plain !== undefined) return [{ type: 'text', value: plain }];
        const tag = inline.kind === 'superscript' ? 'sup' : 'sub';
        return [raw(`<${tag}>`), ...inner(inline.children, context, nested), raw(`</${tag}>`)];
      }
      case 'code':
        return [{ type: 'inlineCode', value: oneLine(inline.text) }];
      case 'formula':
        return [{ type: 'inlineMath', value: oneLine(inline.latex) }];
      case 'break':
        return isCell ? [raw('<br>')] : [{ type: 'break' }];
      case 'link': {
        const children = inner(inline.children, context, nested);
        return isSafeUrl(inline.url) ? [{ type: 'link', url: inline.url, children }] : children;
      }
      case 'note-reference': {
        const note = context.notes.find(inline.noteId);
        if (note === undefined) {
          return [{ type: 'text', value: raisedText(inline.mark, 'superscript') ?? inline.mark }];
        }
        const label = context.notes.labelOf(note);
        return [{ type: 'footnoteReference', identifier: label, label }];
      }
      default:
        return assertNever(inline);
    }
  });
}

const address = String.raw`(?<=^|[\s(])((?:(?:https?:\/\/|www\.)[A-Za-z0-9][\w./:%?=+#,-]*|[A-Za-z0-9][A-Za-z0-9.+-]*@[A-Za-z0-9][A-Za-z0-9.-]*)[A-Za-z0-9/])`;
const bareAddress = new RegExp(`${address}(?=[.,)]{0,2}\\s)`);
const bareAddressOrLast = new RegExp(`${address}(?=[.,)]{0,2}(?:\\s|$))`);

/** An address that stands alone goes through as it is, because escapes inside would be shown. */
function textNodes(text: string, place: Place, isEnd: boolean): PhrasingContent[] {
  return text
    .split(isEnd ? bareAddressOrLast : bareAddress)
    .flatMap((part, index): PhrasingContent[] => {
      if (index % 2 === 1) return [raw(part)];
      if (place.lonely.length === 0) return [{ type: 'text', value: part }];
      return part
        .split(/([~$])/)
        .map((piece) => (place.lonely.includes(piece) ? raw(piece) : { type: 'text', value: piece }));
    })
    .filter((node) => !('value' in node) || node.value !== '');
}

function raw(value: string): PhrasingContent {
  return { type: 'raw', value };
}

function withoutBreaks(content: readonly Inline[]): Inline[] {
  return content.map((inline) => (inline.kind === 'break' ? { kind: 'text', text: ' ' } : inline));
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
