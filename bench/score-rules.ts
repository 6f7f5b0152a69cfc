/**
 * Facts about a page in the format of olmOCR-bench: a text is present or absent, one text comes before another, a
 * table cell has a certain neighbour. Written from the format's description; `math` rules need a renderer and are
 * counted as not run.
 */
import { z } from 'zod';
import { codePoints, editDistance, nearestSubstring, type SubstringMatch } from './edit-distance';
import { normaliseText } from './score-text';
import type { TableNode } from './table-tree';

const maxDifferences = z.number().int().min(0).default(0);
export const rule = z.discriminatedUnion('type', [
  z.object({ type: z.literal('present'), text: z.string(), max_diffs: maxDifferences }),
  z.object({ type: z.literal('absent'), text: z.string(), max_diffs: maxDifferences }),
  z.object({ type: z.literal('order'), before: z.string(), after: z.string(), max_diffs: maxDifferences }),
  z.object({
    type: z.literal('table'),
    cell: z.string(),
    up: z.string().optional(),
    down: z.string().optional(),
    left: z.string().optional(),
    right: z.string().optional(),
    top_heading: z.string().optional(),
    left_heading: z.string().optional(),
    max_diffs: maxDifferences,
  }),
  z.object({ type: z.literal('math'), math: z.string() }),
]);
export type Rule = z.infer<typeof rule>;

export interface RulesScore {
  readonly passed: number;
  readonly run: number;
  readonly notRun: number;
}

export function scoreRules(rules: readonly Rule[], text: string, tables: readonly TableNode[]): RulesScore {
  const symbols = codePoints(normaliseText(text));
  const grids = tables.map(gridOf);
  const outcomes = rules.map((entry) => check(entry, symbols, grids));
  return {
    passed: outcomes.filter((outcome) => outcome === true).length,
    run: outcomes.filter((outcome) => outcome !== undefined).length,
    notRun: outcomes.filter((outcome) => outcome === undefined).length,
  };
}

/** Whether the fact holds; undefined where it cannot be checked. */
function check(entry: Rule, text: readonly string[], grids: readonly Grid[]): boolean | undefined {
  switch (entry.type) {
    case 'present':
      return find(entry.text, text, entry.max_diffs) !== undefined;
    case 'absent':
      // On a page that was not read at all nothing can be said to be left out.
      return text.length > 0 && find(entry.text, text, entry.max_diffs) === undefined;
    case 'order': {
      const before = find(entry.before, text, entry.max_diffs);
      const after = find(entry.after, text, entry.max_diffs);
      return before !== undefined && after !== undefined && before.start < after.start;
    }
    case 'table':
      return grids.some((grid) => holds(entry, grid));
    case 'math':
      return undefined;
  }
}

function find(part: string, text: readonly string[], differences: number): SubstringMatch | undefined {
  const match = nearestSubstring(codePoints(normaliseText(part)), text);
  return match.distance <= differences ? match : undefined;
}

/** Text of the cell that covers each place; spanned places repeat it. */
type Grid = readonly (readonly string[])[];

export function gridOf(table: TableNode): Grid {
  const rows: string[][] = [];
  table.children
    .filter((row) => row.tag === 'tr')
    .forEach((row, top) => {
      rows[top] ??= [];
      let column = 0;
      for (const cell of row.children.filter((child) => child.tag === 'td')) {
        while (rows[top]?.[column] !== undefined) column++;
        const text = normaliseText(cell.text.join(''));
        for (let y = top; y < top + cell.rowspan; y++) {
          const line = rows[y] ?? [];
          rows[y] = line;
          for (let x = column; x < column + cell.colspan; x++) line[x] = text;
        }
        column += Math.max(1, cell.colspan);
      }
    });
  return rows.map((row) => Array.from(row, (text) => text ?? ''));
}

function holds(entry: Extract<Rule, { type: 'table' }>, grid: Grid): boolean {
  const at = (y: number, x: number): string => grid[y]?.[x] ?? '';
  const firstFilled = (texts: readonly string[]): string => texts.find((text) => text !== '') ?? '';
  return grid.some((row, y) =>
    row.some((text, x) => {
      if (!alike(text, entry.cell, entry.max_diffs)) return false;
      const demands: readonly (readonly [string | undefined, string])[] = [
        [entry.up, at(y - 1, x)],
        [entry.down, at(y + 1, x)],
        [entry.left, at(y, x - 1)],
        [entry.right, at(y, x + 1)],
        [entry.top_heading, firstFilled(grid.slice(0, y).map((line) => line[x] ?? ''))],
        [entry.left_heading, firstFilled(row.slice(0, x))],
      ];
      return demands.every(
        ([wanted, found]) => wanted === undefined || alike(found, wanted, entry.max_diffs),
      );
    }),
  );
}

function alike(found: string, wanted: string, differences: number): boolean {
  return editDistance(codePoints(normaliseText(found)), codePoints(normaliseText(wanted))) <= differences;
}
