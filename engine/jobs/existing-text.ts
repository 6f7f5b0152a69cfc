/** Text that a PDF holds itself, brought into the form of detected lines. */
import {
  area,
  type Box,
  boxOfQuad,
  intersection,
  overlapY,
  type Quad,
  quadOfBox,
  right,
  unionOf,
} from '../base/geometry';
import type { PageText, TextRun } from '../intake';
import type { DetectedLine } from '../regions';

/**
 * `read`: the picture is read, the file's text ignored. `keep`: its text is used, hidden or not; where it is only a
 * part of the page (a stamp, a footer) the rest is read from the picture. `mix`: its visible text is used, and what
 * else the picture shows is read.
 */
export type ExistingTextMode = 'read' | 'keep' | 'mix';

export interface KnownLine {
  readonly quad: Quad;
  readonly text: string;
}

export function existingLines(held: PageText, mode: ExistingTextMode): KnownLine[] {
  if (mode === 'read') return [];
  return linesOfRuns(held.runs.filter((run) => mode === 'keep' || !run.hidden));
}

/** Joins runs on one line that follow each other closely; order of the file is kept within a line. */
function linesOfRuns(runs: readonly TextRun[]): KnownLine[] {
  const lines: { box: Box; text: string; last: TextRun }[] = [];
  for (const run of runs) {
    if (run.text.trim() === '') continue;
    const line = lines.find(({ box, last }) => {
      const gap = run.box.x - right(last.box);
      const shared = overlapY(box, run.box);
      return (
        shared > 0.6 * Math.min(box.height, run.box.height) &&
        gap > -0.5 * run.box.height &&
        gap < 0.9 * run.box.height
      );
    });
    if (!line) {
      lines.push({ box: run.box, text: run.text, last: run });
      continue;
    }
    const gap = run.box.x - right(line.last.box);
    const blank = gap > 0.12 * run.box.height && !/\s$/.test(line.text) && !/^\s/.test(run.text);
    line.text += (blank ? ' ' : '') + run.text;
    line.box = unionOf([line.box, run.box]);
    line.last = run;
  }
  return lines.map(({ box, text }) => ({ quad: quadOfBox(box), text: text.trim() }));
}

/** Lines of the picture that the file's own text does not cover, together with the file's lines. */
export function mergeKnownLines(
  detected: readonly DetectedLine[],
  known: readonly KnownLine[],
): { quads: DetectedLine[]; textOf: (quad: Quad) => string | undefined } {
  const boxes = known.map((line) => boxOfQuad(line.quad));
  const uncovered = detected.filter(({ quad }) => {
    const box = boxOfQuad(quad);
    const covered = boxes.reduce((sum, other) => sum + area(intersection(box, other)), 0);
    return covered < 0.35 * area(box);
  });
  const texts = new Map(known.map((line) => [line.quad, line.text]));
  return {
    quads: [...uncovered, ...known.map((line) => ({ quad: line.quad, score: 1 }))],
    textOf: (quad) => texts.get(quad),
  };
}
