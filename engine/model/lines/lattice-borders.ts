/**
 * Borders of rows or columns: ruled lines that lie on one line across a table. A border goes on between its rules and
 * beyond them with the usual slope, and may be drawn twice.
 */
import { type Box, boxFromEdges } from '../../base/geometry';
import { medianOf } from '../../base/median';
import { placeAt, type Rule } from '../../base/ruled-lines';

export interface Border {
  /** The longest first; none where the table is open and its end is the border. */
  readonly rules: readonly Rule[];
  /** Places across at `along`, one for each of the rules side by side. */
  placesAt(along: number): number[];
  placeAt(along: number): number;
}

// In heights of the usual line.
/** Closer rules are one border; of two borders less is between columns or rows with text. */
const apart = 0.5;
/** Short rules farther off a long one are print or shade beside it. */
const slack = 0.1;
/** Shorter rules tell no slope. */
const leastForSlope = 4;

const lengthOf = ({ from, to }: Rule): number => to - from;

export function slopeOf(rules: readonly Rule[], unit: number): number {
  const long = rules.filter((rule) => lengthOf(rule) >= leastForSlope * unit);
  return medianOf(long.map((rule) => (rule.last - rule.first) / lengthOf(rule))) ?? 0;
}

export function openBorder(along: number, place: number, slope: number): Border {
  const at = (other: number): number => place + slope * (other - along);
  return { rules: [], placesAt: (other) => [at(other)], placeAt: at };
}

/** In the order of their places at `along`. */
export function bordersOf(rules: readonly Rule[], slope: number, along: number, unit: number): Border[] {
  const groups: { readonly rules: Rule[]; border: Border }[] = [];
  for (const rule of [...rules].sort((a, b) => lengthOf(b) - lengthOf(a))) {
    const near = groups.find(({ border }) => offset(border, rule) <= apart * unit);
    if (!near) {
      groups.push({ rules: [rule], border: borderOf([rule], slope, unit) });
      continue;
    }
    const isShort = lengthOf(rule) < lengthOf(near.rules[0]!) / 2;
    if (isShort && offset(near.border, rule) > 1 + slack * unit) continue;
    if (near.rules.some((other) => isSame(other, rule))) continue;
    near.rules.push(rule);
    near.border = borderOf(near.rules, slope, unit);
  }
  return groups.map(({ border }) => border).sort((a, b) => a.placeAt(along) - b.placeAt(along));
}

function offset(border: Border, rule: Rule): number {
  const middle = (rule.from + rule.to) / 2;
  return Math.abs(border.placeAt(middle) - placeAt(rule, middle));
}

/** The same rule, found once more. */
function isSame(rule: Rule, other: Rule): boolean {
  const keys = ['from', 'to', 'first', 'last'] as const;
  return keys.every((key) => Math.abs(rule[key] - other[key]) <= 2);
}

function borderOf(members: readonly Rule[], slope: number, unit: number): Border {
  const rules = [...members];
  const distance = ({ from, to }: Rule, along: number): number => Math.max(0, from - along, along - to);
  const place = (rule: Rule, along: number): number => {
    const end = Math.min(Math.max(along, rule.from), rule.to);
    return placeAt(rule, end) + slope * (along - end);
  };
  const placesAt = (along: number): number[] => {
    const nearest = Math.min(...rules.map((rule) => distance(rule, along)));
    const near = rules.filter((rule) => distance(rule, along) <= nearest + unit / 2);
    return near.map((rule) => place(rule, along));
  };
  return {
    rules,
    placesAt,
    placeAt: (along) => {
      const places = placesAt(along);
      return (Math.min(...places) + Math.max(...places)) / 2;
    },
  };
}

/** Where `border` meets one that crosses it: place along it, and along the other. */
export function crossing(border: Border, other: Border): { readonly along: number; readonly across: number } {
  let across = border.placeAt(other.placeAt(0));
  for (let turn = 0; turn < 2; turn++) across = border.placeAt(other.placeAt(across));
  return { along: other.placeAt(across), across };
}

/** Where two borders of rows and two of columns meet. */
export function boxWithin(top: Border, foot: Border, left: Border, end: Border): Box {
  const first = crossing(top, left);
  const last = crossing(foot, end);
  const x = (first.along + last.along) / 2;
  const y = (first.across + last.across) / 2;
  return boxFromEdges(left.placeAt(y), top.placeAt(x), end.placeAt(y), foot.placeAt(x));
}
