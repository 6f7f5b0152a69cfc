/**
 * Blocks: the text of a document as every exporter sees it, derived from regions by `assembly`.
 * Strings are literal text: each exporter escapes for its own format, and nothing here is markup.
 */
import type { Box } from '../base/geometry';

export interface BlockSource {
  readonly pageId: string;
  /** More than one where text was joined across columns or pages. */
  readonly regionIds: readonly string[];
}

export type Block =
  | ParagraphBlock
  | HeadingBlock
  | ListBlock
  | TableBlock
  | FormulaBlock
  | FigureBlock
  | CodeBlock
  | FootnoteBlock
  | FurnitureBlock
  | PageBreakBlock;

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'strong' | 'emphasis' | 'superscript' | 'subscript';
      readonly children: readonly Inline[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'formula'; readonly latex: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'link'; readonly url: string; readonly children: readonly Inline[] }
  /** `noteId`: the `FootnoteBlock.id` it points to; without one the mark is only printed. */
  | { readonly kind: 'note-reference'; readonly mark: string; readonly noteId?: string };

export interface ParagraphBlock {
  readonly kind: 'paragraph';
  readonly role: 'text' | 'caption' | 'reference';
  readonly content: readonly Inline[];
  readonly source: BlockSource;
}

/** Level 1 is the document's title; sections start at 2. 1..6. */
export interface HeadingBlock {
  readonly kind: 'heading';
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly content: readonly Inline[];
  readonly source: BlockSource;
}

export interface ListBlock {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly start: number;
  readonly items: readonly ListItem[];
  readonly source: BlockSource;
}

export interface ListItem {
  /** The printed mark, e.g. `•`, `1.`, `a)`; kept so that nothing printed is lost. */
  readonly marker: string;
  readonly content: readonly Inline[];
  readonly children: readonly ListBlock[];
}

export interface TableBlock {
  readonly kind: 'table';
  readonly caption?: readonly Inline[];
  readonly rows: readonly TableRow[];
  /** Rows do not agree on their number of columns, as read. */
  readonly ragged: boolean;
  readonly source: BlockSource;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
}

/** Only anchor cells are listed, as in HTML. */
export interface TableCell {
  readonly header: boolean;
  readonly colspan: number;
  readonly rowspan: number;
  readonly content: readonly Inline[];
}

export interface FormulaBlock {
  readonly kind: 'formula';
  readonly latex: string;
  readonly number?: string;
  /** False where the LaTeX does not parse: shown and exported as text, marked, never dropped. */
  readonly parses: boolean;
  readonly source: BlockSource;
}

export interface FigureBlock {
  readonly kind: 'figure';
  readonly box: Box;
  readonly caption?: readonly Inline[];
  /** Words read inside the picture, for search and accessibility. */
  readonly alternative: string;
  readonly source: BlockSource;
}

export interface CodeBlock {
  readonly kind: 'code';
  readonly text: string;
  readonly source: BlockSource;
}

export interface FootnoteBlock {
  readonly kind: 'footnote';
  /** Unique in the document; marks are not (they start again on each page). */
  readonly id: string;
  readonly mark: string;
  readonly content: readonly Inline[];
  readonly source: BlockSource;
}

export interface FurnitureBlock {
  readonly kind: 'furniture';
  readonly role: 'header' | 'footer' | 'page-number';
  readonly content: readonly Inline[];
  readonly source: BlockSource;
}

export interface PageBreakBlock {
  readonly kind: 'page-break';
  readonly pageId: string;
  readonly pageNumber: number;
}
