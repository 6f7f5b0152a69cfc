/** The text that a PDF page holds: runs with their places in the raster, and how far it can stand for the page. */
import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import { type Box, boxOfQuad, clampBox, type Point } from '../../base/geometry';
import type { ExistingText } from '../../document';
import type { PageText, TextRun } from '../types';
import type { PageDrawing } from './page-operators';
import { readsAsText } from './text-sanity';

/** The part of pdf.js's text content that is used. */
interface TextItem {
  readonly str: string;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
  readonly fontName: string;
}

interface TextStyle {
  readonly ascent?: number | null;
  readonly descent?: number | null;
  readonly vertical?: boolean;
}

const usualAscent = 0.9;
const usualDescent = -0.22;

/** Pictures over this much of the page may hold the text that matters. */
const pictureShare = 0.5;
/** On such a page, fewer visible characters than this are a header, footer or stamp. */
const fewCharacters = 400;
/** Pages with many drawn shapes and next to no text have their letters drawn as outlines. */
const outlined = { paths: 500, characters: 100 } as const;
/** Above this share of characters without meaning, none of the page's text is used. */
const mostMeaningless = 0.2;

const countCharacters = (text: string): number => text.replace(/\s+/g, '').length;

export async function readPageText(
  page: PDFPageProxy,
  viewport: PageViewport,
  drawing: PageDrawing,
): Promise<PageText> {
  const { items: all, styles } = await page.getTextContent({ disableNormalization: true });
  const items: TextItem[] = [];
  for (const item of all) if ('str' in item && countCharacters(item.str) > 0) items.push(item);
  const characters = items.reduce((sum, { str }) => sum + countCharacters(str), 0);
  const meaningless = charactersWithoutMeaning(items, drawing);
  if (characters > 0 && meaningless / characters > mostMeaningless) {
    const unusable =
      'The PDF holds text, but its fonts do not say which characters they show. The page is read from its picture.';
    return { existing: { found: 'none', characters, used: false }, unusable, runs: [] };
  }
  const hidden = hiddenItems(items, drawing);
  const runs: TextRun[] = [];
  let hiddenCharacters = 0;
  items.forEach((item, i) => {
    const box = clampBox(boxOf(item, styles[item.fontName], viewport), viewport.width, viewport.height);
    if (box.width === 0 || box.height === 0) return;
    const isHidden = hidden[i] ?? false;
    if (isHidden) hiddenCharacters += countCharacters(item.str);
    const fontSize =
      Math.hypot(item.transform[2] ?? 0, item.transform[3] ?? 0) * viewport.scale * viewport.userUnit;
    runs.push({ text: item.str, box, hidden: isHidden, fontSize });
  });
  const shown = runs.reduce((sum, { text }) => sum + countCharacters(text), 0);
  return { existing: classify(shown, hiddenCharacters, drawing), runs };
}

function classify(characters: number, hidden: number, { pictures, paths }: PageDrawing): ExistingText {
  const covered = pictures.reduce((sum, picture) => sum + picture.coverage, 0);
  const visible = characters - hidden;
  const result = (found: ExistingText['found']): ExistingText => ({ found, characters, used: false });
  if (characters === 0) return result('none');
  if (hidden > visible) return result('hidden');
  if (covered >= pictureShare && visible < fewCharacters) return result('partial');
  if (paths >= outlined.paths && visible < outlined.characters) return result('partial');
  return result('full');
}

/** Characters in fonts without a usable map to Unicode, and characters that are none. */
function charactersWithoutMeaning(items: readonly TextItem[], { guessedFonts }: PageDrawing): number {
  const byFont = new Map<string, string[]>();
  for (const { fontName, str } of items) {
    const texts = byFont.get(fontName);
    if (texts) texts.push(str);
    else byFont.set(fontName, [str]);
  }
  let count = 0;
  for (const [font, texts] of byFont) {
    const text = texts.join(' ');
    if (guessedFonts.has(font) && !readsAsText(text)) count += countCharacters(text);
    else count += (text.match(/[\p{Co}\p{Cn}\p{Cc}\uFFFD]/gu) ?? []).length;
  }
  return count;
}

/**
 * pdf.js's text items do not say whether they are visible, its drawing operations do. Both come in the same order
 * and with the same characters, so they are laid side by side by count.
 */
function hiddenItems(items: readonly TextItem[], { text: drawn }: PageDrawing): boolean[] {
  const hiddenCount = drawn.reduce((sum, run) => sum + (run.hidden ? run.text.length : 0), 0);
  const drawnCount = drawn.reduce((sum, run) => sum + run.text.length, 0);
  if (hiddenCount === 0 || hiddenCount === drawnCount) return items.map(() => hiddenCount > 0);
  const flags = new Uint8Array(drawnCount);
  let filled = 0;
  for (const run of drawn) {
    if (run.hidden) flags.fill(1, filled, filled + run.text.length);
    filled += run.text.length;
  }
  let at = 0;
  return items.map(({ str }) => {
    const length = countCharacters(str);
    let hiddenHere = 0;
    for (let i = at; i < at + length; i++) hiddenHere += flags[i] ?? 0;
    at += length;
    return hiddenHere * 2 > length;
  });
}

function boxOf(item: TextItem, style: TextStyle | undefined, viewport: PageViewport): Box {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = item.transform;
  const size = Math.hypot(c, d) || 1;
  const upX = c / size;
  const upY = d / size;
  if (style?.vertical) {
    // Vertical writing runs down from the origin, which lies in the middle of the column.
    const half = Math.hypot(a, b) / 2;
    return boxAround(viewport, [
      [x - half, y],
      [x + half, y],
      [x + half - upX * item.height, y - upY * item.height],
      [x - half - upX * item.height, y - upY * item.height],
    ]);
  }
  const length = Math.hypot(a, b) || 1;
  const alongX = (a / length) * item.width;
  const alongY = (b / length) * item.width;
  const above = (style?.ascent || usualAscent) * size;
  const below = (style?.descent || usualDescent) * size;
  const lowX = x + upX * below;
  const lowY = y + upY * below;
  const highX = x + upX * above;
  const highY = y + upY * above;
  return boxAround(viewport, [
    [highX, highY],
    [highX + alongX, highY + alongY],
    [lowX + alongX, lowY + alongY],
    [lowX, lowY],
  ]);
}

type Corner = readonly [number, number];

function boxAround(viewport: PageViewport, corners: readonly [Corner, Corner, Corner, Corner]): Box {
  const toPoint = ([x, y]: Corner): Point => {
    const [px = 0, py = 0] = viewport.convertToViewportPoint(x, y);
    return { x: px, y: py };
  };
  const [first, second, third, fourth] = corners;
  return boxOfQuad([toPoint(first), toPoint(second), toPoint(third), toPoint(fourth)]);
}
