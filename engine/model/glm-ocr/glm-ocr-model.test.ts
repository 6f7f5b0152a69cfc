import { describe, expect, it } from 'vitest';
import { checkpointNames, largestDifference, modelFolder, readExpected } from './fixtures';
import { GlmOcrModel } from './glm-ocr-model';

describe.each(checkpointNames)('GLM-OCR against the reference: %s', (name) => {
  it('decodes like it', async () => {
    const expected = await readExpected(name);
    const model = await GlmOcrModel.open(modelFolder(name), { threads: 2 });
    for (const reference of expected.cases) {
      const picture = await expected.raster(`${reference.task}.image`);
      const prompt = await model.prepare(picture, reference.task);
      expect(prompt.ids).toEqual(reference.prompt);
      const embeds = await expected.floats(`${reference.task}.image_embeds`);
      const h = model.config.decoder.hiddenSize;
      const own = prompt.embeddings.subarray(prompt.imageStart * h, (prompt.imageStart + prompt.imageCount) * h);
      console.log(name, reference.task, 'vision', largestDifference(own, embeds));
      const session = model.session(prompt, 60);
      const ids: number[] = [];
      let best = await session.prefill();
      for (;;) {
        ids.push(best.ids[0]!);
        if (ids.length === reference.greedy.length) break;
        best = await session.verify([ids[ids.length - 1]!]);
        session.commit(1);
      }
      expect(ids).toEqual(reference.greedy);
    }
    await model.close();
  });
});
