import { describe, expect, it } from 'vitest';
import { signOf } from './table-tags';

describe('signOf', () => {
  it('shows cells by their borders, with what they span', () => {
    expect(signOf('<td>')).toBe('│');
    expect(signOf('<th>')).toBe('┃');
    expect(signOf('<td colspan="3">')).toBe('│↔3 ');
    expect(signOf('<th colspan="2" rowspan="4">')).toBe('┃↔2 ↕4 ');
  });

  it('begins a line with each row', () => {
    expect(signOf('<tr>')).toBe('\n');
  });

  it('leaves everything else as it is', () => {
    for (const text of ['td', '<', '<b>', '<td', ' <td>', '<td onclick="x">', '']) {
      expect(signOf(text)).toBeUndefined();
    }
  });
});
