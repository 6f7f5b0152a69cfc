/**
 * The project's versions. Step n turns version n - 1 into n; 0 is an empty file. All missing steps run in one
 * transaction after a backup, so that a project is either the old one or the new one.
 */
import { PalimpsestError, toErrorData } from '../base/errors';
import { type Database, numberOf } from './database';
import { applicationId, stepsToVersion2, stepsToVersion3, tablesOfVersion1 } from './schema';

export type MigrationStep = (database: Database) => void;

export const migrationSteps: readonly MigrationStep[] = [
  (database) => {
    database.execute(`PRAGMA application_id = ${applicationId}`);
    database.execute(
      'CREATE TABLE schema_steps (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) STRICT',
    );
    database.execute(tablesOfVersion1);
  },
  (database) => database.execute(stepsToVersion2),
  (database) => database.execute(stepsToVersion3),
];

/**
 * 0 for an empty database. Throws `unsupported` for a database of another program or of a newer version (`newest` is
 * the latest known), `unreadable` for a damaged one; writes nothing.
 */
export function versionOf(database: Database, newest: number = migrationSteps.length): number {
  const { file } = database;
  const id = numberOf(database.first('PRAGMA application_id')?.[0]);
  const tables = numberOf(database.first('SELECT count(*) FROM sqlite_master')?.[0]);
  if (tables === 0 && id === 0) return 0;
  if (id !== applicationId) {
    throw new PalimpsestError('unsupported', `${file} is a database of another program, not a project.`, {
      file,
    });
  }
  const version = numberOf(database.first('SELECT max(version) FROM schema_steps')?.[0]);
  if (version > newest) {
    throw new PalimpsestError(
      'unsupported',
      `${file} was made by a newer version of Palimpsest (form ${version}; this one knows up to ${newest}). It was not changed.`,
      { file },
    );
  }
  return version;
}

/** `backup` is called first unless the database is new. A failing step leaves everything as it was. */
export function migrate(
  database: Database,
  version: number,
  steps: readonly MigrationStep[],
  backup: () => string,
): void {
  if (version === steps.length) return;
  const copy = version > 0 ? backup() : undefined;
  try {
    database.transaction(() => {
      for (const [index, step] of steps.entries()) {
        if (index < version) continue;
        step(database);
        database.run('INSERT INTO schema_steps VALUES (?, ?)', [index + 1, new Date().toISOString()]);
      }
    });
  } catch (cause) {
    const { code, message } = toErrorData(cause);
    const kept = copy === undefined ? '' : ` A copy is ${copy}.`;
    throw new PalimpsestError(
      code,
      `${database.file} could not be brought to the newest form and was left as it was: ${message}${kept}`,
      { file: database.file },
      cause,
    );
  }
}
