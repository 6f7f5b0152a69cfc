/** Ids of the nano decoder: the line recogniser's classes, then specials (workshop/nano/SPEC.md §1). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PalimpsestError } from '../../base/errors';

/** The CTC blank: nothing. Never generated, and the empty place where an id is optional. */
export const nothingId = 0;
export const spaceId = 18709;
export const maskId = 18710;
export const endId = 18711;
export const taskIds = { text: 18712, table: 18713, formula: 18714 } as const;
export const breakId = 18715;
export const cellBreakId = 18716;
export const tableTags = {
  table: 18717,
  tableEnd: 18718,
  row: 18719,
  rowEnd: 18720,
  cell: 18721,
  cellEnd: 18722,
  header: 18723,
  headerEnd: 18724,
} as const;
export const lastTagId = 18786;
const firstReservedId = 18800;

const firstSpanTagId = 18725;
/** Most columns or rows of a cell whose tag has an id, and of one that spans both. */
const mostSpan = 12;
const mostOfBoth = 4;

export interface CellForm {
  readonly header: boolean;
  readonly colspan: number;
  readonly rowspan: number;
}

/** Undefined for spans without a tag of their own. */
export function openingTagId({ header, colspan, rowspan }: CellForm): number | undefined {
  if (colspan === 1 && rowspan === 1) return header ? tableTags.header : tableTags.cell;
  const single = mostSpan - 1;
  const both = mostOfBoth - 1;
  const first = firstSpanTagId + (header ? 2 * single + both * both : 0);
  if (rowspan === 1) return colspan <= mostSpan ? first + colspan - 2 : undefined;
  if (colspan === 1) return rowspan <= mostSpan ? first + single + rowspan - 2 : undefined;
  if (colspan > mostOfBoth || rowspan > mostOfBoth) return undefined;
  return first + 2 * single + (colspan - 2) * both + rowspan - 2;
}

const cellForms: ReadonlyMap<number, CellForm> = new Map(
  [false, true].flatMap((header) =>
    Array.from({ length: mostSpan * mostSpan }, (_, index): [number, CellForm][] => {
      const form = { header, colspan: 1 + Math.floor(index / mostSpan), rowspan: 1 + (index % mostSpan) };
      const id = openingTagId(form);
      return id === undefined ? [] : [[id, form]];
    }).flat(),
  ),
);

/** Undefined for ids that open no cell. */
export function cellFormOf(id: number): CellForm | undefined {
  return cellForms.get(id);
}

export function closingTagId(header: boolean): number {
  return header ? tableTags.headerEnd : tableTags.cellEnd;
}

/** A space or a line break: what may stand between words. */
export function isGap(id: number): boolean {
  return id === spaceId || id === breakId || id === cellBreakId;
}

export function isTag(id: number): boolean {
  return id >= tableTags.table && id <= lastTagId;
}

export function isRowTag(id: number): boolean {
  return id === tableTags.row || id === tableTags.rowEnd;
}

/** The opening tag of a cell, with spans or without. */
export function opensCell(id: number): boolean {
  return cellForms.has(id);
}

export function closesCell(id: number): boolean {
  return id === tableTags.cellEnd || id === tableTags.headerEnd;
}

/** Ids that prompts and drafts need and that no text holds. */
export function isForbidden(id: number): boolean {
  return (
    id === nothingId ||
    id === maskId ||
    (id >= taskIds.text && id <= taskIds.formula) ||
    id >= firstReservedId
  );
}

const wordLevel = z.object({
  model: z.object({ type: z.literal('WordLevel'), vocab: z.record(z.string(), z.number().int().min(0)) }),
});

/** Before the text of an id that another id has as well. */
const again = /^<again-\d+>/;

export class Vocabulary {
  /** Characters of scripts that nothing was trained on, by id. */
  private readonly cjk: Uint8Array;
  private readonly characters: ReadonlyMap<string, number>;

  private constructor(private readonly texts: readonly string[]) {
    this.cjk = Uint8Array.from(texts, (text, id) =>
      id < spaceId && isCjk(text.codePointAt(0) ?? 0) ? 1 : 0,
    );
    this.characters = new Map(texts.slice(0, spaceId + 1).map((text, id) => [text, id]));
  }

  /** Reads `tokenizer.json` of the folder. Throws `model-missing` or `model-damaged`. */
  static async open(folder: string): Promise<Vocabulary> {
    const path = join(folder, 'tokenizer.json');
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new PalimpsestError(
        'model-missing',
        `The model folder ${folder} has no tokenizer.json.`,
        { file: path },
        cause,
      );
    });
    let vocabulary: Readonly<Record<string, number>>;
    try {
      vocabulary = wordLevel.parse(JSON.parse(text)).model.vocab;
    } catch (cause) {
      throw new PalimpsestError(
        'model-damaged',
        `The tokenizer ${path} is not usable.`,
        { file: path },
        cause,
      );
    }
    const texts: string[] = [];
    for (const [token, id] of Object.entries(vocabulary)) texts[id] = token.replace(again, '');
    return new Vocabulary(Array.from(texts, (token) => token ?? ''));
  }

  get size(): number {
    return this.texts.length;
  }

  /** Specials that are no text (mask, end, tasks) give none. */
  textOf(id: number): string {
    return id === endId || isForbidden(id) ? '' : (this.texts[id] ?? '');
  }

  /** Undefined where no id stands for the character. */
  characterId(character: string): number | undefined {
    return this.characters.get(character);
  }

  isCjk(id: number): boolean {
    return this.cjk[id] === 1;
  }
}

const cjkRanges: readonly (readonly [number, number])[] = [
  [0x2e80, 0x2fdf],
  [0x3040, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0x20000, 0x2ffff],
];

function isCjk(codePoint: number): boolean {
  return cjkRanges.some(([from, to]) => codePoint >= from && codePoint <= to);
}
