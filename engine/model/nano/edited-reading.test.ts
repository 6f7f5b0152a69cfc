import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DecodedReading } from '../../decoding/types';
import type { DoubtfulWord, RegionMark } from '../../document';
import type { RegionReading } from '../reader';
import { editedReading } from './edited-reading';
import { cellBreakId, spaceId, tableTags, Vocabulary } from './vocabulary';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await Vocabulary.open(join(__dirname, 'fixtures/tiny/model'));
});

/** Ids of a text in which tags stand as they are written. */
const idsOf = (text: string): number[] => {
  const tags = [cellBreakId, ...Array.from({ length: 70 }, (_, index) => tableTags.table + index)];
  return (text.match(/<[^<>]+>|[^<>]/g) ?? []).map((piece) => {
    if (piece === ' ') return spaceId;
    return tags.find((id) => vocabulary.textOf(id) === piece) ?? vocabulary.characterId(piece) ?? 0;
  });
};

function decodedAs(ids: readonly number[], stop: DecodedReading['stop'] = 'end'): DecodedReading {
  const forwards = { prefill: 1, draft: 0, verify: 1, denoise: 0 };
  return {
    mode: 'self-speculative',
    ids,
    tokens: ids.map((id) => ({ id, round: 1, origin: 'drafted', margin: 3 })),
    stop,
    counters: {
      rounds: 1,
      tokens: ids.length,
      drafted: ids.length,
      accepted: ids.length,
      forwards,
      milliseconds: forwards,
      draftedAt: [],
      acceptedAt: [],
      drafters: {},
    },
  };
}

function readByLines(
  format: 'plain' | 'table-html',
  text: string,
  doubts: readonly DoubtfulWord[],
  marks: readonly RegionMark[],
): RegionReading {
  return {
    regionId: 'r',
    lines: [],
    marks,
    reading: {
      id: 'r-lines',
      model: 'lines',
      task: format === 'plain' ? 'text' : 'table',
      mode: 'ctc',
      format,
      text,
      stop: 'end',
      doubts,
      counters: { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds: 5 },
    },
  };
}

describe('a table that was edited', () => {
  const before = '<table><tr><td>Nane</td><td>Sum</td></tr><tr><td>Ann</td></tr></table>';
  const after = '<table><tr><th>Name</th><th>Sum</th></tr><tr><td colspan="2">Ann</td></tr></table>';
  const base = (): RegionReading => {
    const start = before.indexOf('Ann');
    const doubts: DoubtfulWord[] = [{ start, end: start + 3, grade: 2, place: { line: 2, from: 0, to: 1 } }];
    return readByLines('table-html', before, doubts, [{ kind: 'ragged-table' }]);
  };

  it('is HTML; rows of one width lose their mark; words keep their doubts, new ones are doubtful', () => {
    const { reading, marks } = editedReading(vocabulary, base(), decodedAs(idsOf(after)), 9);
    expect(reading).toMatchObject({ model: 'nano', task: 'table', format: 'table-html', text: after });
    expect(marks).toEqual([]);
    expect(
      reading.doubts?.map(({ start, end, grade, place }) => [after.slice(start, end), grade, place]),
    ).toEqual([
      ['Name', 1, undefined],
      ['Ann', 2, { line: 2, from: 0, to: 1 }],
    ]);
    expect(reading.tokens?.map(({ start, end }) => after.slice(start, end)).join('')).toBe(after);
  });

  it('that is none is mended and marked', () => {
    const { reading, marks } = editedReading(vocabulary, base(), decodedAs(idsOf('<tr><td>a<td>b')), 9);
    expect(reading.text).toBe('<table><tr><td>a</td><td>b</td></tr></table>');
    expect(marks).toEqual([{ kind: 'ragged-table' }]);
  });

  it('that was cut off is closed and says so', () => {
    const cut = decodedAs(idsOf('<table><tr><td>a</td><td>b'), 'cap');
    const { reading, marks } = editedReading(vocabulary, base(), cut, 9);
    expect(reading.text).toBe('<table><tr><td>a</td><td>b</td></tr></table>');
    expect(marks.map(({ kind }) => kind)).toEqual(['ragged-table', 'cut-off']);
  });
});

it('a text is the texts of its ids, tags and all', () => {
  const base = readByLines('plain', 'a < b', [], []);
  const { reading } = editedReading(vocabulary, base, decodedAs(idsOf('a & b')), 9);
  expect(reading).toMatchObject({ format: 'plain', text: 'a & b' });
  expect(reading.doubts?.map(({ start }) => start)).toEqual([]);
});
