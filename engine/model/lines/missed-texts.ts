/**
 * Short texts that stand alone in the cells of a table ("1", "A", "…"): text detectors pass them over, and their cells
 * would come out empty. Found by their ink; lone dashes are table-strokes' own.
 */
import {
  area,
  type Box,
  bottom,
  centre,
  grown,
  intersection,
  overlapX,
  overlapY,
  right,
  unionOf,
} from '../../base/geometry';
import type { LineText } from './ctc';
import type { Ink, Piece } from './local-ink';
import type { TableLine } from './table-html';

/** Sizes in heights of the table's usual detected line, which is half as high again as its capitals. */
const lowest = 0.26;
const tallest = 0.95;
const widest = 1.1;
/** Uprights of light faces. */
const thinnest = 0.025;
const longest = 4;
/** Dots, accents, the signs of a percentage. */
const leastDot = 0.05;
const largestDot = 0.3;
const leastBullet = 0.08;
const largestDisc = 0.36;
const largestBullet = 0.5;
/** From dot to dot where they lead from a label to its value. */
const leaderReach = 1.5;
/** Blanks between the characters of a text, and between dots: where all characters are as wide, dots stand apart. */
const gap = 0.3;
const dotGap = 0.5;
/** Between broken pieces of an upright rule; digits one below the other stand further apart. */
const ruleGap = 0.45;
const ruleWidth = 0.14;
/** Other ink is noise where it is this much smaller than what a text has. */
const speckShare = 0.2;
/** White around texts and around dots. */
const nearness = 0.3;
const loneness = 0.6;
/** From dots at the right of their cell to a text of the next one. */
const nextCell = 0.45;
/** Of the contrast between paper and print: how much darker than around the ink of a text is. */
const printLevel = 0.45;
/** Ink over the box of a character: blots are fuller, lines of graphics emptier. */
const leastFill = 0.12;
const mostFill = 0.88;
/** Least mean certainty of a text of its kind that counts. */
const leastConfidence = 0.8;
/** Of an upright stroke, whose certainty I, l and 1 share. */
const leastOfStroke = 0.4;
const stroke = /^[Il1]$/;
/** Lines as short as a character. */
const shortest = 1.4;
const bulletText = '•';

export interface MissedTexts {
  /** To be recognised; boxes padded like those of detected lines. */
  readonly unread: readonly Box[];
  /** Dots, whose text their ink tells better than the recogniser; like dashes they count in empty cells only. */
  readonly dots: readonly TableLine[];
}

/** Texts that no line covers; `lines` are those that the ink is of. Bullets may be lines of their own. */
export function findMissedTexts(ink: Ink, lines: readonly Box[]): MissedTexts {
  const { unit } = ink;
  const longer = lines.filter(({ width }) => width > shortest * unit);
  const free = outside(lines, ink.pieces);
  const apart = outside(longer, ink.pieces);
  const dots = free.filter((piece) => isDot(piece, unit));
  const letters = free.filter((piece) => isLetter(piece, unit) && !isOfRule(piece, free, unit));
  const isText = (text: readonly Piece[], others: readonly Piece[], reach: number): boolean => {
    const around = boxOf(text);
    return (
      around.width <= longest * unit &&
      around.height <= tallest * unit &&
      Math.max(...text.map(({ darkness }) => darkness)) >= printLevel * ink.contrast &&
      isAlone(around, text, others, unit, reach) &&
      isAmongTexts(around, lines)
    );
  };
  const marks = [
    ...ellipses(dots, unit)
      .filter(
        (text) =>
          isText(text, free, loneness) && isFarFrom(lines, boxOf(text), loneness * unit, nextCell * unit),
      )
      .map((pieces) => ({ pieces, text: '...' })),
    ...bullets(apart, unit)
      .filter((bullet) => isText([bullet], apart, loneness) && isFarFrom(longer, bullet.box, unit))
      .map((bullet) => ({ pieces: [bullet], text: bulletText })),
  ];
  const marked = new Set(marks.flatMap(({ pieces }) => pieces));
  const texts = joined(
    letters.filter((letter) => !marked.has(letter)),
    unit,
  )
    .map((text) => withDots(text, dots, unit))
    .filter((text) => isText(text, free, nearness) && isFarFrom(lines, boxOf(text), nearness * unit));
  return {
    unread: texts.map((text) => ink.padded(boxOf(text))),
    dots: marks.map(({ pieces, text }) => ({ box: boxOf(pieces), text })),
  };
}

