import { expect, it } from 'vitest';
import { compareTables } from './nano';
import type { ItemResult } from './score-item';

const result = (id: string, teds: number, tedsStructure: number): ItemResult => ({
  item: { id, kind: 'table', language: 'en', orderReliable: true, compared: false },
  score: { metric: 'tables', tables: { teds, tedsStructure, truthTables: 1, readTables: 1 } },
  pages: 1,
  seconds: 1,
  characters: 10,
});

it('compares tables item by item', () => {
  const lines = [result('a', 0.5, 0.75), result('b', 0.75, 1), result('c', 1, 1)];
  const nano = [result('c', 1, 1), result('b', 0.5, 0.5), result('a', 0.75, 0.75)];
  expect(compareTables(lines, nano)).toEqual({
    items: 3,
    teds: { lines: 0.75, nano: 0.75 },
    tedsStructure: { lines: 0.9167, nano: 0.75 },
    won: ['a 0.5 → 0.75'],
    lost: ['b 0.75 → 0.5'],
    byItem: {
      a: { teds: { lines: 0.5, nano: 0.75 }, tedsStructure: { lines: 0.75, nano: 0.75 } },
      b: { teds: { lines: 0.75, nano: 0.5 }, tedsStructure: { lines: 1, nano: 0.5 } },
      c: { teds: { lines: 1, nano: 1 }, tedsStructure: { lines: 1, nano: 1 } },
    },
  });
});
