import { describe, expect, it } from 'vitest';
import type { Line, Region } from '../document';
import { doubtfulPage, doubtfulRegion, withoutNoise } from './doubt';

const line = (text: string, confidence: number, lengthInHeights: number): Line => ({
  box: { x: 0, y: 0, width: lengthInHeights * 20, height: 20 },
  text,
  confidence,
});

const region = (lines: readonly Line[], mode: 'ctc' | 'existing-text' = 'ctc'): Region => ({
  id: 'r1',
  label: 'text',
  box: { x: 0, y: 0, width: 400, height: 20 * lines.length },
  task: 'text',
  state: 'unchecked',
  lines,
  marks: [],
  readings: [
    {
      id: 'r1-1',
      model: 'lines',
      task: 'text',
      mode,
      format: 'plain',
      text: lines.map(({ text }) => text).join('\n'),
      stop: 'end',
      counters: { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds: 0 },
    },
  ],
  history: [],
});

const kinds = (marks: readonly { kind: string }[]): string[] => marks.map(({ kind }) => kind);
const sure = line('A line of forty characters, all of them.', 0.99, 18);

describe('doubt', () => {
  it('says nothing of what is read with certainty, in capitals, figures or wide characters', () => {
    for (const text of [
      'THE HARBOUR BOOK OF 1874',
      '1 024 3 998,50 0.774',
      '港口的看守人每天早晨打开他的账簿',
    ]) {
      const read = region([line(text, 0.97, 14)]);
      expect([doubtfulRegion(read), doubtfulPage([read])]).toEqual([[], []]);
    }
  });

  it('marks what is read with little certainty, and what is hardly read at all', () => {
    for (const poor of [line('λγο ν ρ πρ τ εν, α ε ν', 0.8, 18), line(', .', 0.98, 18), line('', 0, 18)]) {
      const read = region([poor, poor]);
      expect(kinds(doubtfulRegion(read))).toEqual(['unsupported-script']);
      expect(kinds(doubtfulPage([read]))).toEqual(['unsupported-script']);
    }
  });

  it('marks a page for much of its text, not for one line', () => {
    const poor = region([line('λγο ν ρ πρ τ εν, α ε ν', 0.8, 18)]);
    const good = region([sure, sure, sure]);
    expect(doubtfulPage([good, poor])).toEqual([]);
    expect(kinds(doubtfulPage([good, poor, poor]))).toEqual(['unsupported-script']);
    expect(kinds(doubtfulRegion(region([sure, sure, poor.lines[0]!])))).toEqual(['low-confidence']);
  });

  it('says nothing of what a decoder gave: its words have marks of their own', () => {
    const plain = region([line('λγο ν ρ πρ τ εν, α ε ν', 0.8, 18)]);
    const readings = plain.readings.map((reading) => ({
      ...reading,
      mode: 'self-speculative' as const,
      tokens: [{ id: 1, start: 0, end: 1, round: 1, origin: 'corrected' as const, margin: 0.1 }],
    }));
    expect(doubtfulRegion({ ...plain, readings })).toEqual([]);
  });

  it('leaves no places in the text of a speck, whoever read it', () => {
    const speck = region([line('4', 0.3, 1)]);
    const place = { start: 0, end: 1 };
    const readings = speck.readings.map((reading) => ({
      ...reading,
      tokens: [{ ...place, id: 1, round: 1, origin: 'plain' as const, margin: 0.1 }],
      spans: [{ ...place, code: 'bold' as const }],
      doubts: [{ ...place, grade: 1 as const }],
    }));
    const [read] = withoutNoise({ ...speck, readings }).readings;
    expect(read).toEqual({ ...speck.readings[0], text: '' });
  });

  it('says nothing of text that the file held', () => {
    expect(doubtfulRegion(region([line('a   b', 1, 30)], 'existing-text'))).toEqual([]);
  });

  it('takes specks for paper, and a lone figure or letter for text', () => {
    for (const speck of [line('●', 0.9, 1), line('4', 0.3, 1), line("'.", 0.5, 1.4)]) {
      const read = withoutNoise(region([speck]));
      expect(read.readings[0]!.text).toBe('');
      expect(kinds(read.marks)).toEqual(['empty']);
      expect(read.lines[0]!.text).toBe(speck.text);
      expect(kinds(doubtfulPage([read]))).toEqual(['blank']);
    }
    for (const text of [line('7', 0.99, 1), line('§', 0.99, 1), line('no', 0.7, 1.5)]) {
      expect(withoutNoise(region([text])).readings[0]!.text).toBe(text.text);
    }
    expect(kinds(doubtfulPage([]))).toEqual(['blank']);
  });
});
