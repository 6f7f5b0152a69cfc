/** Finding in the regions of a document and replacing there. Pure; expressions of a person run in `search-worker`. */
import type { Region, RequestedEdit } from '../../../engine/document';
import { currentText } from '../../../engine/document/current-text';
import { parseTable, serialiseTable } from '../table/table-html';

export interface SearchOptions {
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  /** The query is a regular expression; `$1`, `$&` stand for parts of the hit in the replacement. */
  readonly expression: boolean;
}

/** A piece of text that is searched on its own: a region's text, or one cell of its table. */
export interface SearchUnit {
  readonly pageId: string;
  readonly regionId: string;
  /** Cell in reading order; 0 where the text is no table. */
  readonly part: number;
  readonly text: string;
}

export interface Hit {
  readonly pageId: string;
  readonly regionId: string;
  readonly part: number;
  /** UTF-16 range in the unit's text. */
  readonly start: number;
  readonly end: number;
  readonly found: string;
  /** What comes in its place. */
  readonly replacement: string;
  readonly before: string;
  readonly after: string;
}

export interface SearchRequest {
  readonly units: readonly SearchUnit[];
  readonly query: string;
  readonly replacement: string;
  readonly options: SearchOptions;
}

export const longestExpression = 500;
export const mostHits = 10_000;
const context = 24;

export function unitsOf(pageId: string, regions: readonly Region[]): readonly SearchUnit[] {
  return regions.flatMap((region): SearchUnit[] => {
    const current = currentText(region);
    if (current === undefined || current.text === '') return [];
    const place = { pageId, regionId: region.id };
    if (current.format !== 'table-html') return [{ ...place, part: 0, text: current.text }];
    return parseTable(current.text).cells.map((cell, part) => ({ ...place, part, text: cell.text }));
  });
}

/** Throws `SyntaxError` for an expression that is none. */
export function patternOf(query: string, { matchCase, wholeWord, expression }: SearchOptions): RegExp {
  const source = expression ? query : query.replace(/[\\^$.*+?()[\]{}|/]/g, (sign) => `\\${sign}`);
  const bounded = wholeWord ? `(?<![\\p{L}\\p{N}\\p{M}_])(?:${source})(?![\\p{L}\\p{N}\\p{M}_])` : source;
  return new RegExp(bounded, matchCase ? 'gum' : 'gium');
}

export function findHits({ units, query, replacement, options }: SearchRequest): readonly Hit[] {
  if (query === '') return [];
  const pattern = patternOf(query, options);
  const hits: Hit[] = [];
  for (const { pageId, regionId, part, text } of units) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const [found] = match;
      if (found === '') {
        pattern.lastIndex += 1;
        continue;
      }
      const end = match.index + found.length;
      hits.push({
        pageId,
        regionId,
        part,
        start: match.index,
        end,
        found,
        replacement: options.expression ? expanded(replacement, match) : replacement,
        before: text.slice(Math.max(0, match.index - context), match.index),
        after: text.slice(end, end + context),
      });
      if (hits.length >= mostHits) return hits;
    }
  }
  return hits;
}

function expanded(replacement: string, match: RegExpExecArray): string {
  return replacement.replace(/\$(\$|&|\d)/g, (whole, sign: string) => {
    if (sign === '$') return '$';
    if (sign === '&') return match[0];
    return Number(sign) > 0 ? (match[Number(sign)] ?? '') : whole;
  });
}

/** One edit for each region. Hits that the text does not have any more are left alone. */
export function replacingEdits(
  hits: readonly Hit[],
  regions: ReadonlyMap<string, Region>,
): readonly RequestedEdit[] {
  const byRegion = new Map<string, Hit[]>();
  for (const hit of hits) byRegion.set(hit.regionId, [...(byRegion.get(hit.regionId) ?? []), hit]);
  return [...byRegion].flatMap(([regionId, own]): RequestedEdit[] => {
    const region = regions.get(regionId);
    const current = region && currentText(region);
    if (current === undefined) return [];
    const { format, text } = current;
    let next: string;
    if (format === 'table-html') {
      const grid = parseTable(text);
      const cells = grid.cells.map((cell, part) => ({
        ...cell,
        text: replaced(
          cell.text,
          own.filter((hit) => hit.part === part),
        ),
      }));
      next = cells.some((cell, index) => cell.text !== grid.cells[index]?.text)
        ? serialiseTable({ ...grid, cells })
        : text;
    } else next = replaced(text, own);
    return next === text ? [] : [{ kind: 'set-text', regionId, text: next, format }];
  });
}

function replaced(text: string, hits: readonly Hit[]): string {
  let next = text;
  for (const { start, end, found, replacement } of [...hits].sort((a, b) => b.start - a.start)) {
    if (text.slice(start, end) === found) next = next.slice(0, start) + replacement + next.slice(end);
  }
  return next;
}
