/** The person's settings: one checked file, read once, written at each change. */
import { type Settings, type SettingsChange, settingsSchema } from '../engine/protocol/shell';
import { readJsonFile, writeJsonFile } from './json-file';

export class SettingsFile {
  readonly #file: string;
  #settings: Settings;

  constructor(file: string) {
    this.#file = file;
    this.#settings = readJsonFile(file, settingsSchema);
  }

  get current(): Settings {
    return this.#settings;
  }

  update(change: SettingsChange): Settings {
    this.#settings = settingsSchema.parse({ ...this.#settings, ...change });
    writeJsonFile(this.#file, this.#settings);
    return this.#settings;
  }
}
