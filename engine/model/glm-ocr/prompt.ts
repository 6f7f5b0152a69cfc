/** The prompt of one region: its ids, and where each of them stands on the three axes of position. */
import { PalimpsestError } from '../../base/errors';
import type { Positions } from '../decoder/rotary';
import type { TokenText } from '../decoder/token-text';
import type { PatchGrid } from './patches';

export type GlmOcrTask = 'text' | 'table' | 'formula';

const taskTexts: Readonly<Record<GlmOcrTask, string>> = {
  text: 'Text Recognition:',
  table: 'Table Recognition:',
  formula: 'Formula Recognition:',
};

const imageToken = '<|image|>';

export interface Prompt {
  readonly ids: readonly number[];
  readonly positions: Positions;
  /** Index of the first image token; they are consecutive. */
  readonly imageStart: number;
  readonly imageCount: number;
  /** Position of the first generated token; it is not the prompt's length, for a picture advances by its longer side. */
  readonly nextPosition: number;
}

/** `grid` in patches. Throws `model-damaged` when the tokenizer does not belong to a GLM-OCR model. */
export function buildPrompt(
  tokens: TokenText,
  task: GlmOcrTask,
  grid: PatchGrid,
  {
    mergeSize,
    imageId,
    folder,
  }: { readonly mergeSize: number; readonly imageId: number; readonly folder: string },
): Prompt {
  const rows = grid.rows / mergeSize;
  const columns = grid.columns / mergeSize;
  const imageCount = rows * columns;
  const before = tokens.encode('[gMASK]<sop><|user|>\n<|begin_of_image|>');
  const after = tokens.encode(`<|end_of_image|>${taskTexts[task]}<|assistant|>\n`);
  const specials = [
    '[gMASK]',
    '<sop>',
    '<|user|>',
    '<|begin_of_image|>',
    '<|end_of_image|>',
    '<|assistant|>',
  ];
  const absent = specials.find((token) => tokens.idOf(token) === undefined);
  if (absent !== undefined || tokens.idOf(imageToken) !== imageId) {
    throw new PalimpsestError(
      'model-damaged',
      absent === undefined
        ? `The tokenizer of ${folder} has another id for ${imageToken} than config.json.`
        : `The tokenizer of ${folder} does not know ${absent}.`,
      { file: folder },
    );
  }
  const ids = [...before, ...new Array<number>(imageCount).fill(imageId), ...after];
  const positions = new Int32Array(3 * ids.length);
  const set = (index: number, temporal: number, height: number, width: number): void => {
    positions[index] = temporal;
    positions[ids.length + index] = height;
    positions[2 * ids.length + index] = width;
  };
  const imageStart = before.length;
  for (let i = 0; i < imageStart; i++) set(i, i, i, i);
  for (let i = 0; i < imageCount; i++) {
    set(imageStart + i, imageStart, imageStart + Math.floor(i / columns), imageStart + (i % columns));
  }
  const next = imageStart + Math.max(rows, columns);
  after.forEach((_, i) => {
    set(imageStart + imageCount + i, next + i, next + i, next + i);
  });
  return { ids, positions, imageStart, imageCount, nextPosition: next + after.length };
}
