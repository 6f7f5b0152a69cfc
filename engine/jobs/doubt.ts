/** Marks that follow from how sure the line recogniser was. Signals, never percentages for a person. */
import type { PageMark, Region, RegionMark } from '../document';

/** Below this mean certainty a text is probably a script or hand that the model does not know. */
const unknownScript = 0.8;
const doubtful = 0.88;
/** A mark on paper that is no text is read with little certainty, as one or two characters. */
const noise = 0.55;

function certainty(region: Region): { sum: number; characters: number } {
  let sum = 0;
  let characters = 0;
  for (const line of region.lines) {
    if (!line.text || line.confidence === undefined) continue;
    sum += line.confidence * line.text.length;
    characters += line.text.length;
  }
  return { sum, characters };
}

export function doubtfulRegion(region: Region): RegionMark[] {
  const { sum, characters } = certainty(region);
  if (characters < 3) return [];
  const mean = sum / characters;
  if (mean < unknownScript) return [{ kind: 'unsupported-script' }];
  return mean < doubtful ? [{ kind: 'low-confidence' }] : [];
}

export function doubtfulPage(regions: readonly Region[]): PageMark[] {
  const text = regions.filter((region) => region.label !== 'figure' && region.label !== 'formula');
  const all = text.map(certainty);
  const characters = all.reduce((total, part) => total + part.characters, 0);
  if (characters === 0) return regions.some((region) => region.label === 'figure') ? [] : [{ kind: 'blank' }];
  const mean = all.reduce((total, part) => total + part.sum, 0) / characters;
  const inDoubt = text.filter((region) => region.marks.some((mark) => mark.kind === 'unsupported-script'));
  const share = inDoubt.reduce((total, region) => total + certainty(region).characters, 0) / characters;
  if (mean < doubtful || share > 0.3)
    return [{ kind: 'unsupported-script', note: 'script or hand not supported?' }];
  return [];
}

/**
 * Takes specks out of the reading: a region whose every line is read with little certainty as very few characters.
 * The lines stay in the region, and the region is marked, so nothing is hidden.
 */
export function withoutNoise(region: Region): Region {
  const last = region.readings[region.readings.length - 1];
  const texts = region.lines.filter((line) => line.text);
  if (!last || last.format !== 'plain' || texts.length === 0) return region;
  const isNoise = texts.every((line) => (line.confidence ?? 1) < noise && (line.text ?? '').length <= 3);
  if (!isNoise) return region;
  const readings = [...region.readings.slice(0, -1), { ...last, text: '' }];
  return {
    ...region,
    readings,
    marks: [...region.marks, { kind: 'empty', note: 'A mark that is probably no text.' }],
  };
}
