import { describe, expect, test } from 'vitest';
import type { Region, RegionLabel } from '../document';
import { refineLabels } from './refine';

const page = { width: 1654, height: 2339 };

function region(id: string, text: string, y: number, more: Partial<Region> = {}): Region {
  const rows = text.split('\n');
  const height = 40;
  return {
    id,
    label: 'text',
    task: 'text',
    state: 'unchecked',
    box: { x: 150, y, width: 1300, height: rows.length * 50 },
    lines: rows.map((line, index) => ({
      box: { x: 150, y: y + index * 50, width: 1300, height },
      text: line,
    })),
    marks: [],
    readings: [
      {
        id: `${id}-1`,
        model: 'lines',
        task: 'text',
        mode: 'ctc',
        format: 'plain',
        text,
        stop: 'end',
        counters: { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds: 0 },
      },
    ],
    history: [],
    ...more,
  };
}

const body = ['a', 'b', 'c'].map((id, index) =>
  region(id, `Some text ${id}\nthat goes on\nfor a while`, 400 + index * 300),
);
const picture = region('picture', '', 1300, { label: 'figure', task: 'none' });
const labelled = (extra: Region): RegionLabel | undefined =>
  refineLabels([...body, picture, extra], page).find(({ id }) => id === extra.id)?.label;

describe('refineLabels', () => {
  test.each([
    ['17', 60, 'page-number'],
    ['Page 1 of 3', 2280, 'page-number'],
    ['- 42 -', 2280, 'page-number'],
    ['xiv', 2280, 'page-number'],
    ['第 3 页', 2280, 'page-number'],
    ['1957', 1500, 'text'],
    ['Figure 3. The harbour', 1600, 'caption'],
    ['Table 2\nRecoveries by method', 1600, 'caption'],
    ['Tabela 1 – Pequeno vocabulário', 1600, 'caption'],
    ['Figure 3 The harbour', 1600, 'caption'],
    ['Table 1 gives the figures by branch.', 1600, 'text'],
    ['• one\n• two', 1600, 'list'],
    ['1. first\n2. second', 1600, 'list'],
    ['1. A heading that stands alone', 1600, 'text'],
  ] as const)('%j at %d is %s', (text, y, label) => {
    expect(labelled(region('extra', text, y))).toBe(label);
  });

  test('small print with a mark at the foot of its column is a footnote', () => {
    const small = {
      lines: [{ box: { x: 150, y: 2000, width: 900, height: 28 }, text: '1 See file K-117.' }],
    };
    expect(labelled(region('note', '1 See file K-117.', 2000, small))).toBe('footnote');
    expect(labelled(region('note', '1 See file K-117.', 2000))).toBe('text');
  });

  test('no caption without a figure or table on the page', () => {
    const refined = refineLabels([...body, region('extra', 'Figure 3. The harbour', 1600)], page);
    expect(refined.find(({ id }) => id === 'extra')?.label).toBe('text');
  });

  test('what stands in the margins is read first and last, from the left', () => {
    const number = region('number', '16', 60, { box: { x: 150, y: 62, width: 40, height: 30 } });
    const head = region('head', 'Chapter 3', 60, {
      label: 'header',
      box: { x: 700, y: 60, width: 400, height: 34 },
    });
    const foot = region('foot', 'ACME Archive', 2250, { label: 'footer' });
    expect(refineLabels([foot, ...body, head, number], page).map(({ id }) => id)).toEqual([
      'number',
      'head',
      'a',
      'b',
      'c',
      'foot',
    ]);
  });
});
