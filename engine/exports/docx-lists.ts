/** Word numbering for lists, as printed where Word can count that way. */
import { AlignmentType, type ILevelsOptions, LevelFormat } from 'docx';
import type { ListBlock } from '../document';

export interface WordNumbering {
  readonly reference: string;
  readonly levels: readonly ILevelsOptions[];
}

const deepestLevel = 8;

type Counter = (value: number) => string;

const formats: readonly (readonly [(typeof LevelFormat)[keyof typeof LevelFormat], Counter])[] = [
  [LevelFormat.DECIMAL, String],
  [LevelFormat.LOWER_LETTER, (value) => String.fromCharCode(96 + value)],
  [LevelFormat.UPPER_LETTER, (value) => String.fromCharCode(64 + value)],
  [LevelFormat.LOWER_ROMAN, (value) => roman(value).toLowerCase()],
  [LevelFormat.UPPER_ROMAN, roman],
];

/** Undefined when the printed marks do not count on one by one; they are then written as text. */
export function wordNumbering(list: ListBlock, depth: number, reference: string): WordNumbering | undefined {
  const level = Math.min(depth, deepestLevel);
  const common = {
    level,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: 360 * (level + 1), hanging: 360 } } },
  };
  const first = list.items[0]?.marker ?? '';
  if (!list.ordered) {
    const isUniform = list.items.every((item) => item.marker === first);
    if (!isUniform) return undefined;
    return {
      reference,
      levels: [{ ...common, format: LevelFormat.BULLET, text: first === '' ? '•' : first }],
    };
  }
  const affixes = /^(\(?)[^().]+([.)]?)$/.exec(first);
  if (affixes === null) return undefined;
  const [open, close] = [affixes[1] ?? '', affixes[2] ?? ''];
  for (const [format, count] of formats) {
    const counts = list.items.every(
      ({ marker }, index) => marker === `${open}${count(list.start + index)}${close}`,
    );
    if (counts) {
      return {
        reference,
        levels: [{ ...common, format, text: `${open}%${level + 1}${close}`, start: list.start }],
      };
    }
  }
  return undefined;
}

function roman(value: number): string {
  const numerals: readonly (readonly [number, string])[] = [
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ];
  let rest = value;
  let result = '';
  for (const [amount, numeral] of numerals) {
    while (rest >= amount) {
      result += numeral;
      rest -= amount;
    }
  }
  return result;
}
