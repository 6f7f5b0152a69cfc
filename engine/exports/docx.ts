/**
 * Word: heading styles, counted lists, merged cells, equations, pictures, footnotes; a header or footer that is the
 * same on every page becomes Word's own.
 */
import {
  AlignmentType,
  ExternalHyperlink,
  type FileChild,
  Footer,
  FootnoteReferenceRun,
  Header,
  HeadingLevel,
  ImageRun,
  type IParagraphOptions,
  type IRunOptions,
  Packer,
  Paragraph,
  type ParagraphChild,
  Tab,
  Table,
  TabStopType,
  TextRun,
  WidthType,
  TableCell as WordCell,
  Document as WordDocument,
  Math as WordMath,
  TableRow as WordRow,
} from 'docx';
import { latexToMath } from 'docx/math';
import { assertNever } from '../base/errors';
import {
  type Block,
  type FootnoteBlock,
  type FurnitureBlock,
  type Inline,
  type ListBlock,
  type TableBlock,
  textOf,
} from '../document';
import { type WordNumbering, wordNumbering } from './docx-lists';
import { setNoteMarks } from './docx-notes';
import { collectFigures, type Figures } from './figures';
import { headerRowCount, isSafeUrl } from './html-fragments';
import { guessLanguage } from './language';
import { indexNotes, keptBlocks, type NoteIndex } from './notes';
import { printable } from './printable';
import { layOutTable } from './table-grid';
import type { Exporter } from './types';

/** Text width of an A4 page with the default margins: twentieths of a point, and pixels at 96 per inch. */
const textWidthTwips = 9026;
const textWidthPixels = 600;

const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

interface Context {
  readonly notes: NoteIndex;
  readonly figures: Figures;
  /** Note block id → number in the file, in order of the first reference. */
  readonly written: Map<string, number>;
  readonly footnotes: Record<string, { readonly children: readonly Paragraph[] }>;
  readonly marks: Map<number, string>;
  readonly numberings: WordNumbering[];
  readonly warnings: string[];
}

export const docxExporter: Exporter = {
  id: 'docx',
  name: 'Word',
  extension: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  async export(input) {
    const kept = keptBlocks(input.blocks, input.options.keep);
    const pageCount = input.document.pages.filter((page) => !page.excluded).length;
    const [header, footer] = (['header', 'footer'] as const).map((role) =>
      sameOnAllPages(kept, role, pageCount),
    );
    const figures = await collectFigures(input);
    const context: Context = {
      notes: indexNotes(input.blocks, input.options.keep),
      figures,
      written: new Map(),
      footnotes: {},
      marks: new Map(),
      numberings: [],
      warnings: [...figures.warnings],
    };
    const running = new Set([header?.role, footer?.role]);
    const body = kept.filter((block) => block.kind !== 'furniture' || !running.has(block.role));
    // A word's note is only known after its paragraph: children first, then the notes that they referred to.
    const children = body.flatMap((block) => toWord(block, context));
    const language = guessLanguage(kept);
    const word = new WordDocument({
      creator: 'Palimpsest',
      title: clean(titleOf(kept) ?? input.document.source.name),
      ...(language === 'und'
        ? {}
        : {
            styles: { default: { document: { run: { language: { value: language, eastAsia: language } } } } },
          }),
      numbering: { config: context.numberings },
      footnotes: context.footnotes,
      sections: [
        {
          children,
          ...(header === undefined
            ? {}
            : { headers: { default: new Header({ children: [furniture(header, context)] }) } }),
          ...(footer === undefined
            ? {}
            : { footers: { default: new Footer({ children: [furniture(footer, context)] }) } }),
        },
      ],
    });
    const bytes = setNoteMarks(new Uint8Array(await Packer.toBuffer(word)), context.marks);
    return { bytes, assets: [], warnings: context.warnings };
  },
};

function titleOf(blocks: readonly Block[]): string | undefined {
  const title = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  return title?.kind === 'heading' ? textOf(title.content).replace(/\n/g, ' ') : undefined;
}

