/** Small documents for tests, by saying only what matters. Not used by the application. */
import { type RegionLabel, taskOf } from './labels';
import type { Document, Line, Page, Reading, Region, TextFormat } from './types';

export interface RegionSketch extends Partial<Omit<Region, 'label' | 'readings' | 'lines'>> {
  readonly label: RegionLabel;
  readonly text?: string;
  readonly format?: TextFormat;
  readonly lines?: readonly Line[];
  readonly readings?: readonly Reading[];
}

export function sketchReading(id: string, text: string, format: TextFormat = 'plain'): Reading {
  return {
    id,
    model: 'lines',
    task: format === 'latex' ? 'formula' : format === 'table-html' ? 'table' : 'text',
    mode: 'ctc',
    format,
    text,
    stop: 'end',
    counters: { rounds: 0, forwards: 1, drafted: 0, accepted: 0, tokens: text.length, milliseconds: 1 },
  };
}

/** Regions stand one below the other unless they have boxes. */
export function sketchDocument(pages: readonly (readonly RegionSketch[])[]): Document {
  return {
    schema: 1,
    id: 'document-1',
    source: {
      name: 'sample.png',
      path: '/samples/sample.png',
      bytes: 1000,
      sha256: 'a'.repeat(64),
      mediaType: 'image/png',
      pageCount: pages.length,
    },
    pages: pages.map((regions, index) => sketchPage(index + 1, regions)),
    models: [{ id: 'lines', name: 'PP-OCRv6 lines', version: '6', sha256: 'b'.repeat(64) }],
    errors: [],
  };
}

function sketchPage(number: number, regions: readonly RegionSketch[]): Page {
  return {
    id: `page-${number}`,
    number,
    width: 1654,
    height: 2339,
    dpi: 200,
    space: 'page-pixels-top-left',
    transform: { sourceWidth: 1654, sourceHeight: 2339, scale: 1, quarterTurns: 0, skewDegrees: 0 },
    existingText: { found: 'none', characters: 0, used: false },
    status: 'done',
    marks: [],
    regions: regions.map((sketch, index) =>
      sketchRegion(`page-${number}-region-${index + 1}`, index, sketch),
    ),
    excluded: false,
  };
}

function sketchRegion(id: string, index: number, sketch: RegionSketch): Region {
  const { text, format, ...rest } = sketch;
  return {
    id,
    box: { x: 150, y: 100 + index * 110, width: 1300, height: 100 },
    task: taskOf(sketch.label),
    state: 'unchecked',
    lines: [],
    marks: [],
    readings: text === undefined ? [] : [sketchReading(`${id}-reading`, text, format)],
    history: [],
    ...rest,
  };
}

/**
 * Lines of 10-pixel characters, 40 pixels apart, in a column of the longest line's width. Leading blanks of a line
 * are its indent.
 */
export function printedLines(texts: readonly string[], left = 150, top = 100): Line[] {
  return texts.map((text, index) => {
    const indent = text.length - text.trimStart().length;
    const trimmed = text.trim();
    return {
      box: { x: left + indent * 10, y: top + index * 40, width: trimmed.length * 10, height: 30 },
      text: trimmed,
    };
  });
}