function outside(lines: readonly Box[], pieces: readonly Piece[]): Piece[] {
  return pieces.filter(({ box }) => lines.every((line) => area(intersection(line, box)) === 0));
}

/** A line of one character that is a bullet in the picture is one, whatever was read; `dots` are left that are in no line. */
export function bulletsOf(
  lines: readonly TableLine[],
  dots: readonly TableLine[],
): { readonly lines: readonly TableLine[]; readonly dots: readonly TableLine[] } {
  const isIn = (dot: TableLine, line: TableLine): boolean =>
    line.text !== '' && area(intersection(dot.box, line.box)) > 0;
  const settled = lines.map((line) => {
    const bullet = dots.find((dot) => dot.text === bulletText && isIn(dot, line));
    if (!bullet || [...line.text].length !== 1) return line;
    const peaks = line.peaks?.map((peak) => (peak.text === line.text ? { ...peak, text: bulletText } : peak));
    return { ...line, text: bulletText, ...(peaks && { peaks }) };
  });
  return { lines: settled, dots: dots.filter((dot) => !lines.some((line) => isIn(dot, line))) };
}

/** Whether what was read in a box that no line covered is a text. */
export function isSure({ text, confidence }: LineText): boolean {
  const least = stroke.test(text) ? leastOfStroke : leastConfidence;
  return confidence >= least && /[\p{L}\p{N}%+*†‡§$€£•]/u.test(text);
}

const boxOf = (text: readonly Piece[]): Box => unionOf(text.map(({ box }) => box));

function isDot({ box: { width, height } }: Piece, unit: number): boolean {
  const size = Math.max(width, height);
  return size <= largestDot * unit && size >= leastDot * unit;
}

function isLetter({ box: { width, height }, pixels }: Piece, unit: number): boolean {
  const fill = pixels / (width * height);
  return (
    height >= lowest * unit &&
    height <= tallest * unit &&
    width <= widest * unit &&
    width <= 2.2 * height &&
    width >= Math.max(1, thinnest * unit) &&
    fill >= leastFill &&
    (fill <= mostFill || height >= 2 * width)
  );
}

/** Whether a slim piece goes on above or below. */
function isOfRule({ box }: Piece, all: readonly Piece[], unit: number): boolean {
  const isSlim = ({ width }: Box): boolean => width <= ruleWidth * unit;
  if (!isSlim(box)) return false;
  return all.some(({ box: other }) => {
    const apart = Math.max(other.y - bottom(box), box.y - bottom(other));
    return isSlim(other) && overlapX(other, box) > 0 && apart >= 0 && apart < ruleGap * unit;
  });
}

/** Pieces side by side on one level, by text. */
function joined(pieces: readonly Piece[], unit: number, widestGap = gap): Piece[][] {
  const texts: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.box.x - b.box.x)) {
    const text = texts.find((text) =>
      text.some(({ box }) => {
        const isLevel = overlapY(box, piece.box) > 0.4 * Math.min(box.height, piece.box.height);
        return isLevel && piece.box.x - right(box) < widestGap * unit;
      }),
    );
    if (text) text.push(piece);
    else texts.push([piece]);
  }
  return texts;
}

function withDots(letters: readonly Piece[], dots: readonly Piece[], unit: number): Piece[] {
  const around = boxOf(letters);
  const reach = { up: 0.25 * unit, aside: gap * unit };
  const own = dots.filter(
    (dot) =>
      !letters.includes(dot) &&
      dot.box.x >= around.x - reach.aside &&
      right(dot.box) <= right(around) + reach.aside &&
      dot.box.y >= around.y - reach.up &&
      bottom(dot.box) <= bottom(around) + reach.up,
  );
  return [...letters, ...own];
}

/** Three dots alike, side by side. */
function ellipses(dots: readonly Piece[], unit: number): Piece[][] {
  const round = dots.filter(
    ({ box }) => Math.max(box.width, box.height) <= 2 * Math.min(box.width, box.height),
  );
  return joined(round, unit, dotGap).filter((text) => {
    if (text.length !== 3) return false;
    const [first, second, third] = text.map(({ box }) => box) as [Box, Box, Box];
    const steps = [second.x - first.x, third.x - second.x];
    const isEven = Math.max(...steps) - Math.min(...steps) <= Math.max(1.5, 0.08 * unit);
    const heights = text.map(({ box }) => bottom(box));
    return isEven && Math.max(...heights) - Math.min(...heights) <= Math.max(1, 0.06 * unit);
  });
}

