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
      count: 100,
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

  it('takes a full-size folder for decode, and what a child of it measures', () => {
    expect(parseArguments(['decode', '--full-size', '/big'], '/set')).toEqual({
      command: 'decode',
      threads: 2,
      fullSize: '/big',
    });
    const child = ['forwards', '--full-size', '/big', '--weights', 'int8', '--rows', '1,17'];
    expect(parseArguments(child, '/set')).toMatchObject({ weights: 'int8', rows: [1, 17] });
  });

  it('takes parts of nano, drawn tables only with their folder', () => {
    expect(parseArguments(['nano'], '/set')).toEqual({
      command: 'nano',
      items: [],
      corpus: '/set',
      threads: 2,
      parts: ['quality', 'decoding'],
    });
    expect(parseArguments(['nano', '--drawn-tables', '/drawn'], '/set')).toMatchObject({
      parts: ['quality', 'decoding', 'drawn'],
      drawnTables: '/drawn',
    });
    const some = ['nano', '--drawn-tables', '/drawn', '--parts', 'drawn,quality'];
    expect(parseArguments(some, '/set')).toMatchObject({ parts: ['quality', 'drawn'] });
  });

  it.each([
    [['nano', '--parts', 'drawn']],
    [['nano', '--parts', 'quality,speed']],
    [['nano', '--parts', '']],
    [['forwards', '--weights', 'int8']],
    [['forwards', '--full-size', '/big', '--weights', 'int2']],
    [['forwards', '--full-size', '/big', '--rows', 'none']],
    [[]],
    [['speed']],
    [['pages', 'quality']],
    [['pages', '--threads', 'two']],
    [['pages', '--fast']],
  ])('refuses %j', (argv) => {
    expect(() => parseArguments(argv, '/set')).toThrow(UsageError);
  });
});
