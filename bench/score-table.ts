/**
 * TEDS (Zhong et al. 2020) and TEDS-S: similarity of two tables as ordered trees. Distances are exact (Zhang and
 * Shasha 1989) and equal those of the reference scorer; `score-table.test.ts` pins them.
 */
import { normalisedDistance } from './edit-distance';
import { nodeCount, type TableNode, tableTree, withoutText } from './table-tree';

export interface TableScore {
  /** 1: same structure and text. */
  readonly teds: number;
  /** The same with all cells emptied: structure only. */
  readonly tedsStructure: number;
}

export interface TablesScore extends TableScore {
  readonly truthTables: number;
  readonly readTables: number;
}

/** The first table of each side; 0 where a side has none. */
export function scoreTable(hypothesis: string, reference: string): TableScore {
  const read = tableTree(hypothesis);
  const truth = tableTree(reference);
  if (!read || !truth) return { teds: 0, tedsStructure: 0 };
  return { teds: similarity(read, truth), tedsStructure: similarity(withoutText(read), withoutText(truth)) };
}

/**
 * Mean over the truth's tables after the one-to-one assignment with the highest sum of TEDS. A table that was not
 * found scores 0; tables beyond the truth's cost nothing here and show in `readTables`.
 */
export function scoreTables(hypotheses: readonly string[], references: readonly string[]): TablesScore {
  const scores = hypotheses.map((read) => references.map((truth) => scoreTable(read, truth)));
  const chosen = bestAssignment(scores);
  const mean = (key: keyof TableScore): number =>
    chosen.reduce((sum, score) => sum + score[key], 0) / Math.max(1, references.length);
  return {
    teds: mean('teds'),
    tedsStructure: mean('tedsStructure'),
    truthTables: references.length,
    readTables: hypotheses.length,
  };
}

/** Exact, over subsets of the truth's tables: fine for the few tables that one item has. */
function bestAssignment(scores: readonly (readonly TableScore[])[]): TableScore[] {
  let best = new Map<number, { sum: number; chosen: TableScore[] }>([[0, { sum: 0, chosen: [] }]]);
  for (const row of scores) {
    const next = new Map(best);
    for (const [taken, { sum, chosen }] of best) {
      row.forEach((score, column) => {
        const bit = 2 ** column;
        if (Math.floor(taken / bit) % 2 === 1) return;
        const candidate = { sum: sum + score.teds, chosen: [...chosen, score] };
        const known = next.get(taken + bit);
        if (!known || known.sum < candidate.sum) next.set(taken + bit, candidate);
      });
    }
    best = next;
  }
  return [...best.values()].reduce((a, b) => (b.sum > a.sum ? b : a), { sum: -1, chosen: [] }).chosen;
}

function similarity(a: TableNode, b: TableNode): number {
  // The root is not counted; a table without any node equals another such table.
  return 1 - treeDistance(a, b) / Math.max(1, nodeCount(a) - 1, nodeCount(b) - 1);
}

/** Cost of turning one node into another; inserting or deleting a node costs 1. */
function renameCost(a: TableNode, b: TableNode): number {
  if (a.tag !== b.tag || a.colspan !== b.colspan || a.rowspan !== b.rowspan) return 1;
  return normalisedDistance(a.text, b.text);
}

interface PostOrder {
  readonly nodes: readonly TableNode[];
  /** For each node the index of the leftmost leaf below it. */
  readonly leftmost: readonly number[];
  /** Roots of the subtrees that need a forest comparison of their own, ascending. */
  readonly keyRoots: readonly number[];
}

function postOrder(root: TableNode): PostOrder {
  const nodes: TableNode[] = [];
  const leftmost: number[] = [];
  const visit = (node: TableNode): number => {
    let first: number | undefined;
    for (const child of node.children) {
      const leaf = visit(child);
      first ??= leaf;
    }
    const index = nodes.push(node) - 1;
    leftmost.push(first ?? index);
    return first ?? index;
  };
  visit(root);
  const last = new Map<number, number>();
  leftmost.forEach((leaf, index) => {
    last.set(leaf, index);
  });
  return { nodes, leftmost, keyRoots: [...last.values()].sort((x, y) => x - y) };
}

/** Zhang–Shasha: least cost of insertions, deletions and renamings that turn one ordered tree into the other. */
export function treeDistance(first: TableNode, second: TableNode): number {
  const a = postOrder(first);
  const b = postOrder(second);
  const columns = b.nodes.length;
  const trees = new Float64Array(a.nodes.length * columns);
  const width = columns + 1;
  const forests = new Float64Array((a.nodes.length + 1) * width);
  const renames = new Float64Array(a.nodes.length * columns).fill(-1);
  const rename = (i: number, j: number): number => {
    const place = i * columns + j;
    const known = renames[place] ?? -1;
    if (known >= 0) return known;
    const [x, y] = [a.nodes[i], b.nodes[j]];
    const cost = x && y ? renameCost(x, y) : 1;
    renames[place] = cost;
    return cost;
  };
  const leftOf = (side: PostOrder, index: number): number => side.leftmost[index] ?? 0;
  const forest = (row: number, column: number): number => forests[row * width + column] ?? 0;

  for (const i of a.keyRoots) {
    for (const j of b.keyRoots) {
      const i0 = leftOf(a, i);
      const j0 = leftOf(b, j);
      // Row and column 0 stand for the empty forest; x and y count nodes from i0 and j0.
      for (let x = 0; x <= i - i0 + 1; x++) forests[x * width] = x;
      for (let y = 0; y <= j - j0 + 1; y++) forests[y] = y;
      for (let x = 1; x <= i - i0 + 1; x++) {
        const node = i0 + x - 1;
        for (let y = 1; y <= j - j0 + 1; y++) {
          const other = j0 + y - 1;
          const removed = forest(x - 1, y) + 1;
          const added = forest(x, y - 1) + 1;
          const whole = leftOf(a, node) === i0 && leftOf(b, other) === j0;
          const kept = whole
            ? forest(x - 1, y - 1) + rename(node, other)
            : forest(leftOf(a, node) - i0, leftOf(b, other) - j0) + (trees[node * columns + other] ?? 0);
          const least = Math.min(removed, added, kept);
          forests[x * width + y] = least;
          if (whole) trees[node * columns + other] = least;
        }
      }
    }
  }
  return trees[a.nodes.length * columns - 1] ?? 0;
}
