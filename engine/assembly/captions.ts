/** Gives each caption to the nearest figure or table of its page. */
import { type Box, bottom, overlapX, overlapY, right } from '../base/geometry';
import { type Page, textOf } from '../document';
import type { Piece } from './piece';

const tableWords = /^\s*(?:tab(?:le|elle|ela|la|leau|\.)?|表)\s*[.:]?\s*\S/iu;
const figureWords =
  /^\s*(?:fig(?:ure|ura|\.)?|abb(?:ildung|\.)?|bild|photo|foto|plate|图|圖|図)\s*[.:]?\s*\S/iu;

/** Captions without a figure or table near by stay paragraphs. */
export function attachCaptions(pieces: readonly Piece[]): Piece[] {
  const captionOf = new Map<Piece, Piece>();
  const captions = pieces.filter(({ block }) => block.kind === 'paragraph' && block.role === 'caption');
  const targets = new Map<Page, Piece[]>();
  for (const piece of pieces) {
    if (piece.block.kind !== 'figure' && piece.block.kind !== 'table') continue;
    targets.set(piece.page, [...(targets.get(piece.page) ?? []), piece]);
  }
  const pairs = captions
    .flatMap((caption) => {
      const text = caption.block.kind === 'paragraph' ? textOf(caption.block.content) : '';
      return (targets.get(caption.page) ?? []).flatMap((target) => {
        const { kind } = target.block;
        const distance = distanceBetween(caption.region.box, target.region.box);
        if (distance > caption.page.height / 8) return [];
        const contradicts = kind === 'table' ? figureWords.test(text) : tableWords.test(text);
        return [{ caption, target, cost: distance + (contradicts ? caption.page.height : 0) }];
      });
    })
    .sort((a, b) => a.cost - b.cost);
  const taken = new Set<Piece>();
  for (const { caption, target } of pairs) {
    if (taken.has(caption) || captionOf.has(target)) continue;
    captionOf.set(target, caption);
    taken.add(caption);
  }
  return pieces.flatMap((piece): Piece[] => {
    if (taken.has(piece)) return [];
    const caption = captionOf.get(piece);
    if (caption?.block.kind !== 'paragraph') return [piece];
    if (piece.block.kind !== 'figure' && piece.block.kind !== 'table') return [piece];
    const source = {
      ...piece.block.source,
      regionIds: [...piece.block.source.regionIds, ...caption.block.source.regionIds],
    };
    return [{ ...piece, block: { ...piece.block, caption: caption.block.content, source } }];
  });
}

/** Pixels between the nearest edges; side by side counts as far, because captions stand above or below. */
function distanceBetween(a: Box, b: Box): number {
  const dx = overlapX(a, b) > 0 ? 0 : Math.max(b.x - right(a), a.x - right(b), 0);
  const dy = overlapY(a, b) > 0 ? 0 : Math.max(b.y - bottom(a), a.y - bottom(b), 0);
  return dy + dx * 2;
}
