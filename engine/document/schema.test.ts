import { describe, expect, test } from 'vitest';
import { migrate, parseDocument } from './schema';
import { printedLines, sketchDocument, sketchReading } from './test-documents';

const full = sketchDocument([
  [
    {
      label: 'footnote',
      level: 3,
      noteMark: '*',
      lines: printedLines(['a line']),
      marks: [{ kind: 'cut-off', detail: { code: 'repeated', number: 3 } }],
      readings: [
        {
          ...sketchReading('r1', 'a line'),
          equationNumber: '3',
          tokens: [{ id: 5, start: 0, end: 6, round: 1, origin: 'drafted', margin: 2.5 }],
          spans: [{ start: 0, end: 6, line: 0 }],
          doubts: [{ start: 2, end: 6, grade: 1, place: { line: 0, from: 0.25, to: 1 } }],
        },
      ],
      correction: { text: 'A line', format: 'plain' },
      history: [{ at: '2026-11-29T12:00:00Z', what: 'text', before: 'a line' }],
    },
  ],
]);

const json = (): ReturnType<typeof JSON.parse> => JSON.parse(JSON.stringify(full));

test('a document with everything in it comes back equal', () => {
  expect(parseDocument(json())).toEqual(full);
});

test('marks of earlier versions that are no more are dropped; what others say in English stays', () => {
  const older = json();
  older.pages[0].regions[0].marks = [
    { kind: 'small-margin' },
    { kind: 'cut-off', note: 'The text is longer than the limit.' },
    { kind: 'drafts-disagree' },
  ];
  expect(parseDocument(older).pages[0]?.regions[0]?.marks).toEqual([
    { kind: 'cut-off', note: 'The text is longer than the limit.' },
  ]);
});

describe('a damaged document is refused, and the message says where', () => {
  test.each([
    ['no object', () => 'text', /not an object/],
    ['a missing part', () => ({ ...json(), pages: undefined }), /pages/],
    [
      'a wrong label',
      () => {
        const broken = json();
        broken.pages[0].regions[0].label = 'poem';
        return broken;
      },
      /pages\.0\.regions\.0\.label/,
    ],
    [
      'an id that occurs twice',
      () => {
        const broken = json();
        broken.pages[0].regions.push(broken.pages[0].regions[0]);
        return broken;
      },
      /page-1-region-1 occurs twice/,
    ],
    [
      'a token beyond its text',
      () => {
        const broken = json();
        broken.pages[0].regions[0].readings[0].tokens[0].end = 7;
        return broken;
      },
      /reading r1/,
    ],
  ])('%s', (_name, make, message) => {
    expect(() => parseDocument(make())).toThrowError(expect.objectContaining({ code: 'unreadable' }));
    expect(() => parseDocument(make())).toThrowError(message);
  });

  test('a newer format says so', () => {
    expect(() => parseDocument({ ...json(), schema: 99 })).toThrowError(
      expect.objectContaining({ code: 'unsupported' }),
    );
  });
});

test('migrations run one after the other up to the newest format', () => {
  const steps = new Map<number, (older: Record<string, unknown>) => Record<string, unknown>>([
    [1, (older) => ({ ...older, one: true })],
    [2, (older) => ({ ...older, two: older.one })],
  ]);
  expect(migrate({ schema: 1 }, steps, 3)).toEqual({ schema: 3, one: true, two: true });
});
