/** Splitting and joining regions: what becomes of boxes, lines, readings and a person's text. */
import { PalimpsestError } from '../base/errors';
import { type Box, bottom, boxFromEdges, centre, right, unionOf } from '../base/geometry';
import { currentText, formerText } from './current-text';
import type { Correction, DoubtfulWord, HistoryEntry, Line, Reading, Region } from './types';

export type SplitPlace = { readonly line: number } | { readonly x: number } | { readonly y: number };

/**
 * Both parts are to be looked at again. A plain text with one line per printed line is divided at the same place;
 * any other text stays whole in the first part, so that nothing is lost.
 */
export function splitRegion(region: Region, place: SplitPlace, newId: string, at: string): [Region, Region] {
  const [firstBox, secondBox] = splitBox(region, place);
  const isInFirst = region.lines.map((line, index) => {
    if ('line' in place) return index < place.line;
    return 'x' in place ? centre(line.box).x < place.x : centre(line.box).y < place.y;
  });
  const partsOf = <Item>(items: readonly Item[]): [Item[], Item[]] => [
    items.filter((_, index) => isInFirst[index] === true),
    items.filter((_, index) => isInFirst[index] !== true),
  ];
  const [firstLines, secondLines] = partsOf(region.lines);
  const divide = (text: string): [string, string] | undefined => {
    const lines = text.split('\n');
    if (lines.length !== region.lines.length) return undefined;
    const [firstText, secondText] = partsOf(lines);
    return [firstText.join('\n'), secondText.join('\n')];
  };
  const entry: HistoryEntry = { at, what: 'split', ...formerText(currentText(region)) };
  const { correction, readings, lines: _lines, history, noteMark, ...rest } = region;
  const last = readings[readings.length - 1];

  const doubtsWhere = (first: boolean): readonly DoubtfulWord[] | undefined =>
    last?.doubts && doubtsOfPart(last.text, last.doubts, (line) => (isInFirst[line] === true) === first);
  const dividedCorrection = correction?.format === 'plain' ? divide(correction.text) : undefined;
  // A correction that stays whole keeps the readings with it: no word may stand in both parts.
  const isWhole = correction !== undefined && dividedCorrection === undefined;
  const dividedReading = last?.format === 'plain' && !isWhole ? divide(last.text) : undefined;
  const corrections: [Correction | undefined, Correction | undefined] =
    correction === undefined || dividedCorrection === undefined
      ? [correction, undefined]
      : [
          { ...correction, text: dividedCorrection[0] },
          { ...correction, text: dividedCorrection[1] },
        ];
  const readingParts: [readonly Reading[], readonly Reading[]] =
    last === undefined || dividedReading === undefined
      ? [readings, []]
      : [
          [...readings, withDoubts(partOf(last, `${last.id}/1`, dividedReading[0]), doubtsWhere(true))],
          [withDoubts(partOf(last, `${last.id}/2`, dividedReading[1]), doubtsWhere(false))],
        ];

  const part = (id: string, box: Box, lines: readonly Line[], side: 0 | 1): Region => {
    const own = corrections[side];
    return {
      ...rest,
      id,
      box,
      state: 'look-again',
      lines,
      readings: readingParts[side],
      history: side === 0 ? [...history, entry] : [entry],
      ...(noteMark === undefined || side === 1 ? {} : { noteMark }),
      ...(own === undefined ? {} : { correction: own }),
    };
  };
  return [part(region.id, firstBox, firstLines, 0), part(newId, secondBox, secondLines, 1)];
}

function splitBox(region: Region, place: SplitPlace): [Box, Box] {
  const { box, lines } = region;
  const outside = () => new PalimpsestError('invalid-request', `Region ${region.id} cannot be split there.`);
  if ('x' in place) {
    if (!(place.x > box.x && place.x < right(box))) throw outside();
    return [
      boxFromEdges(box.x, box.y, place.x, bottom(box)),
      boxFromEdges(place.x, box.y, right(box), bottom(box)),
    ];
  }
  let y: number;
  if ('y' in place) {
    y = place.y;
  } else {
    const above = lines[place.line - 1];
    const below = lines[place.line];
    if (above === undefined || below === undefined) throw outside();
    y = (bottom(above.box) + below.box.y) / 2;
  }
  if (!(y > box.y && y < bottom(box))) throw outside();
  return [boxFromEdges(box.x, box.y, right(box), y), boxFromEdges(box.x, y, right(box), bottom(box))];
}

