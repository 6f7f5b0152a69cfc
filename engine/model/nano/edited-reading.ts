/** From decoded ids to the reading of a region that the line reader has read before. */
import type { DecodedReading } from '../../decoding/types';
import type { Reading } from '../../document';
import { editedDoubts } from '../edited-doubts';
import type { RegionReading } from '../reader';
import { readingCounters } from '../reading-counters';
import { type TableText, tableTextOf } from './table-text';
import type { Vocabulary } from './vocabulary';

export const nanoModelId = 'nano';

type Texts = Pick<Vocabulary, 'textOf'>;

/** `base`: the line reader's. `milliseconds`: of both. */
export function editedReading(
  vocabulary: Texts,
  base: RegionReading,
  decoded: DecodedReading,
  milliseconds: number,
): RegionReading {
  const isTable = base.reading.format === 'table-html';
  const { text, ranges, ragged } = (isTable ? tableOf : textOf)(decoded.ids, vocabulary);
  const marks = base.marks.filter(({ kind }) => kind !== 'ragged-table');
  if (ragged) marks.push({ kind: 'ragged-table' });
  if (decoded.stop === 'cap') marks.push({ kind: 'cut-off', detail: { code: 'text-beyond-limit' } });
  if (decoded.stop === 'loop') marks.push({ kind: 'looped' });
  const before = { text: base.reading.text, doubts: base.reading.doubts ?? [] };
  const reading: Reading = {
    ...base.reading,
    id: `${base.regionId}-${nanoModelId}`,
    model: nanoModelId,
    mode: decoded.mode,
    text,
    stop: decoded.stop,
    tokens: decoded.tokens.map((token, index) => ({ ...token, ...(ranges[index] ?? { start: 0, end: 0 }) })),
    doubts: editedDoubts(before, text, isTable),
    counters: readingCounters(decoded.counters, milliseconds),
  };
  return { ...base, reading, marks };
}

interface WrittenIds {
  readonly text: string;
  readonly ranges: TableText['ranges'];
  readonly ragged: boolean;
}

function textOf(ids: readonly number[], vocabulary: Texts): WrittenIds {
  let text = '';
  const ranges = ids.map((id) => {
    const start = text.length;
    text += vocabulary.textOf(id);
    return { start, end: text.length };
  });
  return { text, ranges, ragged: false };
}

/** Ids that were no table are marked like one with rows of unequal length. */
function tableOf(ids: readonly number[], vocabulary: Texts): WrittenIds {
  const { html, ranges, mended, ragged } = tableTextOf(ids, vocabulary);
  return { text: html, ranges, ragged: mended || ragged };
}