/** One such block, when every page has it once and with the same words. */
function sameOnAllPages(
  blocks: readonly Block[],
  role: FurnitureBlock['role'],
  pageCount: number,
): FurnitureBlock | undefined {
  const all = blocks.filter(
    (block): block is FurnitureBlock => block.kind === 'furniture' && block.role === role,
  );
  const [first] = all;
  if (
    first === undefined ||
    all.length !== pageCount ||
    new Set(all.map((block) => block.source.pageId)).size !== pageCount
  ) {
    return undefined;
  }
  return all.every((block) => textOf(block.content) === textOf(first.content)) ? first : undefined;
}

function toWord(block: Block, context: Context): FileChild[] {
  switch (block.kind) {
    case 'paragraph':
      return [
        paragraph(
          block.content,
          context,
          block.role === 'caption' ? { style: 'Caption' } : { spacing: { after: 120 } },
        ),
      ];
    case 'heading':
      return [
        paragraph(block.content, context, { heading: headings[block.level - 1] ?? HeadingLevel.HEADING_6 }),
      ];
    case 'list':
      return listParagraphs(block, context, 0);
    case 'table': {
      const caption =
        block.caption === undefined
          ? []
          : [paragraph(block.caption, context, { style: 'Caption', keepNext: true })];
      // Word joins two tables that touch.
      return [...caption, table(block, context), new Paragraph({ children: [] })];
    }
    case 'formula':
      return [formula(block, context)];
    case 'figure':
      return figure(block, context);
    case 'code':
      return [new Paragraph({ children: codeRuns(block.text) })];
    case 'footnote':
      return context.written.has(block.id) ? [] : [looseNote(block, context)];
    case 'furniture':
      return [furniture(block, context)];
    case 'page-break':
      return [];
    default:
      return assertNever(block);
  }
}

function paragraph(content: readonly Inline[], context: Context, options: IParagraphOptions = {}): Paragraph {
  return new Paragraph({ ...options, children: runs(content, context, {}) });
}

function furniture(block: FurnitureBlock, context: Context): Paragraph {
  return new Paragraph({ children: runs(block.content, context, { size: 18, color: '595959' }) });
}

/** A note that nothing in the text refers to stands where it was printed. */
function looseNote(note: FootnoteBlock, context: Context): Paragraph {
  const mark =
    note.mark === '' ? [] : [new TextRun({ text: clean(note.mark), superScript: true }), new TextRun(' ')];
  return new Paragraph({ children: [...mark, ...runs(note.content, context, { size: 18 })] });
}

function listParagraphs(list: ListBlock, context: Context, depth: number): Paragraph[] {
  const numbering = wordNumbering(list, depth, `list-${context.numberings.length + 1}`);
  if (numbering !== undefined) context.numberings.push(numbering);
  const level = numbering?.levels[0]?.level ?? 0;
  return list.items.flatMap((item) => {
    const options: IParagraphOptions =
      numbering === undefined
        ? { indent: { left: 360 * (depth + 1), hanging: 360 } }
        : { numbering: { reference: numbering.reference, level } };
    const marker =
      numbering === undefined ? [new TextRun({ children: [clean(item.marker), new Tab()] })] : [];
    const own = new Paragraph({ ...options, children: [...marker, ...runs(item.content, context, {})] });
    return [own, ...item.children.flatMap((child) => listParagraphs(child, context, depth + 1))];
  });
}

function table(block: TableBlock, context: Context): Table {
  const { rows, columnCount } = layOutTable(block);
  const headCount = headerRowCount(block);
  const width = Math.floor(textWidthTwips / columnCount);
  return new Table({
    width: { size: width * columnCount, type: WidthType.DXA },
    columnWidths: Array.from({ length: columnCount }, () => width),
    rows: rows.map((slots, index) => {
      const cells = slots.flatMap((slot, column): WordCell[] => {
        // Cells below a merged one are added by the library.
        if (slot !== undefined && (slot.row !== index || slot.column !== column)) return [];
        const content = slot?.cell.content ?? [];
        const own = new Paragraph({
          children: runs(content, context, slot?.cell.header === true ? { bold: true } : {}),
        });
        return [
          new WordCell({
            children: [own],
            columnSpan: slot?.colspan ?? 1,
            rowSpan: slot?.rowspan ?? 1,
            width: { size: width * (slot?.colspan ?? 1), type: WidthType.DXA },
          }),
        ];
      });
      return new WordRow({ children: cells, tableHeader: index < headCount, cantSplit: true });
    }),
  });
}

