import { describe, expect, it } from 'vitest';
import { parseArguments, UsageError } from './arguments';
import { pageSet } from './convert-arguments';

const convert = (...more: string[]) => parseArguments(['convert', 'in', '--out', 'out', ...more]);

describe('parseArguments', () => {
  it('knows its defaults', () => {
    expect(convert()).toMatchObject({
      command: 'convert',
      paths: ['in'],
      out: 'out',
      formats: ['md'],
      model: 'lines',
      existingText: 'read',
      keep: ['footnote'],
      onExists: 'rename',
    });
  });

  it.each([
    [['frobnicate'], /no command "frobnicate"/],
    [['convert', '--out', 'out'], /at least one file or folder/],
    [['convert', 'in'], /needs --out/],
    [['convert', 'in', '--out', ''], /needs --out/],
    [['convert', 'in', '--out', 'out', '--to', 'md,doc'], /--to takes .*; not "doc"/],
    [['convert', 'in', '--out', 'out', '--to', ','], /--to is empty/],
    [['convert', 'in', '--out', 'out', '--weights', 'int2'], /--weights takes .*; not "int2"/],
    [['convert', 'in', '--out', 'out', '--keep', 'heads'], /--keep takes .*; not "heads"/],
    [['convert', 'in', '--out', 'out', '--existing-text', 'perhaps'], /--existing-text takes/],
    [['convert', 'in', '--out', 'out', '--on-exists', 'ask'], /--on-exists takes/],
    [['convert', 'in', '--out', 'out', '--pages', '3-1'], /--pages takes/],
    [['convert', 'in', '--out', 'out', '--threads', '0'], /--threads takes/],
    [['convert', 'in', '--out', 'out', '--colour'], /--colour/],
    [['convert', 'in', '--out'], /--out/],
    [['models', 'buy'], /models takes list, check, add/],
    [['models', 'list', 'all'], /list takes nothing more/],
    [['models', 'add'], /add takes one model/],
    [['models', 'add', 'a', 'b'], /add takes one model/],
    [['models', 'add', 'a', '--form', 'b'], /--form/],
    [['models', 'remove'], /remove takes the name/],
    [['models', 'quantise', 'a'], /--bits 8 or --bits 4/],
    [['models', 'quantise', 'a', '--bits', '2'], /--bits 8 or --bits 4/],
  ])('%j is wrong use, in one line', (argv, message) => {
    let caught: unknown;
    try {
      parseArguments(argv);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(UsageError);
    expect(caught).toMatchObject({ message: expect.stringMatching(message) });
    expect(caught).toMatchObject({ message: expect.not.stringContaining('\n') });
  });

  it('asks for help wherever it stands', () => {
    for (const argv of [
      [],
      ['help'],
      ['-h'],
      ['convert', '--help'],
      ['convert', '-h'],
      ['models', '--help'],
    ]) {
      expect(parseArguments(argv)).toEqual({ command: 'help' });
    }
  });

  it('takes names of files that begin with a dash after --', () => {
    expect(parseArguments(['convert', '--out', 'out', '--', '--strange.png'])).toMatchObject({
      paths: ['--strange.png'],
    });
  });
});

describe('pageSet', () => {
  it('reads lists and ranges', () => {
    expect([...pageSet('1-3, 7,7,2')].sort()).toEqual([1, 2, 3, 7]);
    for (const wrong of ['0', 'x', '1-', '-3', '1--3', '1.5', '', '1-9999999']) {
      expect(() => pageSet(wrong), wrong).toThrow(UsageError);
    }
  });
});

describe('double pages', () => {
  it('takes where double pages are cut', () => {
    const spreadsOf = (...more: string[]): unknown => {
      const parsed = convert('--spreads', ...more);
      return parsed.command === 'convert' ? parsed.spreads : undefined;
    };
    expect(spreadsOf()).toBe('left-first');
    expect(spreadsOf('--spread-cut', '48', '--spread-order', 'right-first')).toBe('right-first 48');
    for (const cut of ['4', '96', '48.5', 'middle', '']) {
      expect(() => spreadsOf('--spread-cut', cut)).toThrow('--spread-cut takes auto');
    }
  });
});
