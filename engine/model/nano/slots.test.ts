/** Which places of a table stay as read. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNanoConfig, slotCount } from './config';
import { hostToken, sureOf } from './line-tokens';
import { readingOf } from './prior-reading';
import { shortlistOf, slotTableOf } from './slots';
import { endId, lastTagId, tableTags, Vocabulary } from './vocabulary';

const folder = join(__dirname, '../../../assets/models/nano');

it('a dash alone in its cell is never changed for another, one beside other characters may be', async () => {
  const config = await readNanoConfig(folder);
  const vocabulary = await Vocabulary.open(folder);
  const { table, row, cell, cellEnd, rowEnd, tableEnd } = tableTags;
  const idsOf = (text: string): number[] => Array.from(text, (one) => vocabulary.characterId(one) ?? 0);
  const cells = ['—', '-', '–', '4-5', '--', 'x', ''];
  const ids = [
    table,
    row,
    ...cells.flatMap((text) => [cell, ...idsOf(text), cellEnd]),
    rowEnd,
    tableEnd,
    endId,
  ];
  expect(ids).not.toContain(0);
  const prior = readingOf(ids.map((id) => ({ ...hostToken(sureOf(id, 0.9)), line: 0, column: 0 })));
  const { locked } = slotTableOf(prior, 'table', config, vocabulary);
  const kept = ids.flatMap((id, place) => (locked[place] === 1 ? [vocabulary.textOf(id)] : []));
  expect(kept).toEqual(['—', '-', '–']);
});

it('keeps the tags of a table, and leaves open which cells are headers and where a text ends', async () => {
  const config = { ...(await readNanoConfig(folder)), tableTagMargin: 4 };
  const vocabulary = await Vocabulary.open(folder);
  const { table, row, cell, cellEnd, rowEnd, tableEnd, header, headerEnd } = tableTags;
  const other = new Map<number, number>([
    [cell, header],
    [cellEnd, headerEnd],
  ]);
  const [x, y, z] = Array.from('xyz', (text) => vocabulary.characterId(text)!);
  const ids = [table, row, cell, x!, y!, z!, cellEnd, rowEnd, tableEnd, endId];
  const tokens = ids.map((id) => {
    const guess = { id, runnersUp: [other.get(id) ?? 0, 0], probabilities: [0.9, 0.1, 0] } as const;
    return { ...hostToken(guess), line: 0, column: 0 };
  });
  const prior = readingOf(tokens);
  const gained = (from: typeof config, slot: number): number[] => {
    const { priors } = slotTableOf(prior, 'table', from, vocabulary);
    const bare = slotTableOf(prior, 'table', { ...from, tableTagMargin: 0 }, vocabulary).priors;
    return ids.map((_, place) => priors[place * slotCount + slot]! - bare[place * slotCount + slot]!);
  };
  expect(gained(config, 0).map(Math.round)).toEqual([8, 8, 8, 0, 0, 0, 8, 8, 8, 0]);
  expect(gained(config, 1).map(Math.round)).toEqual([0, 0, 8, 0, 0, 0, 8, 0, 0, 0]);
  expect(gained(config, 3).map(Math.round)).toEqual([0, 0, 0, 0, 0, 4, 0, 0, 0, 0]);
  expect(gained(config, 4).map(Math.round)).toEqual([0, 0, 0, 0, 4, 0, 0, 0, 0, 0]);
  const { ids: listed, bias } = shortlistOf(prior, config, 'table');
  const taken = listed.flatMap((id, column) => (bias[column] === -4 ? [id] : []));
  expect(taken).toEqual(Array.from({ length: lastTagId - table + 1 }, (_, index) => table + index));
  expect(shortlistOf(prior, config, 'text').bias).not.toContain(-4);
});
