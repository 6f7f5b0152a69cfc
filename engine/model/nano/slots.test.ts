/** Which places of a table stay as read. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNanoConfig } from './config';
import { hostToken, sureOf } from './line-tokens';
import { readingOf } from './prior-reading';
import { slotTableOf } from './slots';
import { endId, tableTags, Vocabulary } from './vocabulary';

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
