import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit } from './edits';
import { turnPage } from './page-surgery';
import { mapBoxToSource } from './page-transform';
import { printedLines, sketchDocument, sketchReading } from './test-documents';
import type { Page } from './types';

const page = fc
  .record({
    x: fc.integer({ min: 0, max: 500 }),
    y: fc.integer({ min: 0, max: 700 }),
    width: fc.integer({ min: 1, max: 300 }),
    height: fc.integer({ min: 1, max: 300 }),
  })
  .map((box): Page => {
    const [sketched] = sketchDocument([
      [
        {
          label: 'text',
          box,
          lines: printedLines(['one', 'two'], box.x, box.y),
          readings: [sketchReading('a', 'one\ntwo')],
          correction: { text: 'mine', format: 'plain' },
        },
      ],
    ]).pages;
    if (!sketched) throw new Error('no page');
    const transform = { ...sketched.transform, sourceWidth: 1000, sourceHeight: 1400, scale: 1 };
    return { ...sketched, width: 1000, height: 1400, transform };
  });
const turns = fc.constantFrom<0 | 1 | 2 | 3>(0, 1, 2, 3);

describe('O11: a page turned by hand', () => {
  it('keeps every region at the same place of the source, with its texts', () => {
    fc.assert(
      fc.property(page, turns, (before, quarterTurns) => {
        const after = turnPage(before, { quarterTurns, skewDegrees: 0 });
        expect([after.width, after.height]).toEqual(quarterTurns % 2 === 0 ? [1000, 1400] : [1400, 1000]);
        const [old] = before.regions;
        const [now] = after.regions;
        if (!old || !now) throw new Error('no region');
        expect(mapBoxToSource(now.box, after.transform)).toEqual(mapBoxToSource(old.box, before.transform));
        now.lines.forEach((line, index) => {
          const was = old.lines[index];
          if (was)
            expect(mapBoxToSource(line.box, after.transform)).toEqual(
              mapBoxToSource(was.box, before.transform),
            );
        });
        expect(now.correction).toEqual(old.correction);
        expect(now.readings).toEqual(old.readings);
        expect(turnPage(after, { quarterTurns: 0, skewDegrees: 0 }).regions).toEqual(before.regions);
      }),
    );
  });

  it('straightened and back is as before, and boxes do not grow', () => {
    fc.assert(
      fc.property(page, fc.double({ min: -20, max: 20, noNaN: true }), (before, skewDegrees) => {
        const after = turnPage(before, { quarterTurns: 0, skewDegrees });
        const back = turnPage(after, { quarterTurns: 0, skewDegrees: 0 });
        expect([back.width, back.height]).toEqual([before.width, before.height]);
        before.regions.forEach((old, index) => {
          const now = back.regions[index]?.box;
          for (const side of ['x', 'y', 'width', 'height'] as const)
            expect(now?.[side]).toBeCloseTo(old.box[side], 6);
          expect(after.regions[index]?.box.width).toBe(old.box.width);
        });
      }),
    );
  });

  it('is one step of undo, and a page that was never opened is refused', () => {
    const document = sketchDocument([[{ label: 'text', text: 'words' }]]);
    const [first] = document.pages;
    if (!first) throw new Error('no page');
    const edit = { kind: 'transform-page', pageId: first.id, quarterTurns: 1, skewDegrees: 0.5 } as const;
    const { document: turned, inverse } = applyEdit(document, edit, 'now');
    expect(turned.pages[0]?.transform).toMatchObject({ quarterTurns: 1, skewDegrees: 0.5, byHand: true });
    expect(applyEdit(turned, inverse, 'later').document).toEqual(document);
    const unopened = { ...document, pages: [{ ...first, width: 0, height: 0 }] };
    expect(() => applyEdit(unopened, edit, 'now')).toThrow('not been opened');
  });
});
