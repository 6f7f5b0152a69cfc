import { describe, expect, it } from 'vitest';
import { parseArguments, UsageError } from './arguments';

describe('arguments of the bench', () => {
  it('has the defaults that make runs comparable', () => {
    expect(parseArguments(['quality'], '/set')).toEqual({
      command: 'quality',
      items: [],
      corpus: '/set',
      threads: 2,
      peers: false,
    });
  });

  it('takes options anywhere', () => {
    const parsed = parseArguments(
      ['--peers', 'pages', '--items', 'a,b', '--threads', '1', '--model', 'lines'],
      '/set',
    );
    expect(parsed).toMatchObject({
      command: 'pages',
      items: ['a', 'b'],
      threads: 1,
      peers: true,
      model: 'lines',
    });
  });

  it.each([
    [[]],
    [['speed']],
    [['pages', 'quality']],
    [['pages', '--threads', 'two']],
    [['pages', '--fast']],
  ])('refuses %j', (argv) => {
    expect(() => parseArguments(argv, '/set')).toThrow(UsageError);
  });
});