function formula(block: Extract<Block, { kind: 'formula' }>, context: Context): Paragraph {
  const math = block.parses ? equation(block.latex, context) : undefined;
  const content = math ?? new TextRun(clean(block.latex));
  const spacing = { before: 120, after: 120 };
  if (block.number === undefined) {
    return new Paragraph({ alignment: AlignmentType.CENTER, spacing, children: [content] });
  }
  // The formula in the middle, its number at the right edge.
  return new Paragraph({
    spacing,
    tabStops: [
      { type: TabStopType.CENTER, position: textWidthTwips / 2 },
      { type: TabStopType.RIGHT, position: textWidthTwips },
    ],
    children: [
      new TextRun({ children: [new Tab()] }),
      content,
      new TextRun({ children: [new Tab(), clean(`(${block.number})`)] }),
    ],
  });
}

/** Word's own equation; undefined (and a warning) when the LaTeX has something that cannot be converted. */
function equation(latex: string, context: Context): WordMath | undefined {
  try {
    return new WordMath({ children: latexToMath(clean(latex)) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.warnings.push(`A formula stays as LaTeX text in the Word file: ${reason}`);
    return undefined;
  }
}

function figure(block: Extract<Block, { kind: 'figure' }>, context: Context): Paragraph[] {
  const picture = context.figures.byBlock.get(block);
  const caption =
    block.caption === undefined ? [] : [paragraph(block.caption, context, { style: 'Caption' })];
  if (picture === undefined) {
    return block.alternative === ''
      ? caption
      : [new Paragraph({ children: [new TextRun(clean(block.alternative))] }), ...caption];
  }
  const scale = (textWidthPixels * picture.widthShare) / picture.width;
  const image = new ImageRun({
    type: picture.mediaType === 'image/jpeg' ? 'jpg' : 'png',
    data: picture.bytes,
    transformation: {
      width: Math.round(picture.width * scale),
      height: Math.max(1, Math.round(picture.height * scale)),
    },
    altText: { name: 'Figure', description: clean(block.alternative), title: '' },
  });
  return [
    new Paragraph({ alignment: AlignmentType.CENTER, keepNext: caption.length > 0, children: [image] }),
    ...caption,
  ];
}

function codeRuns(text: string): TextRun[] {
  return text
    .split('\n')
    .map(
      (line, index) =>
        new TextRun({ text: clean(line), font: 'Courier New', ...(index === 0 ? {} : { break: 1 }) }),
    );
}

function runs(content: readonly Inline[], context: Context, style: IRunOptions): ParagraphChild[] {
  return content.flatMap((inline): ParagraphChild[] => {
    switch (inline.kind) {
      case 'text':
        return [new TextRun({ ...style, text: clean(inline.text) })];
      case 'strong':
        return runs(inline.children, context, { ...style, bold: true });
      case 'emphasis':
        return runs(inline.children, context, { ...style, italics: true });
      case 'superscript':
        return runs(inline.children, context, { ...style, superScript: true });
      case 'subscript':
        return runs(inline.children, context, { ...style, subScript: true });
      case 'code':
        return [new TextRun({ ...style, text: clean(inline.text), font: 'Courier New' })];
      case 'formula': {
        const math = equation(inline.latex, context);
        return [math ?? new TextRun({ ...style, text: clean(inline.latex) })];
      }
      case 'break':
        return [new TextRun({ ...style, break: 1 })];
      case 'link': {
        const children = runs(inline.children, context, { ...style, style: 'Hyperlink' });
        return isSafeUrl(inline.url)
          ? [new ExternalHyperlink({ link: clean(inline.url), children })]
          : children;
      }
      case 'note-reference': {
        const note = context.notes.find(inline.noteId);
        if (note === undefined || context.written.has(note.id)) {
          return [new TextRun({ ...style, text: clean(inline.mark), superScript: true })];
        }
        return [noteReference(note, context)];
      }
      default:
        return assertNever(inline);
    }
  });
}

function noteReference(note: FootnoteBlock, context: Context): ParagraphChild {
  const number = context.written.size + 1;
  context.written.set(note.id, number);
  context.marks.set(number, clean(note.mark));
  context.footnotes[String(number)] = {
    children: [new Paragraph({ children: [new TextRun(' '), ...runs(note.content, context, {})] })],
  };
  return new FootnoteReferenceRun(number);
}

function clean(text: string): string {
  return printable(text).replace(/[\r\n]+/g, ' ');
}
