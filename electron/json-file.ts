/** Small JSON files in the user's data folder: checked when read, replaced as a whole when written. */
import fs from 'node:fs';
import path from 'node:path';
import type { ZodType } from 'zod';

/** The file's content; what `schema` makes of `{}` when it is missing or damaged (the next write mends it). */
export function readJsonFile<T>(file: string, schema: ZodType<T>): T {
  try {
    const parsed = schema.safeParse(JSON.parse(fs.readFileSync(file, 'utf8')));
    if (parsed.success) return parsed.data;
  } catch {
    // missing or not JSON: the defaults are right
  }
  return schema.parse({});
}

/** Atomic: readers see the old content or the new one. Throws when the folder cannot be written. */
export function writeJsonFile(file: string, value: unknown): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`);
  fs.renameSync(temporary, file);
}
