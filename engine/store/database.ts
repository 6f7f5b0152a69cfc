/**
 * The one place that talks to libsql. Values are bound, never put into SQL; faults come out as PalimpsestError and
 * name the file. libsql aborts the process on a single Buffer or null that is not in an array, so parameters always
 * travel in one.
 */
import { pathToFileURL } from 'node:url';
import Libsql from 'libsql';
import { PalimpsestError } from '../base/errors';

export type SqlValue = string | number | Uint8Array | null;
export type Row = readonly SqlValue[];

/** `immutable`: nobody writes, and no file may be made beside it (read-only media). */
export type OpenMode = 'write' | 'read' | 'immutable';

type Statement = ReturnType<Libsql.Database['prepare']>;

/** Another process may hold the file for the moment of a checkpoint or a commit. */
const busyMilliseconds = 5000;

export class Database {
  private readonly statements = new Map<string, Statement>();
  private readonly connection: Libsql.Database;
  private depth = 0;
  private hasLog = false;

  /** Fails with `not-found` or `write-failed` when the file cannot be opened; its content is not looked at yet. */
  constructor(
    readonly file: string,
    readonly mode: OpenMode = 'write',
  ) {
    const place =
      mode === 'write' ? file : `${pathToFileURL(file).href}?mode=ro${mode === 'read' ? '' : '&immutable=1'}`;
    try {
      this.connection = new Libsql(place, { timeout: busyMilliseconds });
    } catch (cause) {
      throw this.translate(cause);
    }
  }

  /**
   * Before the first write. Readers and the writer do not wait for each other then; an acknowledged write survives a
   * power cut, and a crash leaves the last complete one.
   */
  startLog(): void {
    this.all('PRAGMA journal_mode = WAL');
    this.hasLog = true;
    for (const pragma of ['synchronous = FULL', 'foreign_keys = ON', 'trusted_schema = OFF']) {
      this.all(`PRAGMA ${pragma}`);
    }
  }

  /** Fixed SQL only. */
  execute(sql: string): void {
    this.guarded(() => this.connection.exec(sql));
  }

  /** The number of changed rows. */
  run(sql: string, parameters: readonly SqlValue[] = []): number {
    return this.guarded(() => this.prepared(sql).run(parameters).changes);
  }

  /** The key of the new row. */
  insert(sql: string, parameters: readonly SqlValue[]): number {
    return this.guarded(() => Number(this.prepared(sql).run(parameters).lastInsertRowid));
  }

  all(sql: string, parameters: readonly SqlValue[] = []): Row[] {
    return this.guarded(() => this.prepared(sql).all(parameters) as Row[]);
  }

  first(sql: string, parameters: readonly SqlValue[] = []): Row | undefined {
    // Not `get`: it would leave a query of several rows half read, and its snapshot held.
    return this.all(sql, parameters)[0];
  }

  /** Several reads of one state: what another process commits meanwhile is not seen. */
  snapshot<T>(work: () => T): T {
    return this.depth > 0 ? work() : this.within('BEGIN', work);
  }

  /** All or nothing, also one inside another. */
  transaction<T>(work: () => T): T {
    return this.within(this.depth === 0 ? 'BEGIN IMMEDIATE' : 'SAVEPOINT inner_work', work);
  }

  private within<T>(begin: string, work: () => T): T {
    const outer = this.depth === 0;
    this.execute(begin);
    this.depth++;
    try {
      const result = work();
      this.execute(outer ? 'COMMIT' : 'RELEASE inner_work');
      return result;
    } catch (error) {
      // SQLite may have rolled back everything by itself (full disk).
      if (this.connection.inTransaction) {
        this.connection.exec(outer ? 'ROLLBACK' : 'ROLLBACK TO inner_work; RELEASE inner_work');
      }
      throw error;
    } finally {
      this.depth--;
    }
  }

  /**
   * The file is complete by itself afterwards, without a log beside it, unless somebody is reading. libsql ends a
   * connection only when its statements are garbage collected; without a log it holds no lock until then.
   */
  close(): void {
    if (!this.connection.open) return;
    try {
      if (this.hasLog) this.connection.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
    } catch {
      // What is in the log counts all the same and is moved at the next opening.
    }
    this.statements.clear();
    this.connection.close();
  }

  private prepared(sql: string): Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.connection.prepare(sql);
      if (statement.reader) statement.raw();
      this.statements.set(sql, statement);
    }
    return statement;
  }

  private guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw this.translate(cause);
    }
  }

  private translate(cause: unknown): unknown {
    return describeFault(cause, this.file) ?? cause;
  }
}

/** Undefined for what is a bug of ours (wrong SQL, a broken constraint). */
function describeFault(cause: unknown, file: string): PalimpsestError | undefined {
  if (!(cause instanceof Error)) return undefined;
  // A connection that cannot be opened has no code, only its number at the end of the message.
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  const fault = (kind: 'write-failed' | 'unreadable' | 'project-in-use', reason: string) =>
    new PalimpsestError(kind, `${file} ${reason}`, { file }, cause);
  if (/^SQLITE_FULL/.test(code)) return fault('write-failed', 'cannot be written: the disk is full.');
  if (/^SQLITE_(READONLY|PERM|AUTH)/.test(code)) {
    return fault(
      'write-failed',
      'cannot be written: no permission to write there, or the disk is read-only.',
    );
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return fault('unreadable', 'is damaged or not a project database. Nothing in it was changed.');
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return fault('project-in-use', 'is being used by another process.');
  if (/^SQLITE_IOERR/.test(code))
    return fault('write-failed', `cannot be used: the disk has a fault (${code}).`);
  if (/^SQLITE_CANTOPEN|ConnectionFailed.*: 14/.test(code)) {
    return fault('write-failed', 'cannot be opened: it is not there, or no permission to write there.');
  }
  return undefined;
}

/** Columns of a row; a value of another type means a damaged or foreign database. */
export function textOf(value: SqlValue | undefined): string {
  if (typeof value !== 'string') throw wrongType('text', value);
  return value;
}

export function numberOf(value: SqlValue | undefined): number {
  if (typeof value !== 'number') throw wrongType('a number', value);
  return value;
}

export function textOrNothing(value: SqlValue | undefined): string | undefined {
  return value === null ? undefined : textOf(value);
}

export function jsonOf(value: SqlValue | undefined): unknown {
  try {
    return JSON.parse(textOf(value));
  } catch (cause) {
    throw new PalimpsestError('unreadable', 'The project is damaged: a record is not JSON.', {}, cause);
  }
}

export function recordOf(value: SqlValue | undefined): Record<string, unknown> {
  const json = jsonOf(value);
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw wrongType('a record', value);
  return { ...json };
}

function wrongType(expected: string, value: SqlValue | undefined): PalimpsestError {
  return new PalimpsestError(
    'unreadable',
    `The project is damaged: ${expected} was expected, not ${value === null ? 'nothing' : typeof value}.`,
  );
}
