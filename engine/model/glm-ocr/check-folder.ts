import { TokenText } from '../decoder/token-text';
import { readCheckpoint } from './checkpoint';
import { readFolderConfig } from './folder-config';

/**
 * Whether a folder holds a model of this family, without loading it. Without `weights` only its settings are looked
 * at. Throws `model-missing` or `model-damaged`, naming the file and the item.
 */
export async function checkGlmOcrFolder(
  folder: string,
  { weights }: { readonly weights: boolean },
): Promise<void> {
  const config = await readFolderConfig(folder);
  if (!weights) return;
  await readCheckpoint(config);
  await TokenText.open(folder);
}
