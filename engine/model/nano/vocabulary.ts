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

/** A space or a line break: what may stand between words. */
export function isGap(id: number): boolean {
  return id === spaceId || id === breakId || id === cellBreakId;
}

export function isTag(id: number): boolean {
  return id >= tableTags.table && id <= lastTagId;
}

/** The opening tag of a cell, with spans or without. */
export function opensCell(id: number): boolean {
  return id === tableTags.cell || id === tableTags.header || (id > tableTags.headerEnd && id <= lastTagId);
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

  private constructor(private readonly texts: readonly string[]) {
    this.cjk = Uint8Array.from(texts, (text, id) =>
      id < spaceId && isCjk(text.codePointAt(0) ?? 0) ? 1 : 0,
    );
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