/** A reading's text without what belongs to ranges, which a changed text no longer fits. */
function partOf(reading: Reading, id: string, text: string): Reading {
  const { tokens: _tokens, spans: _spans, doubts: _doubts, ...rest } = reading;
  return { ...rest, id, text };
}

const withDoubts = (reading: Reading, doubts: readonly DoubtfulWord[] | undefined): Reading =>
  doubts === undefined ? reading : { ...reading, doubts };

/** Marks of the lines that go into one part of a text, one printed line each. */
function doubtsOfPart(
  text: string,
  doubts: readonly DoubtfulWord[],
  isIn: (line: number) => boolean,
): DoubtfulWord[] {
  const kept: DoubtfulWord[] = [];
  let from = 0;
  let to = 0;
  let lineAfter = 0;
  for (const [line, content] of text.split('\n').entries()) {
    const next = from + content.length + 1;
    if (isIn(line)) {
      for (const doubt of doubts) {
        if (doubt.start >= from && doubt.end < next)
          kept.push(movedDoubt(doubt, to - from, lineAfter - line));
      }
      to += content.length + 1;
      lineAfter += 1;
    }
    from = next;
  }
  return kept;
}

function movedDoubt(doubt: DoubtfulWord, by: number, lines: number): DoubtfulWord {
  const { start, end, place } = doubt;
  const moved = { ...doubt, start: start + by, end: end + by };
  return place ? { ...moved, place: { ...place, line: place.line + lines } } : moved;
}

/** Of texts joined by line breaks; undefined where none of the readings has any. */
function joinedDoubts(regions: readonly Region[]): readonly DoubtfulWord[] | undefined {
  const doubts: DoubtfulWord[] = [];
  let any = false;
  let start = 0;
  let line = 0;
  for (const { readings, lines } of regions) {
    const last = readings[readings.length - 1];
    any ||= last?.doubts !== undefined;
    doubts.push(...(last?.doubts ?? []).map((doubt) => movedDoubt(doubt, start, line)));
    if (last) start += last.text.length + 1;
    line += lines.length;
  }
  return any ? doubts : undefined;
}

/**
 * Text of one format is joined by line breaks. Where formats differ, all of it is kept literally and the region is
 * to be looked at again. `regions` has at least two.
 */
export function mergeRegions(regions: readonly Region[], at: string): Region {
  const [first] = regions;
  if (first === undefined) throw new PalimpsestError('invalid-request', 'There is nothing to join.');
  const texts = regions.flatMap((region) => currentText(region) ?? []);
  const formats = new Set(texts.map((text) => text.format));
  const [onlyFormat] = formats;
  const joined: Correction | undefined =
    onlyFormat === undefined
      ? undefined
      : { text: texts.map(({ text }) => text).join('\n'), format: formats.size === 1 ? onlyFormat : 'plain' };
  const wasCorrected = regions.some((region) => region.correction !== undefined);
  const latest = regions.flatMap((region) => region.readings.slice(-1));
  const readings = [
    ...new Map(regions.flatMap((region) => region.readings).map((each) => [each.id, each])).values(),
  ];
  const [firstReading] = latest;
  const { correction: _correction, ...rest } = first;
  const merged: Region = {
    ...rest,
    box: unionOf(regions.map((region) => region.box)),
    state: formats.size > 1 ? 'look-again' : wasCorrected ? 'corrected' : 'unchecked',
    lines: regions.flatMap((region) => region.lines),
    marks: regions.flatMap((region) => region.marks),
    readings,
    history: [
      ...first.history,
      ...regions.map((region): HistoryEntry => ({ at, what: 'merge', ...formerText(currentText(region)) })),
    ],
  };
  if (joined === undefined) return merged;
  if (wasCorrected || firstReading === undefined) return { ...merged, correction: joined };
  const part = partOf(firstReading, `${firstReading.id}+${latest.length - 1}`, joined.text);
  const reading: Reading = {
    ...withDoubts(part, joinedDoubts(regions)),
    format: joined.format,
    counters: latest.map((each) => each.counters).reduce(addCounters),
  };
  return { ...merged, readings: [...readings.filter(({ id }) => id !== reading.id), reading] };
}

function addCounters(a: Reading['counters'], b: Reading['counters']): Reading['counters'] {
  return {
    rounds: a.rounds + b.rounds,
    forwards: a.forwards + b.forwards,
    drafted: a.drafted + b.drafted,
    accepted: a.accepted + b.accepted,
    tokens: a.tokens + b.tokens,
    milliseconds: a.milliseconds + b.milliseconds,
  };
}
