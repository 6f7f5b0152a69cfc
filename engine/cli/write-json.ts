import { writeFileWhole } from '../index';

/** Writes a value as JSON; complete or not at all. Fails with `write-failed`. */
export function writeJson(path: string, value: unknown): Promise<void> {
  return writeFileWhole(path, `${JSON.stringify(value, undefined, 2)}\n`);
}
