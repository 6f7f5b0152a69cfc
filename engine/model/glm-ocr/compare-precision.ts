/** What a conversion costs in quality: the share of ids that stay the same on a sample of pictures. */
import { throwIfAborted } from '../../base/errors';
import type { Raster } from '../../base/raster';
import type { GlmOcrModel } from './glm-ocr-model';
import type { GlmOcrTask } from './prompt';

export interface SamplePicture {
  readonly picture: Raster;
  readonly task: GlmOcrTask;
}

/** The first `count` ids that plain greedy decoding gives for each picture; fewer where the text ends. */
export async function greedyIds(
  model: GlmOcrModel,
  samples: readonly SamplePicture[],
  count: number,
  signal?: AbortSignal,
): Promise<number[][]> {
  const texts: number[][] = [];
  for (const { picture, task } of samples) {
    const session = model.session(await model.prepare(picture, task), count, signal);
    let [next = 0] = (await session.prefill()).ids;
    const ids = [next];
    while (ids.length < count && !model.config.endIds.includes(next)) {
      throwIfAborted(signal);
      next = (await session.verify([next])).ids[0] ?? 0;
      session.commit(1);
      ids.push(next);
    }
    texts.push(ids);
  }
  return texts;
}

/**
 * Share of `texts` that `model` would have chosen itself at the same place, behind the same ids before it. Unlike
 * comparing free-running texts this does not count one difference many times.
 */
export async function shareUnchanged(
  model: GlmOcrModel,
  samples: readonly SamplePicture[],
  texts: readonly (readonly number[])[],
): Promise<number> {
  let same = 0;
  let total = 0;
  for (const [place, { picture, task }] of samples.entries()) {
    const ids = texts[place] ?? [];
    const session = model.session(await model.prepare(picture, task), ids.length);
    const [first] = (await session.prefill()).ids;
    if (first === ids[0]) same++;
    total += ids.length;
    if (ids.length < 2) continue;
    const rows = await session.verify(ids.slice(0, -1));
    for (let row = 1; row < ids.length; row++) if (rows.ids[2 * (row - 1)] === ids[row]) same++;
  }
  return total === 0 ? 1 : same / total;
}
