/**
 * Levels of headings: a person's word first, then printed numbering, then type size. The document's title is level 1,
 * sections start at 2.
 */
import type { HeadingBlock, RegionLabel } from '../document';
import { median } from './line-breaks';

export interface HeadingCandidate {
  readonly text: string;
  readonly label: RegionLabel;
  /** Height of its lines in pixels, brought to 200 dpi; undefined when not known. */
  readonly size: number | undefined;
  /** Set by a person. */
  readonly fixed: number | undefined;
  /** Marked in the reading's Markdown. */
  readonly marked: number | undefined;
  readonly isOnFirstPage: boolean;
  /** Nothing but furniture stands before it. */
  readonly opensDocument: boolean;
}

/** Sizes closer than this are one level; line boxes vary with ascenders and descenders. */
const sameSize = 0.9;

type Level = HeadingBlock['level'];
const levels: readonly Level[] = [1, 2, 3, 4, 5, 6];

export function clampLevel(level: number): Level {
  return levels[Math.min(6, Math.max(1, Math.round(level))) - 1] ?? 6;
}

const chapterWords =
  /^(?:chapter|part|section|article|appendix|kapitel|teil|abschnitt|artikel|anhang|cap[ií]tulo|parte|se[cç][cç]?[aã]o|secci[oó]n|artigo|art[ií]culo|ap[eê]ndice|chapitre|partie|annexe|annex|anexo)\s+(?:\d+|[ivxlc]+|[a-z])\b(?:\.(\d+))?(?:\.(\d+))?/iu;

/**
 * Depth that the numbering says: `1`, `Chapter 2`, `§ 3`, `IV.`, `A.` → 1; `1.1`, `A.2` → 2. With roman chapters, a
 * lone letter is the level below. Undefined for no numbering, and for a year or amount.
 */
export function numberingDepth(text: string, hasRomanChapters: boolean): number | undefined {
  const start = text.trim();
  const chapter = chapterWords.exec(start);
  if (chapter !== null) return 1 + chapter.slice(1).filter((part) => part !== undefined).length;
  if (/^§+\s*\d/.test(start)) return 1;
  if (/^第\s*[一二三四五六七八九十百零\d]+\s*[章部编編篇]/u.test(start)) return 1;
  if (/^第\s*[一二三四五六七八九十百零\d]+\s*[节節条條]/u.test(start)) return 2;
  if (/^[一二三四五六七八九十]+\s*[、．.]/u.test(start)) return 1;
  if (/^[(（][一二三四五六七八九十]+[)）]/u.test(start)) return 2;
  const numbers = /^(\d{1,2}(?:\.\d{1,3}){0,5})\s*[.):]?(?:\s+\S|\s*[\p{Script=Han}])/u.exec(start)?.[1];
  if (numbers !== undefined) return numbers.split('.').length;
  const letters = /^[A-Z]((?:\.\d{1,3})+)\.?\s+\S/.exec(start)?.[1];
  if (letters !== undefined) return letters.split('.').length;
  if (isRoman(start)) return 1;
  if (/^[A-Z][.)]\s+\S/.test(start)) return hasRomanChapters ? 2 : 1;
  return undefined;
}

function isRoman(text: string): boolean {
  const numeral = /^([IVX]+)[.)]?\s+\S/.exec(text);
  if (numeral === null) return false;
  // "I am": a single letter needs its dot.
  return (numeral[1] ?? '').length > 1 || /^[IVX][.)]/.test(text);
}

/** One level per candidate, which come in reading order. */
export function decideLevels(candidates: readonly HeadingCandidate[]): Level[] {
  const hasRomanChapters = candidates.some(({ text }) => /^(?:I|II|III|IV)\.\s/.test(text));
  const depths = candidates.map(({ text }) => numberingDepth(text, hasRomanChapters));
  const title = findTitle(candidates, depths);
  const sizeLevel = levelBySize(candidates, depths, title);
  return candidates.map((candidate, index) => {
    if (candidate.fixed !== undefined) return clampLevel(candidate.fixed);
    if (index === title) return 1;
    const depth = depths[index];
    if (depth !== undefined) return clampLevel(depth + 1);
    if (candidate.marked !== undefined)
      return clampLevel(Math.max(candidate.marked, title === undefined ? 1 : 2));
    return sizeLevel(candidate.size);
  });
}

/** The first `title`, unless it is numbered like a section or a later heading on the page is clearly larger. */
function findTitle(
  candidates: readonly HeadingCandidate[],
  depths: readonly (number | undefined)[],
): number | undefined {
  const fixed = candidates.findIndex((candidate) => candidate.fixed === 1);
  if (fixed >= 0) return fixed;
  const isCandidate = (index: number) =>
    candidates[index]?.isOnFirstPage === true &&
    candidates[index]?.label === 'title' &&
    depths[index] === undefined;
  const first = candidates.findIndex((_, index) => isCandidate(index));
  if (first < 0) return largestOpening(candidates, depths);
  const size = candidates[first]?.size;
  const larger = candidates.findIndex(
    (candidate, index) =>
      isCandidate(index) && size !== undefined && candidate.size !== undefined && candidate.size > size * 1.3,
  );
  return larger >= 0 ? larger : first;
}

/** Layout that knows headings only: one at the very start that is larger than all others is the title. */
function largestOpening(
  candidates: readonly HeadingCandidate[],
  depths: readonly (number | undefined)[],
): number | undefined {
  const [first, ...others] = candidates;
  if (first?.opensDocument !== true || first.size === undefined || depths[0] !== undefined) return undefined;
  const { size } = first;
  const isLargest = others.every((other) => other.size === undefined || other.size < size * sameSize);
  return isLargest ? 0 : undefined;
}

function levelBySize(
  candidates: readonly HeadingCandidate[],
  depths: readonly (number | undefined)[],
  title: number | undefined,
): (size: number | undefined) => Level {
  const numbered = new Map<number, number[]>();
  const unnumbered: number[] = [];
  candidates.forEach((candidate, index) => {
    const depth = depths[index];
    if (candidate.size === undefined || index === title) return;
    if (depth === undefined) unnumbered.push(candidate.size);
    else numbered.set(depth, [...(numbered.get(depth) ?? []), candidate.size]);
  });
  const anchors = [...numbered]
    .map(([depth, sizes]) => ({ depth, size: median(sizes) }))
    .sort((a, b) => a.depth - b.depth);
  if (anchors.length > 0) {
    return (size) => {
      if (size === undefined) return 2;
      const equal = anchors.find(
        (anchor) => Math.min(size, anchor.size) / Math.max(size, anchor.size) >= sameSize,
      );
      if (equal !== undefined) return clampLevel(equal.depth + 1);
      const smallerAnchor = anchors.find((anchor) => anchor.size < size);
      const deepest = anchors[anchors.length - 1]?.depth ?? 1;
      return clampLevel((smallerAnchor?.depth ?? deepest + 1) + 1);
    };
  }
  const clusters: number[] = [];
  for (const size of [...unnumbered].sort((a, b) => b - a)) {
    const current = clusters[clusters.length - 1];
    if (current === undefined || size < current * sameSize) clusters.push(size);
  }
  return (size) => {
    if (size === undefined) return 2;
    const rank = clusters.findIndex((cluster) => size >= cluster * sameSize);
    return clampLevel(2 + (rank < 0 ? clusters.length : rank));
  };
}
