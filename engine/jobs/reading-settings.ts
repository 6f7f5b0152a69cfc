/** What decides a reading: what was done with the same settings need not be done again. */
import type { ModelInfo } from '../document';
import type { Settings } from '../store';
import type { DecodeSettings } from './decode-plan';
import type { ExistingTextMode } from './existing-text';

export interface ReadingSettings {
  readonly model: string;
  readonly models: readonly ModelInfo[];
  readonly decode?: DecodeSettings | undefined;
  readonly existingText: ExistingTextMode;
}

/** Models count by their content, so a model that was replaced under the same name reads again. */
export function settingsOf({ model, models, decode, existingText }: ReadingSettings): Settings {
  return {
    model,
    models: models.map(({ id, sha256 }) => `${id} ${sha256}`).sort(),
    ...(decode && { decode }),
    existingText,
  };
}
