/**
 * An item whose mark the model passed over: regions are read one by one, so a list may come as item, paragraph, item.
 * Where the print says so, the paragraph gets the mark of its neighbours.
 */
import { bottom } from '../base/geometry';
import { currentText, type ListBlock, type ParagraphBlock, textOf } from '../document';
import type { Piece } from './piece';
import { endsSentence, startsLowerCase } from './scripts';

/** Left edges of one list lie within this share of the page's width. */
const sameEdge = 0.01;
/** Gaps within one list differ by less than this share of the page's height. */
const sameGap = 0.01;

/** Only a paragraph that is all of its region, as models give it that write Markdown. */
export function markUnmarkedItems(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    const before = pieces[index - 1];
    const after = pieces[index + 1];
    if (before?.block.kind !== 'list' || after?.block.kind !== 'list') return piece;
    if (piece.block.kind !== 'paragraph' || piece.block.role !== 'text') return piece;
    if (!areInOneColumn(before, piece, after)) return piece;
    if (!fits(before.block, piece.block, after.block)) return piece;
    const { content, source } = piece.block;
    const { marker } = before.block.items[0] ?? { marker: '•' };
    const items = [{ marker, content, children: [] }];
    return { ...piece, block: { kind: 'list', ordered: false, start: 1, items, source } };
  });
}

function areInOneColumn(...pieces: readonly [Piece, Piece, Piece]): boolean {
  const [{ page }] = pieces;
  const areRead = pieces.every(
    (piece) => piece.page === page && currentText(piece.region)?.format === 'markdown',
  );
  const [a, b, c] = pieces.map(({ region }) => region.box);
  if (!areRead || !a || !b || !c || new Set(pieces.map(({ region }) => region.id)).size < 3) return false;
  const lefts = [a.x, b.x, c.x];
  const isFlush = Math.max(...lefts) - Math.min(...lefts) <= sameEdge * page.width;
  const [above, below] = [b.y - bottom(a), c.y - bottom(b)];
  return isFlush && b.y > a.y && c.y > b.y && Math.abs(above - below) <= sameGap * page.height;
}

/** Text flush with its bullets is no item when it introduces the next list or ends the item before it. */
function fits(before: ListBlock, { content }: ParagraphBlock, after: ListBlock): boolean {
  if (before.ordered || after.ordered || before.items[0]?.marker !== after.items[0]?.marker) return false;
  const text = textOf(content);
  const last = textOf(before.items[before.items.length - 1]?.content ?? []);
  const next = textOf(after.items[0]?.content ?? []);
  const goesOn =
    startsLowerCase(text) && !endsSentence(last) && !(startsLowerCase(last) && startsLowerCase(next));
  return text !== '' && !/[:：]\s*$/.test(text) && !goesOn;
}
