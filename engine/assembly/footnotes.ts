/** Footnotes: the mark in front of a note, and the marks in the text that point to it. */
import { type Block, type BlockSource, type FootnoteBlock, type Inline, textOf } from '../document';
import type { Vocabulary } from './hyphenation';
import { paragraphsOf, textInline, tidy } from './inlines';
import type { PrintedLine } from './line-breaks';
import type { Piece } from './piece';

const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const markPattern =
  /^\s*(?:[([]?(\d{1,3}|[a-z])[)\]]|(\d{1,3})(?:\.|(?=\s|\p{Lu}))|([*†‡§¶#]{1,4}|[⁰¹²³⁴-⁹]{1,3}))\s*(?=\S)/u;

/** The mark and the text after it; an empty mark when there is none. Raised digits become plain ones. */
export function splitMark(text: string): { readonly mark: string; readonly rest: string } {
  const match = markPattern.exec(text);
  const printed = match?.[1] ?? match?.[2] ?? match?.[3];
  if (match === null || printed === undefined) return { mark: '', rest: text };
  return { mark: lowerDigits(printed), rest: text.slice(match[0].length) };
}

function lowerDigits(mark: string): string {
  return [...mark]
    .map((character) => (raisedDigits.includes(character) ? raisedDigits.indexOf(character) : character))
    .join('');
}

/** One region may hold several notes: a line that starts with a mark starts one. */
export function footnotesFromLines(
  lines: readonly PrintedLine[],
  source: BlockSource,
  regionId: string,
  fixedMark: string | undefined,
  vocabulary: Vocabulary,
): FootnoteBlock[] {
  const notes: { mark: string; lines: PrintedLine[] }[] = [];
  for (const line of lines) {
    const { mark, rest } = splitMark(line.text);
    const last = notes[notes.length - 1];
    if (last === undefined || (mark !== '' && follows(last.mark, mark)))
      notes.push({ mark, lines: [{ text: rest }] });
    else last.lines.push({ text: line.text });
  }
  return notes.map((note, index) => ({
    kind: 'footnote',
    id: `${regionId}-${index + 1}`,
    mark: (index === 0 ? fixedMark : undefined) ?? note.mark,
    content: paragraphsOf(note.lines, vocabulary).flatMap((paragraph, at): Inline[] =>
      at === 0 ? paragraph : [{ kind: 'break' }, ...paragraph],
    ),
    source,
  }));
}

/** A year at a line's start is no new note. */
function follows(previous: string, mark: string): boolean {
  if (/^\d+$/.test(previous) && /^\d+$/.test(mark)) return Number(mark) === Number(previous) + 1;
  return mark !== previous;
}

/** Notes from a parsed reading: each paragraph with a mark in front is one. */
export function footnotesFromBlocks(
  blocks: readonly Block[],
  regionId: string,
  fixedMark: string | undefined,
): Block[] {
  const notes: FootnoteBlock[] = [];
  const others: Block[] = [];
  for (const block of blocks) {
    if (block.kind === 'footnote') {
      notes.push({ ...block, id: `${regionId}-${notes.length + 1}` });
    } else if (block.kind === 'paragraph' || block.kind === 'heading') {
      const { mark, content } = splitInlineMark(block.content);
      const last = notes[notes.length - 1];
      if (mark === '' && last !== undefined) {
        notes[notes.length - 1] = { ...last, content: [...last.content, { kind: 'break' }, ...content] };
      } else {
        notes.push({
          kind: 'footnote',
          id: `${regionId}-${notes.length + 1}`,
          mark,
          content,
          source: block.source,
        });
      }
    } else {
      others.push(block);
    }
  }
  const [first] = notes;
  if (first !== undefined && fixedMark !== undefined) notes[0] = { ...first, mark: fixedMark };
  return [...notes, ...others];
}

function splitInlineMark(content: readonly Inline[]): { mark: string; content: Inline[] } {
  const [first, ...rest] = content;
  if (first?.kind === 'superscript' || first?.kind === 'note-reference') {
    return { mark: lowerDigits(textOf([first]).trim()), content: tidy(rest) };
  }
  if (first?.kind !== 'text') return { mark: '', content: [...content] };
  const { mark, rest: text } = splitMark(first.text);
  return { mark, content: tidy([...textInline(text), ...rest]) };
}

/** Marks in the text of a page that have a note on that page become references to it. */
export function linkNotes(pieces: readonly Piece[]): Piece[] {
  const notesOf = new Map<string, Map<string, string>>();
  for (const { block, page } of pieces) {
    if (block.kind !== 'footnote' || block.mark === '') continue;
    const notes = notesOf.get(page.id) ?? new Map<string, string>();
    if (!notes.has(block.mark)) notes.set(block.mark, block.id);
    notesOf.set(page.id, notes);
  }
  return pieces.map((piece) => {
    const notes = notesOf.get(piece.page.id);
    if (notes === undefined || !('content' in piece.block) || piece.block.kind === 'footnote') return piece;
    return { ...piece, block: { ...piece.block, content: linkIn(piece.block.content, notes) } };
  });
}

function linkIn(content: readonly Inline[], notes: ReadonlyMap<string, string>): Inline[] {
  return content.flatMap((inline): Inline[] => {
    switch (inline.kind) {
      case 'superscript':
      case 'note-reference': {
        const mark = lowerDigits(textOf([inline]).trim()).replace(/^[([](.*)[)\]]$/, '$1');
        const noteId = notes.get(mark);
        return [noteId === undefined ? inline : { kind: 'note-reference', mark, noteId }];
      }
      case 'strong':
      case 'emphasis':
        return [{ ...inline, children: linkIn(inline.children, notes) }];
      case 'text':
        return linkInText(inline.text, notes);
      default:
        return [inline];
    }
  });
}

/** Raised digits, `[^1]`, and symbols set close to a word. */
function linkInText(text: string, notes: ReadonlyMap<string, string>): Inline[] {
  const result: Inline[] = [];
  let position = 0;
  for (const match of text.matchAll(
    /\[\^([^\s\]]{1,10})\]|[⁰¹²³⁴-⁹]{1,3}|(?<=[\p{L}\p{N}.,;:!?"”’)])[*†‡§¶]{1,4}(?![\p{L}\p{N}*])/gu,
  )) {
    const mark = lowerDigits(match[1] ?? match[0]);
    const noteId = notes.get(mark);
    if (noteId === undefined) continue;
    result.push(...textInline(text.slice(position, match.index)), { kind: 'note-reference', mark, noteId });
    position = match.index + match[0].length;
  }
  result.push(...textInline(text.slice(position)));
  return result;
}
