import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanOutput } from './output-text';

/** One range per character. */
const output = (text: string) => ({
  text,
  ranges: [...text].map((_, start) => ({ start, end: start + 1 })),
});

describe('cleanOutput', () => {
  it('takes out thoughts and blanks at the ends', () => {
    expect(cleanOutput(output(' <think>hm\n</think>\n\nThe text. \n'), 'text').text).toBe('The text.');
    expect(cleanOutput(output('cut <think>off'), 'text').text).toBe('cut');
  });

  it('takes the brackets off a formula only', () => {
    expect(cleanOutput(output('$$ x^2 $$'), 'formula').text).toBe('x^2');
    expect(cleanOutput(output('\\[\\theta\\]'), 'formula').text).toBe('\\theta');
    expect(cleanOutput(output('$$x'), 'formula').text).toBe('x');
    expect(cleanOutput(output('$$'), 'formula').text).toBe('');
    expect(cleanOutput(output('$$ x $$'), 'text').text).toBe('$$ x $$');
  });

  it('keeps LaTeX commands that begin with \\t', () => {
    for (const text of ['\\theta + 1', '\\text{kg}', '1 = \\tau']) {
      expect(cleanOutput(output(text), 'formula').text).toBe(text);
    }
  });

  it('moves every kept character’s range along', () => {
    const part = fc.constantFrom('a', 'b', ' ', '\n', '<think>', '</think>', '$$', '\\[');
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('text', 'formula'), (parts, task) => {
        const raw = output(parts.join(''));
        const { text, ranges } = cleanOutput(raw, task);
        ranges.forEach(({ start, end }, i) => {
          const kept = text.slice(start, end);
          expect(kept === '' || kept === raw.text[i]).toBe(true);
        });
        expect(ranges.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(text.length);
      }),
    );
  });
});
