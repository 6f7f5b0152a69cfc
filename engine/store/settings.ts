/** What decided a result, stored once under its hash, so that finished work is found again. */
import { canonicalJson, settingsKey } from './canonical-json';
import type { Database } from './database';

/** JSON values only: model, its hash, decode mode, use of existing text … */
export type Settings = Readonly<Record<string, unknown>>;

/** The key of the settings, which are known to the project afterwards. */
export function rememberSettings(database: Database, settings: Settings | undefined): string | null {
  if (settings === undefined) return null;
  const key = settingsKey(settings);
  database.run('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO NOTHING', [key, canonicalJson(settings)]);
  return key;
}
