/** What differs between two texts, word by word. Pure. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Words, runs of spaces, and single signs; East Asian characters each on their own. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}\p{M}]+|\n|[^\S\n]+|[^\p{L}\p{N}\p{M}\s]/gu;

/** Beyond so many steps the rest counts as changed as a whole: nobody reads such a difference, and it takes seconds. */
const mostSteps = 600;

/** Joined `same` and `removed` give `before`, `same` and `added` give `after`. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  const a: readonly string[] = before.match(pieces) ?? [];
  const b: readonly string[] = after.match(pieces) ?? [];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) {
    tail += 1;
  }
  return joined([
    ...a.slice(0, head).map((text): DiffPart => ({ kind: 'same', text })),
    ...shortest(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map((text): DiffPart => ({ kind: 'same', text })),
  ]);
}

/** The greedy shortest edit script, by furthest reaching paths. */
function shortest(a: readonly string[], b: readonly string[]): readonly DiffPart[] {
  const all: readonly DiffPart[] = [
    ...a.map((text): DiffPart => ({ kind: 'removed', text })),
    ...b.map((text): DiffPart => ({ kind: 'added', text })),
  ];
  if (a.length === 0 || b.length === 0) return all;
  const most = Math.min(a.length + b.length, mostSteps);
  let reach = new Map<number, number>([[1, 0]]);
  const steps: ReadonlyMap<number, number>[] = [];
  for (let distance = 0; distance <= most; distance += 1) {
    steps.push(reach);
    const next = new Map(reach);
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      let x = goesDown(reach, diagonal, distance)
        ? (reach.get(diagonal + 1) ?? 0)
        : (reach.get(diagonal - 1) ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return trace(steps, a, b, distance);
    }
    reach = next;
  }
  return all;
}

function goesDown(reach: ReadonlyMap<number, number>, diagonal: number, distance: number): boolean {
  if (diagonal === -distance) return true;
  if (diagonal === distance) return false;
  return (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1);
}

function trace(
  steps: readonly ReadonlyMap<number, number>[],
  a: readonly string[],
  b: readonly string[],
  distance: number,
): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let x = a.length;
  let y = b.length;
  for (let step = distance; step >= 0; step -= 1) {
    const reach = steps[step] ?? new Map<number, number>();
    const diagonal = x - y;
    const before = goesDown(reach, diagonal, step) ? diagonal + 1 : diagonal - 1;
    const fromX = step === 0 ? 0 : (reach.get(before) ?? 0);
    const fromY = step === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      parts.push({ kind: 'same', text: a[x] ?? '' });
    }
    if (step === 0) break;
    if (x > fromX) {
      x -= 1;
      parts.push({ kind: 'removed', text: a[x] ?? '' });
    } else if (y > fromY) {
      y -= 1;
      parts.push({ kind: 'added', text: b[y] ?? '' });
    }
  }
  return parts.reverse();
}

/** Parts of a kind that follow each other as one, and between two sames the removed before the added. */
function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const result: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed !== '') result.push({ kind: 'removed', text: removed });
    if (added !== '') result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const { kind, text } of parts) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      const last = result[result.length - 1];
      if (last?.kind === 'same') result[result.length - 1] = { kind: 'same', text: last.text + text };
      else result.push({ kind: 'same', text });
    }
  }
  flush();
  return result;
}

export const countChanges = (parts: readonly DiffPart[]): number =>
  parts.filter((part, index) => part.kind !== 'same' && (index === 0 || parts[index - 1]?.kind === 'same'))
    .length;
