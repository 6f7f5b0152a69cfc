/**
 * Second look at labels once the text is known: page numbers, captions, footnotes, lists, running headers.
 * Only labels change; no text is touched.
 */
import { bottom } from '../base/geometry';
import { type Region, type RegionLabel, taskOf } from '../document';
import { median } from './fragments';

const pageNumberPattern =
  /^(?:[-–—·•([]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–—·•)\]]?|(?:page|p\.|seite|página|pag\.|pág\.|pagina)\s*\d{1,4}(?:\s*(?:of|\/|von|de|di|sur)\s*\d{1,4})?|第\s*\d+\s*页|\d{1,4}\s*\/\s*\d{1,4})$/i;
// A sentence may begin with "Table 1 gives"; a caption goes on with a stop, a new line or a capital.
const captionPattern =
  /^(?:[Ff]ig(?:ure|ura|\.)|FIG(?:URE|URA|\.)|T(?:able|ab\.|abelle?|abela|abla|ABLE|ABELA|ABLA)|[Aa]bb(?:ildung|\.)|图|表|Plate|Scheme|Chart)\s*\d+(?:\s*[.:：–—-]|\s*$|\s*\n|\s+[\p{Lu}\p{Lo}])/u;
const listPattern = /^(?:[•●▪■◦‣∙·*]|[-–—]\s|\(?\d{1,2}[.)]\s|\(?[a-z][.)]\s)/;
const footnotePattern = /^(?:\d{1,3}|[*†‡§]{1,3}|\(\d{1,2}\)|\[\d{1,2}\])(?:[\s.)]|(?=\p{Lu}))/u;

export function refineLabels(
  regions: readonly Region[],
  page: { readonly width: number; readonly height: number },
): Region[] {
  const heights = regions
    .filter((region) => region.label === 'text')
    .flatMap((region) => region.lines.map((line) => line.box.height));
  const body = median(heights);
  const relabelled = regions.map((region) => {
    const label = refined(region, body, page, regions);
    return label === region.label ? region : { ...region, label, task: taskOf(label) };
  });
  return moveFurniture(relabelled);
}

function refined(
  region: Region,
  body: number,
  page: { readonly height: number },
  all: readonly Region[],
): RegionLabel {
  if (region.task !== 'text' || region.label === 'formula-number') return region.label;
  const text = (region.readings[region.readings.length - 1]?.text ?? '').trim();
  const lines = text.split('\n');
  const inMargin = region.box.y < page.height * 0.1 || bottom(region.box) > page.height * 0.9;
  if (inMargin && lines.length === 1 && pageNumberPattern.test(text)) return 'page-number';
  if (region.label === 'text' || region.label === 'caption') {
    if (
      lines.length <= 6 &&
      captionPattern.test(text) &&
      all.some((other) => other.label === 'figure' || other.label === 'table')
    ) {
      return 'caption';
    }
  }
  if (region.label !== 'text') return region.label;
  const height = median(region.lines.map((line) => line.box.height));
  const below = all.some(
    (other) =>
      other !== region &&
      other.label === 'text' &&
      other.box.y >= bottom(region.box) &&
      overlapsX(other, region),
  );
  if (region.box.y > page.height * 0.6 && height < 0.88 * body && footnotePattern.test(text) && !below)
    return 'footnote';
  const marked = lines.filter((line) => listPattern.test(line)).length;
  if (marked >= 2 || (marked === 1 && /^[•●▪■◦‣∙]/.test(text))) return 'list';
  return region.label;
}

function overlapsX(a: Region, b: Region): boolean {
  return Math.min(a.box.x + a.box.width, b.box.x + b.box.width) > Math.max(a.box.x, b.box.x);
}

/** What stands in the upper margin is read first, what stands in the lower one last, each from the top left. */
function moveFurniture(regions: readonly Region[]): Region[] {
  const furniture = ['header', 'footer', 'page-number'];
  const middle = median(regions.map((region) => region.box.y));
  const isFurniture = (region: Region): boolean => furniture.includes(region.label);
  const isHead = (region: Region): boolean =>
    region.label === 'header' || (region.label === 'page-number' && region.box.y < middle);
  const byPlace = (a: Region, b: Region): number => {
    const level = Math.abs(a.box.y - b.box.y) < 0.6 * Math.min(a.box.height, b.box.height);
    return level ? a.box.x - b.box.x : a.box.y - b.box.y;
  };
  return [
    ...regions.filter((region) => isFurniture(region) && isHead(region)).sort(byPlace),
    ...regions.filter((region) => !isFurniture(region)),
    ...regions.filter((region) => isFurniture(region) && !isHead(region)).sort(byPlace),
  ];
}
