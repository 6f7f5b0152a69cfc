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

  it('cuts \\t written out at the ends', () => {
    expect(cleanOutput(output('\\t\\t A line\\t'), 'text').text).toBe('A line');
    expect(cleanOutput(output('\\text{A} and C:\\\\t'), 'text').text).toBe('\\text{A} and C:\\\\t');
  });

  it('takes a fence off the whole, but not off code', () => {
    expect(cleanOutput(output('```markdown\n# A\n\nB\n```'), 'text').text).toBe('# A\n\nB');
    expect(cleanOutput(output('```html\n<table><tr><td>1</td></tr></table>\n```'), 'table').text).toMatch(
      /^<table>.*<\/table>$/,
    );
    expect(cleanOutput(output('```latex\nx^2'), 'formula').text).toBe('x^2');
    for (const code of ['```python\nx = 1\ny....... = 2\n```', '```md\na\n```\nb\n```md\nc\n```']) {
      expect(cleanOutput(output(code), 'text').text).toBe(code);
    }
  });

  it('shortens leaders, in text only', () => {
    expect(cleanOutput(output('Intake ........ 7\\_\\_\\_\\_\\_\nName: ______'), 'text').text).toBe(
      'Intake ... 7\\_\\_\\_\n\nName: ___',
    );
    expect(cleanOutput(output('1, ......, n'), 'formula').text).toBe('1, ......, n');
    const table = '<table><tr><td>.......</td></tr></table>';
    expect(cleanOutput(output(table), 'table').text).toBe(table);
  });

  it('gives list items Markdown’s form and changes no number', () => {
    for (const [text, expected] of [
      ['•One\n• Two', '- One\n- Two'],
      ['1.First\n2.Second', '1. First\n2. Second'],
      ['(1)First\n(2) Second', '(1) First\n\n(2) Second'],
      ['（a）first', '（a） first'],
      ['1）第一', '1） 第一'],
      ['1.5 kg\n3.14\n1.a', '1.5 kg\n\n3.14\n\n1.a'],
    ]) {
      expect(cleanOutput(output(text ?? ''), 'text').text).toBe(expected);
    }
  });

  it('sets paragraphs apart, but not wrapped lines, rows, formulas and code', () => {
    for (const [text, expected] of [
      ['One.\nTwo.', 'One.\n\nTwo.'],
      ['12 Garden Street\n10115 Berlin', '12 Garden Street\n\n10115 Berlin'],
      ['a line that\nwraps', 'a line that\nwraps'],
      ['an exam-\nple', 'an exam-\nple'],
      ['Intro:\n- a\n- b\nEnd', 'Intro:\n\n- a\n- b\n\nEnd'],
      ['| a |\n| - |\n| 1 |\nAfter', '| a |\n| - |\n| 1 |\n\nAfter'],
      ['$$\nA\nB\n$$', '$$\nA\nB\n$$'],
      ['A\n\nB', 'A\n\nB'],
      ['```\nA\nB\n```', '```\nA\nB\n```'],
    ]) {
      expect(cleanOutput(output(text ?? ''), 'text').text).toBe(expected);
    }
  });

  it('keeps one copy of a passage that was written over and over, and what follows it', () => {
    const line = 'The same line again and again.\n';
    const looped = cleanOutput(output(`Before.\n${line.repeat(90)}After.`), 'text');
    expect(looped.text).toBe('Before.\n\nThe same line again and again.\n\nAfter.');
    expect(looped.repeated).toEqual([expect.objectContaining({ copies: 90 })]);
    // Short texts and few copies are what pages hold.
    const other = Array.from({ length: 500 }, (_, i) => `${i * i} `).join('');
    for (const text of [line.repeat(20), line.repeat(9) + other, 'Total 0 0 0 0\n'.repeat(9) + other]) {
      expect(cleanOutput(output(text), 'text').repeated).toEqual([]);
    }
  });

  it('moves every character’s range along, without gaps', () => {
    const part = fc.constantFrom(
      'a',
      'B',
      '1.',
      '•',
      ' ',
      '\n',
      '.....',
      '<think>',
      '</think>',
      '$$',
      '\\[',
      '```',
      '\\t',
      '|',
    );
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('text', 'formula', 'table'), (parts, task) => {
        const raw = output(parts.join(''));
        const { text, ranges } = cleanOutput(raw, task);
        let place = 0;
        ranges.forEach(({ start, end }, i) => {
          expect(start).toBe(place);
          place = end;
          const kept = text.slice(start, end);
          const isBullet = raw.text[i] === '•' && kept.startsWith('-');
          expect(kept === '' || kept.startsWith(raw.text[i] ?? '') || isBullet).toBe(true);
        });
        expect(place).toBe(text.length);
      }),
    );
  });
});
