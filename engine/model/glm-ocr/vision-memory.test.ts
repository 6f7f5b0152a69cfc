import { expect, it } from 'vitest';
import { readCheckpoint } from './checkpoint';
import { modelFolder } from './fixtures';
import { readFolderConfig } from './folder-config';
import { openVision } from './open-graphs';

it('never holds the attention of a large picture as a whole matrix', async () => {
  const checkpoint = await readCheckpoint(await readFolderConfig(modelFolder('gravity-like')));
  const vision = await openVision(checkpoint, 2);
  const rows = 96;
  const columns = 96;
  const embed = (height: number) =>
    vision.embed({ rows: height, columns, values: new Float32Array(height * columns * 1176).fill(0.5) });
  await embed(2);
  const before = process.resourceUsage().maxRSS;
  await embed(rows);
  const grown = (process.resourceUsage().maxRSS - before) * 1024;
  const wholeMatrix = checkpoint.config.vision.heads * (rows * columns) ** 2 * 4;
  expect(grown).toBeLessThan(wholeMatrix / 3);
  await vision.close();
});
