/**
 * The marks of a field, drawn behind it: the same text in the same type, of which only the lines below words show.
 * A field cannot mark its own words.
 */
import type { ReactNode } from 'react';
import type { DoubtfulWord } from '../../../engine/document';
import type { WordRange } from '../../../engine/document/words-of-text';
import marks from '../marks/marks.module.css';

interface UnderlayProps {
  readonly text: string;
  readonly doubts: readonly DoubtfulWord[];
  readonly misspelt: readonly WordRange[];
}

export function Underlay({ text, doubts, misspelt }: UnderlayProps) {
  const edges = [
    ...new Set([0, text.length, ...[...doubts, ...misspelt].flatMap(({ start, end }) => [start, end])]),
  ].sort((a, b) => a - b);
  const covers = (ranges: readonly WordRange[], at: number): WordRange | undefined =>
    ranges.find(({ start, end }) => start <= at && at < end);
  const parts = edges.slice(0, -1).map((from, index): ReactNode => {
    const part = text.slice(from, edges[index + 1]);
    const wrong = covers(misspelt, from);
    const inDoubt = covers(doubts, from);
    if (!wrong && !inDoubt) return part;
    const names = [wrong && marks.misspelt, inDoubt && marks.doubt].filter(Boolean).join(' ');
    return (
      <span key={from} className={names} data-misspelt={wrong?.start} data-doubt={inDoubt?.start}>
        {part}
      </span>
    );
  });
  return (
    <>
      {parts}
      {/* A last empty line has a height in the field. */}
      {text.endsWith('\n') || text === '' ? '\u200b' : null}
    </>
  );
}
