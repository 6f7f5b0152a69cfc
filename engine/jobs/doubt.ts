/**
 * Marks that follow from what the line recogniser or a decoder gave. Signals, never percentages for a person.
 *
 * A script or hand that the recogniser does not know shows in two ways: it is unsure of what it gives, or it gives
 * almost nothing for the length of a line, and may be sure of that. Measured on drawn pages (serif, sans and
 * typewriter, 18 and 30 px; English, Portuguese, German, French, Polish, capitals, digits: certainty 0.96 and more, 1.7
 * to 3.2 characters per line height; Greek: 0.67 to 0.89; Russian and Ukrainian: 0 to 0.3 characters per line height)
 * and on scans (print down to Fraktur and typewriter 0.95 and more; nineteenth-century hands 0.25 to 0.8).
 */
import type { Line, PageMark, Region, RegionMark } from '../document';

/** Mean certainty of a line below which its text is in doubt. */
const sure = 0.85;
/** Characters per line height below which most of a line was not read; wide (East Asian) ones count twice. */
const dense = 0.6;
/** Lines shorter than this many line heights say nothing about density. */
const tellingLength = 3;
/** Shares of a region's or page's text, by length of lines, that have to be in doubt. */
const mostOfRegion = 0.5;
const someOfRegion = 0.2;
const muchOfPage = 0.35;
/** A speck on paper is read with little certainty as one or two characters, or as a round or square sign. */
const noise = 0.6;
const noiseLength = 3;
const noiseSign = 0.97;

interface Weighed {
  /** Length of lines in line heights. */
  readonly all: number;
  readonly inDoubt: number;
}

/** A short line without text (a speck) weighs nothing; a long one is something that was not read. */
function weigh(regions: readonly Region[]): Weighed {
  let all = 0;
  let inDoubt = 0;
  for (const region of regions) {
    const reading = lastReading(region);
    if (reading?.mode !== 'ctc') continue;
    for (const line of region.lines) {
      const length = lengthOf(line);
      if (length < tellingLength && (reading.text === '' || !line.text)) continue;
      all += Math.max(1, length);
      if (isInDoubt(line, length)) inDoubt += Math.max(1, length);
    }
  }
  return { all, inDoubt };
}

function isInDoubt({ text = '', confidence = 1 }: Line, length: number): boolean {
  if (text !== '' && confidence < sure) return true;
  return length >= tellingLength && widthOf(text) < dense * length;
}

/** In line heights. */
function lengthOf({ quad, box }: Line): number {
  if (!quad) return box.width / Math.max(1, box.height);
  const [topLeft, topRight, , bottomLeft] = quad;
  const width = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  return width / Math.max(1, Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y));
}

/** Characters but spaces; from the East Asian radicals on they are about twice as wide. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character.trim() !== '') width += character >= '\u2e80' ? 2 : 1;
  }
  return width;
}

function lastReading(region: Region): Region['readings'][number] | undefined {
  return region.readings[region.readings.length - 1];
}

export function doubtfulRegion(region: Region): RegionMark[] {
  const reading = lastReading(region);
  if (reading?.tokens || region.label === 'formula') return [];
  const { all, inDoubt } = weigh([region]);
  if (all === 0 || inDoubt <= someOfRegion * all) return [];
  return [{ kind: inDoubt > mostOfRegion * all ? 'unsupported-script' : 'low-confidence' }];
}

export function doubtfulPage(regions: readonly Region[]): PageMark[] {
  const figures = regions.filter((region) => region.label === 'figure');
  let weighed = weigh(regions.filter((region) => region.label !== 'figure' && region.label !== 'formula'));
  // Writing within a picture matters where the page has no other.
  if (weighed.all === 0) weighed = weigh(figures);
  const hasText = regions.some((region) => (lastReading(region)?.text ?? '').trim() !== '');
  if (weighed.all > 0 && weighed.inDoubt > muchOfPage * weighed.all) return [{ kind: 'unsupported-script' }];
  return hasText || figures.length > 0 ? [] : [{ kind: 'blank' }];
}

/**
 * Takes specks out of the reading: a region whose every line is read with little certainty as very few characters.
 * The lines stay in the region, and the region is marked, so nothing is hidden.
 */
export function withoutNoise(region: Region): Region {
  const last = lastReading(region);
  const texts = region.lines.filter((line) => line.text);
  if (last?.format !== 'plain' || texts.length === 0) return region;
  if (!texts.every(isSpeck)) return region;
  // All that says where something lies in the text goes with it.
  const { doubts: _, tokens: __, spans: ___, ...rest } = last;
  const readings = [...region.readings.slice(0, -1), { ...rest, text: '' }];
  return {
    ...region,
    readings,
    marks: [...region.marks, { kind: 'empty', detail: { code: 'no-text' } }],
  };
}

function isSpeck({ confidence = 1, text = '' }: Line): boolean {
  if (text.length === 1 && !/[\p{L}\p{N}]/u.test(text)) return confidence < noiseSign;
  return text.length <= noiseLength && confidence < noise;
}
