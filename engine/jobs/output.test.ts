import { posix } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { freeStem, outputStems } from './output';

/** As the least discerning file systems compare names. */
const folded = (name: string): string => name.normalize('NFD').toLowerCase();

const name = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(
        'scan',
        'Scan',
        'SCAN',
        'é',
        'e\u0301',
        'É',
        'straße',
        'STRASSE',
        'scan (2)',
        'a.b',
        'ø 🔥',
      ),
      fc
        .constantFrom('x', '文')
        .chain((unit) => fc.integer({ min: 60, max: 80 }).map((n) => unit.repeat(n * 3))),
      fc.string({ minLength: 1, maxLength: 6 }).map((text) => text.replace(/[/\0]/g, '_')),
    ),
    fc.constantFrom('.png', '.PNG', '.jpg', '.tiff', '', '.pdf '),
  )
  .map(([stem, ending]) => (/^\.{1,2}$/.test(stem + ending) ? 'dot' : stem + ending));
const paths = fc.array(
  fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
  {
    maxLength: 12,
  },
);

describe('outputStems', () => {
  it('gives different stems wherever case and normalisation do not count', () => {
    fc.assert(
      fc.property(paths, (list) => {
        const stems = outputStems(list).map(folded);
        expect(new Set(stems).size).toBe(list.length);
      }),
      { numRuns: 150 },
    );
  });

  it('keeps every source in its folder, fits its ending into a file name, and is stable', () => {
    fc.assert(
      fc.property(paths, (list) => {
        const stems = outputStems(list);
        expect(outputStems([...list])).toEqual(stems);
        stems.forEach((stem, index) => {
          expect(posix.dirname(stem)).toBe(posix.dirname(list[index]!));
          expect(Buffer.byteLength(`${posix.basename(stem)}.docx`)).toBeLessThanOrEqual(255);
          expect(posix.basename(stem)).not.toBe('');
        });
      }),
      { numRuns: 150 },
    );
  });

  it('X07: files of one name with different endings keep them', () => {
    expect(outputStems(['a/scan.png', 'b/scan.png', 'a/scan.jpg'])).toEqual([
      'a/scan.png',
      'b/scan',
      'a/scan.jpg',
    ]);
    expect(outputStems(['scan.png', 'Scan.PNG', 'other.png'])).toEqual(['scan', 'Scan (2)', 'other']);
  });

  it('X06: names stay as they are', () => {
    const long = `${'n'.repeat(196)}.png`;
    expect(outputStems(['Scans 🔥 ü 文档/ø.png', long, 'blank .png', 'no ending', 'Dr. Smith'])).toEqual([
      'Scans 🔥 ü 文档/ø',
      'n'.repeat(196),
      'blank ',
      'no ending',
      'Dr. Smith',
    ]);
  });
});

describe('freeStem', () => {
  let place: Workplace;
  beforeEach(async () => {
    place = await makeWorkplace();
  });
  afterEach(() => place.remove());

  it('finds a number that is free for all formats of a document', async () => {
    await place.put('a.md', '');
    await place.put('a (2).html', '');
    expect(await freeStem(place.folder, 'a', ['md', 'html'])).toBe('a (3)');
    expect(await freeStem(place.folder, 'a', ['tex'])).toBe('a');
  });
});
