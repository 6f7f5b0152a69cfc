import { describe, expect, it } from 'vitest';
import type { PlacedPicture } from './page-operators';
import { chooseDpi, scanResolution } from './resolution';

const picture = (dpi: number, coverage: number): PlacedPicture => ({
  id: 'x',
  width: 1,
  height: 1,
  dpi,
  coverage,
});

describe('resolution of a scanned page', () => {
  it('is that of the one picture', () => {
    expect(scanResolution([picture(240, 1)])).toBe(240);
  });

  it('is that of its strips', () => {
    expect(scanResolution(Array.from({ length: 50 }, () => picture(300, 0.02)))).toBe(300);
  });

  it('is that of the fine mask over a coarse background, not of a small logo', () => {
    expect(scanResolution([picture(100, 1), picture(300, 0.95), picture(1200, 0.01)])).toBe(300);
  });

  it('is unknown where pictures leave room for print', () => {
    expect(scanResolution([picture(300, 0.4)])).toBeUndefined();
    expect(scanResolution([])).toBeUndefined();
  });
});

describe('choice', () => {
  it('is 200 for digital pages and within 150–300 for scans of letter size', () => {
    expect(chooseDpi([], 612, 792)).toBe(200);
    expect(chooseDpi([picture(72, 1)], 612, 792)).toBe(150);
    expect(chooseDpi([picture(220, 1)], 612, 792)).toBe(220);
    expect(chooseDpi([picture(2400, 1)], 612, 792)).toBe(300);
  });

  it('gives stamp-sized scans their pixels, up to 2,400 along the longer side', () => {
    expect(chooseDpi([picture(2400, 1)], 72, 72)).toBe(2400);
    expect(chooseDpi([picture(2400, 1)], 144, 72)).toBe(1200);
  });
});
