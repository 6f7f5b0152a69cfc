/** Paragraphs and lists that go on in the next region, column or page become one. */
import { right } from '../base/geometry';
import { type ListBlock, type ListItem, type ParagraphBlock, textOf } from '../document';
import { sharesWord, type Vocabulary } from './hyphenation';
import { joinContent } from './inlines';
import type { Piece } from './piece';
import { endsSentence, firstCharacter, isUnspaced, lastCharacter, startsLowerCase } from './scripts';

/** A shorter text is a label rather than the first half of a paragraph. */
const shortestFirstHalf = 25;

/** What may stand between two halves without parting them. */
const passedOver: ReadonlySet<string> = new Set(['figure', 'table', 'footnote', 'furniture', 'page-break']);

export function joinParagraphs(pieces: readonly Piece[], vocabulary: Vocabulary): Piece[] {
  const result: Piece[] = [];
  /** Index in `result` of the paragraph or list that may go on. */
  let open: number | undefined;
  for (const piece of pieces) {
    const { block } = piece;
    const isCaption = block.kind === 'paragraph' && block.role === 'caption';
    if (passedOver.has(block.kind) || isCaption) {
      result.push(piece);
      continue;
    }
    const first = open === undefined ? undefined : result[open];
    if (
      open !== undefined &&
      first?.block.kind === 'paragraph' &&
      block.kind === 'paragraph' &&
      goesOn(first, piece, vocabulary)
    ) {
      result[open] = { ...first, block: joined(first.block, block, vocabulary), region: piece.region };
      continue;
    }
    const list = first?.block.kind === 'list' ? withRest(first.block, piece, vocabulary) : undefined;
    if (open !== undefined && first && list) {
      result[open] = { ...first, block: list };
      open = undefined;
      continue;
    }
    result.push(piece);
    const mayGoOn = block.kind === 'list' || (block.kind === 'paragraph' && block.role === 'text');
    open = mayGoOn ? result.length - 1 : undefined;
  }
  return result;
}

function goesOn(first: Piece, second: Piece, vocabulary: Vocabulary): boolean {
  if (first.block.kind !== 'paragraph' || second.block.kind !== 'paragraph') return false;
  if (second.block.role !== first.block.role || first.region.id === second.region.id) return false;
  const [start, end] = [textOf(first.block.content), textOf(second.block.content)];
  if (first.block.content.some((inline) => inline.kind === 'break')) return false;
  if (sharesWord(start, end, vocabulary)) return true;
  if (start.length < shortestFirstHalf || endsSentence(start)) return false;
  if (startsLowerCase(end)) return true;
  // No case to go by: the line must have been full, and the text must go on elsewhere.
  const isElsewhere = first.page !== second.page || second.region.box.y < first.region.box.y;
  return (
    isElsewhere && isUnspaced(lastCharacter(start)) && isUnspaced(firstCharacter(end)) && fillsLastLine(first)
  );
}

function fillsLastLine({ region }: Piece): boolean {
  const last = region.lines[region.lines.length - 1];
  return last !== undefined && right(region.box) - right(last.box) < last.box.height * 1.5;
}

function joined(a: ParagraphBlock, b: ParagraphBlock, vocabulary: Vocabulary): ParagraphBlock {
  return {
    ...a,
    content: joinContent(a.content, b.content, vocabulary),
    source: { pageId: a.source.pageId, regionIds: [...a.source.regionIds, ...b.source.regionIds] },
  };
}

/** The list with a paragraph that ends the broken word at its end; undefined where there is none. */
function withRest(
  list: ListBlock,
  { block, region }: Pick<Piece, 'block' | 'region'>,
  vocabulary: Vocabulary,
): ListBlock | undefined {
  if (block.kind !== 'paragraph' || block.role !== 'text') return undefined;
  const item = list.items[list.items.length - 1];
  if (item === undefined) return undefined;
  const child = item.children[item.children.length - 1];
  let longer: ListItem;
  if (child !== undefined) {
    const rest = withRest(child, { block, region }, vocabulary);
    if (rest === undefined) return undefined;
    longer = { ...item, children: [...item.children.slice(0, -1), rest] };
  } else {
    if (!sharesWord(textOf(item.content), textOf(block.content), vocabulary)) return undefined;
    longer = { ...item, content: joinContent(item.content, block.content, vocabulary) };
  }
  const regionIds = [...new Set([...list.source.regionIds, region.id])];
  return { ...list, items: [...list.items.slice(0, -1), longer], source: { ...list.source, regionIds } };
}

/** Lists that follow each other directly, with the same bullets or numbers that count on. */
export function joinLists(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result[result.length - 1];
    if (
      last?.block.kind === 'list' &&
      piece.block.kind === 'list' &&
      last.page === piece.page &&
      listGoesOn(last.block, piece.block)
    ) {
      const regionIds = [...last.block.source.regionIds, ...piece.block.source.regionIds];
      const items = [...last.block.items, ...piece.block.items];
      const source = { ...last.block.source, regionIds: [...new Set(regionIds)] };
      result[result.length - 1] = { ...last, block: { ...last.block, items, source } };
    } else {
      result.push(piece);
    }
  }
  return result;
}

function listGoesOn(a: ListBlock, b: ListBlock): boolean {
  const shape = (list: ListBlock) => (list.items[0]?.marker ?? '').replace(/[\p{L}\p{N}]+/u, '');
  if (a.ordered !== b.ordered || shape(a) !== shape(b)) return false;
  return !a.ordered || b.start === a.start + a.items.length;
}