/** Dots alike one below the other, as no dirt is. */
function bullets(pieces: readonly Piece[], unit: number): Piece[] {
  const full = pieces.filter(({ box: { width, height }, pixels }) => {
    const [small, large] = [Math.min(width, height), Math.max(width, height)];
    const fill = pixels / (width * height);
    // Letters are as large as some bullets, but not as full.
    const isDisc = fill >= 0.65 && (large <= largestDisc * unit || fill >= 0.74);
    // Small ones are uneven by a pixel at each side.
    const isRound = large <= Math.max(1.3 * small, small + 2);
    return isDisc && isRound && small >= leastBullet * unit && large <= largestBullet * unit;
  });
  const isAlike = (a: Piece, b: Piece): boolean =>
    a !== b &&
    Math.abs(centre(a.box).x - centre(b.box).x) <= 0.1 * unit &&
    Math.abs(a.box.height - b.box.height) <= Math.max(1, 0.05 * unit) &&
    Math.abs(a.box.y - b.box.y) > 0.8 * unit;
  const isLeader = (dot: Piece): boolean =>
    full.some(({ box }) => {
      const apart = Math.abs(centre(box).x - centre(dot.box).x);
      return apart > 0 && apart < leaderReach * unit && overlapY(box, dot.box) > 0.5 * box.height;
    });
  const lone = full.filter((dot) => !isLeader(dot));
  const isSame = (a: Piece, b: Piece): boolean =>
    Math.abs(a.box.height - b.box.height) <= Math.max(1, 0.05 * unit);
  // Two will do where no other small piece is about as large, as specks are.
  const isLike = ({ box: { width, height }, pixels }: Piece, dot: Piece): boolean =>
    Math.max(width, height) < 1.6 * Math.min(width, height) &&
    pixels > speckShare * dot.pixels &&
    pixels < dot.pixels / speckShare &&
    Math.max(width, height) <= largestBullet * unit;
  const isPair = (dot: Piece): boolean =>
    pieces.every((piece) => !isLike(piece, dot) || (full.includes(piece) && isSame(piece, dot)));
  const sure = lone.filter((dot) => {
    const alike = lone.filter((other) => isAlike(dot, other)).length;
    return alike >= 2 || (alike === 1 && isPair(dot));
  });
  // Beside rules they seem smaller.
  const isOne = (dot: Piece, other: Piece): boolean =>
    dot === other ||
    (Math.abs(centre(dot.box).x - centre(other.box).x) <= 0.1 * unit &&
      Math.abs(dot.box.height - other.box.height) <= 0.1 * unit);
  return lone.filter((dot) => sure.some((other) => isOne(dot, other)));
}

/** Parts of graphics, stains and rows of dots have ink beside them; frames and rules of cells may be near. */
function isAlone(
  around: Box,
  text: readonly Piece[],
  free: readonly Piece[],
  unit: number,
  reach: number,
): boolean {
  const wide = grown(around, reach * unit);
  const speck = speckShare * Math.min(...text.map(({ pixels }) => pixels));
  return free.every((piece) => {
    const size = Math.max(piece.box.width, piece.box.height);
    const isSmallOrRule = size < leastDot * unit || piece.pixels < speck || size > 3 * unit;
    return isSmallOrRule || area(intersection(piece.box, wide)) === 0 || text.includes(piece);
  });
}

/** Bullets before the texts of a list are no cells, nor are raised marks behind a text. */
function isFarFrom(
  lines: readonly Box[],
  { x, y, width, height }: Box,
  before: number,
  behind = before,
): boolean {
  const wide = { x: x - before, y, width: before + width + behind, height };
  return lines.every((line) => area(intersection(line, wide)) === 0);
}

/** On the level of a line or in a column with one. */
function isAmongTexts(text: Box, lines: readonly Box[]): boolean {
  const { x, y } = centre(text);
  const isLevel = lines.some(
    (line) => y > line.y + 0.2 * line.height && y < bottom(line) - 0.2 * line.height,
  );
  return isLevel || lines.some((line) => x > line.x && x < right(line));
}
