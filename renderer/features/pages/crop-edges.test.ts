import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxOfEdges,
  type CropEdges,
  dragged,
  edgeNames,
  edgesOfBox,
  gripAt,
  moveEdge,
  wholePage,
} from './crop-edges';

const share = fc.double({ min: -0.5, max: 1.5, noNaN: true });
const point = fc.record({ x: share, y: share });
const grip = fc.constantFrom<Parameters<typeof dragged>[1]>(
  'new',
  'frame',
  { edges: ['left'] },
  { edges: ['right', 'bottom'] },
  { edges: ['top'] },
);
const isFrame = ({ left, top, right, bottom }: CropEdges): boolean =>
  left >= 0 &&
  top >= 0 &&
  right <= 1 + 1e-9 &&
  bottom <= 1 + 1e-9 &&
  right - left > 0.019 &&
  bottom - top > 0.019;

describe('the frame of a crop', () => {
  it('stays on the page and never closes, however it is dragged', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(grip, point, point), { maxLength: 8 }), (drags) => {
        const edges = drags.reduce((now, [by, from, to]) => dragged(now, by, from, to), wholePage);
        expect(isFrame(edges)).toBe(true);
      }),
    );
  });

  it('gives a box of whole pixels, and the box gives the frame back', () => {
    const sizes = fc.record({
      width: fc.integer({ min: 100, max: 5000 }),
      height: fc.integer({ min: 100, max: 5000 }),
    });
    fc.assert(
      fc.property(sizes, point, point, (size, from, to) => {
        const box = boxOfEdges(dragged(wholePage, 'new', from, to), size);
        if (!box) return;
        expect(Object.values(box).every(Number.isInteger)).toBe(true);
        expect(boxOfEdges(edgesOfBox(box, size), size)).toEqual(box);
      }),
    );
    expect(boxOfEdges(wholePage, { width: 1000, height: 700 })).toBeUndefined();
  });

  it('is taken by its edges, its corners and its middle; elsewhere a new one begins', () => {
    const edges = { left: 0.2, top: 0.2, right: 0.8, bottom: 0.8 };
    const reach = { x: 0.02, y: 0.02 };
    expect(gripAt(edges, { x: 0.21, y: 0.5 }, reach)).toEqual({ edges: ['left'] });
    expect(gripAt(edges, { x: 0.79, y: 0.81 }, reach)).toEqual({ edges: ['right', 'bottom'] });
    expect(gripAt(edges, { x: 0.5, y: 0.5 }, reach)).toBe('frame');
    expect(gripAt(edges, { x: 0.1, y: 0.5 }, reach)).toBe('new');
    expect(gripAt(wholePage, { x: 0.5, y: 0.5 }, reach)).toBe('new');
  });

  it('moves an edge by keys no further than the one across', () => {
    for (const edge of edgeNames) {
      for (const to of [-3, 0.5, 4, Number.NaN]) expect(isFrame(moveEdge(wholePage, edge, to))).toBe(true);
    }
    expect(moveEdge(wholePage, 'left', 0.1).left).toBe(0.1);
  });
});
