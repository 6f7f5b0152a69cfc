/** Glyphs in pdf.js's drawing operations, and which fonts leave their meaning to guessing. */
import type { PDFPageProxy } from 'pdfjs-dist';

export interface Glyph {
  readonly unicode: string;
  /** The character in pdf.js's own rebuilt font. */
  readonly fontChar: string;
}

/** The glyphs of a piece of text; numbers between them are only spacing. */
export function glyphsOf(list: unknown): Glyph[] {
  return Array.isArray(list) ? list.filter(isGlyph) : [];
}

function isGlyph(value: unknown): value is Glyph {
  return (
    typeof value === 'object' &&
    value !== null &&
    'unicode' in value &&
    'fontChar' in value &&
    typeof value.unicode === 'string' &&
    typeof value.fontChar === 'string'
  );
}

/** Finds the fonts in which no character differs from its code. */
export class FontCodes {
  private readonly same = new Map<string, boolean>();
  private readonly codes = new Map<string, Map<number, number>>();

  constructor(private readonly page: PDFPageProxy) {}

  add(font: string, glyphs: readonly Glyph[]): void {
    for (const { unicode, fontChar } of glyphs) {
      if (unicode.trim() === '' || this.same.get(font) === false) continue;
      const drawn = fontChar.codePointAt(0) ?? 0;
      const code = this.codesOf(font).get(drawn) ?? drawn;
      this.same.set(font, unicode.codePointAt(0) === code);
    }
  }

  guessed(): Set<string> {
    return new Set([...this.same].filter(([, same]) => same).map(([font]) => font));
  }

  /** From pdf.js's rebuilt font back to the codes in the file; there because of `fontExtraProperties`. */
  private codesOf(font: string): Map<number, number> {
    const known = this.codes.get(font);
    if (known) return known;
    const codes = new Map<number, number>();
    const { commonObjs } = this.page;
    const loaded: unknown = commonObjs.has(font) ? commonObjs.get(font) : undefined;
    if (typeof loaded === 'object' && loaded !== null && 'toFontChar' in loaded) {
      const { toFontChar } = loaded;
      const pairs: Iterable<[unknown, unknown]> = toFontChar instanceof Map ? toFontChar : [];
      for (const [code, drawn] of pairs) {
        if (typeof drawn === 'number' && typeof code === 'number' && !codes.has(drawn))
          codes.set(drawn, code);
      }
    }
    this.codes.set(font, codes);
    return codes;
  }
}
