/** Jobs and their files: what was asked for, how far it is, what became of it. */
import { type ErrorData, PalimpsestError } from '../base/errors';
import { errorDataSchema } from '../document';
import { canonicalJson } from './canonical-json';
import { type Database, jsonOf, numberOf, type Row, recordOf, textOf, textOrNothing } from './database';

/** `interrupted`: its process ended without finishing it. */
export const jobStates = [
  'queued',
  'running',
  'paused',
  'interrupted',
  'done',
  'failed',
  'cancelled',
] as const;
export type JobState = (typeof jobStates)[number];

export const jobFileStates = [
  'waiting',
  'working',
  'done',
  'partial',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type JobFileState = (typeof jobFileStates)[number];

export interface Job {
  readonly id: number;
  readonly state: JobState;
  /** As given to `add`; JSON. */
  readonly options: Readonly<Record<string, unknown>>;
  /** As given to `setState`. */
  readonly account?: unknown;
  readonly createdAt: string;
  readonly changedAt: string;
}

/** A source as found on disk. `modifiedAt`: milliseconds since 1970. */
export interface SourceFile {
  readonly path: string;
  /** Below what was asked for, `/`-separated; decides where the output goes. */
  readonly relativePath: string;
  readonly bytes: number;
  readonly modifiedAt: number;
}

export interface JobFile extends SourceFile {
  readonly id: number;
  readonly jobId: number;
  readonly position: number;
  readonly state: JobFileState;
  /** How often work on it was begun since it came further last. */
  readonly attempts: number;
  /** Of the content, while size and time are those it was computed for. */
  readonly sha256?: string;
  readonly error?: ErrorData;
  readonly account?: unknown;
  /** As given to `setWriting`; JSON. */
  readonly writing?: unknown;
}

const jobColumns = 'key, state, options, account, created_at, changed_at';
const fileColumns = `files.key, job, position, path, relative_path, bytes, modified_at, sha256, state, attempts,
  error, account, writing`;

export class Jobs {
  constructor(private readonly database: Database) {}

  /** A queued job over these files, in this order; a file that is named twice is taken once. */
  add(options: Readonly<Record<string, unknown>>, files: readonly SourceFile[] = []): Job {
    return this.database.transaction(() => {
      const at = new Date().toISOString();
      const id = this.database.insert(
        "INSERT INTO jobs (state, options, created_at, changed_at) VALUES ('queued', ?, ?, ?)",
        [canonicalJson(options), at, at],
      );
      this.addFiles(id, files);
      return this.get(id);
    });
  }

  /** Appends files to a job; those it has already keep place and state. */
  addFiles(jobId: number, files: readonly SourceFile[]): void {
    this.database.transaction(() => {
      let next = numberOf(
        this.database.first('SELECT coalesce(max(position), -1) + 1 FROM job_files WHERE job = ?', [
          jobId,
        ])?.[0],
      );
      for (const { path, relativePath, bytes, modifiedAt } of files) {
        this.database.run(
          `INSERT INTO files (path, bytes, modified_at) VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET
             sha256 = CASE WHEN bytes = excluded.bytes AND modified_at = excluded.modified_at THEN sha256 END,
             bytes = excluded.bytes, modified_at = excluded.modified_at`,
          [path, bytes, modifiedAt],
        );
        const added = this.database.run(
          `INSERT INTO job_files (job, file, position, relative_path, state, attempts)
           SELECT ?, key, ?, ?, 'waiting', 0 FROM files WHERE path = ? ON CONFLICT DO NOTHING`,
          [jobId, next, relativePath, path],
        );
        if (added > 0) next++;
      }
    });
  }

  /** In the order in which they were added. */
  list(states: readonly JobState[] = jobStates): Job[] {
    return this.database
      .all(`SELECT ${jobColumns} FROM jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY key`, [
        JSON.stringify(states),
      ])
      .map(jobFrom);
  }

  /** Throws `not-found`. */
  get(jobId: number): Job {
    const row = this.database.first(`SELECT ${jobColumns} FROM jobs WHERE key = ?`, [jobId]);
    if (!row) throw missing(`job ${jobId}`);
    return jobFrom(row);
  }

  /** `account`: what became of everything, JSON; kept when left out. */
  setState(jobId: number, state: JobState, account?: unknown): void {
    const changed = this.database.run(
      'UPDATE jobs SET state = ?, account = coalesce(?, account), changed_at = ? WHERE key = ?',
      [state, jsonOrNull(account), new Date().toISOString(), jobId],
    );
    if (changed === 0) throw missing(`job ${jobId}`);
  }

  /** In order. */
  files(jobId: number, states: readonly JobFileState[] = jobFileStates): JobFile[] {
    return this.database
      .all(
        `SELECT ${fileColumns} FROM job_files JOIN files ON files.key = file
         WHERE job = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY position`,
        [jobId, JSON.stringify(states)],
      )
      .map(fileFrom);
  }

  /** How many files are in each state; states without a file are 0. */
  fileCounts(jobId: number): Record<JobFileState, number> {
    const counts = { waiting: 0, working: 0, done: 0, partial: 0, failed: 0, skipped: 0, cancelled: 0 };
    const rows = this.database.all('SELECT state, count(*) FROM job_files WHERE job = ? GROUP BY state', [
      jobId,
    ]);
    for (const [state, count] of rows) counts[oneOf(jobFileStates, state)] = numberOf(count);
    return counts;
  }

  /**
   * `working` counts as a further attempt. `error` and `account` belong to the new state; left out, the error is
   * forgotten and the account kept.
   */
  setFileState(
    jobId: number,
    fileId: number,
    state: JobFileState,
    details: { readonly error?: ErrorData; readonly account?: unknown } = {},
  ): void {
    const changed = this.database.run(
      `UPDATE job_files SET state = ?, error = ?, account = coalesce(?, account), attempts = attempts + ?
       WHERE job = ? AND file = ?`,
      [
        state,
        jsonOrNull(details.error),
        jsonOrNull(details.account),
        state === 'working' ? 1 : 0,
        jobId,
        fileId,
      ],
    );
    if (changed === 0) throw missing(`file ${fileId} in job ${jobId}`);
  }

  /**
   * What is known so far of a file at work, so that the next start need not begin from nothing; JSON. Attempts count
   * anew: the work came further.
   */
  setProgress(jobId: number, fileId: number, account: unknown): void {
    this.database.run('UPDATE job_files SET account = ?, attempts = 0 WHERE job = ? AND file = ?', [
      jsonOrNull(account),
      jobId,
      fileId,
    ]);
  }

  /** Before results are written: half written ones are then known to be the job's own. JSON. */
  setWriting(jobId: number, fileId: number, writing: unknown): void {
    this.database.run('UPDATE job_files SET writing = ? WHERE job = ? AND file = ?', [
      jsonOrNull(writing),
      jobId,
      fileId,
    ]);
  }

  /** Files of these states wait again, with their attempts counted anew; their number. */
  retry(jobId: number, states: readonly JobFileState[] = ['failed', 'partial', 'cancelled']): number {
    return this.database.run(
      `UPDATE job_files SET state = 'waiting', attempts = 0, error = NULL
       WHERE job = ? AND state IN (SELECT value FROM json_each(?))`,
      [jobId, JSON.stringify(states)],
    );
  }

  /** Notes the hash of a file's content, for the size and time that it has here. */
  setHash(fileId: number, sha256: string): void {
    if (this.database.run('UPDATE files SET sha256 = ? WHERE key = ?', [sha256, fileId]) === 0) {
      throw missing(`file ${fileId}`);
    }
  }

  /** After a crash nothing is at work: jobs become `interrupted`, their files wait again and keep their attempts. */
  settle(): void {
    this.database.transaction(() => {
      this.database.run("UPDATE jobs SET state = 'interrupted' WHERE state = 'running'");
      this.database.run("UPDATE job_files SET state = 'waiting' WHERE state = 'working'");
    });
  }
}

function jobFrom([id, state, options, account, createdAt, changedAt]: Row): Job {
  return {
    id: numberOf(id),
    state: oneOf(jobStates, state),
    options: recordOf(options),
    ...(account === null ? {} : { account: jsonOf(account) }),
    createdAt: textOf(createdAt),
    changedAt: textOf(changedAt),
  };
}

function fileFrom(row: Row): JobFile {
  const [id, job, position, path, relativePath, bytes, modifiedAt, hash, state, attempts, error, ...more] =
    row;
  const [account, writing] = more;
  const sha256 = textOrNothing(hash);
  return {
    id: numberOf(id),
    jobId: numberOf(job),
    position: numberOf(position),
    path: textOf(path),
    relativePath: textOf(relativePath),
    bytes: numberOf(bytes),
    modifiedAt: numberOf(modifiedAt),
    state: oneOf(jobFileStates, state),
    attempts: numberOf(attempts),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(error === null ? {} : { error: errorFrom(error) }),
    ...(account === null ? {} : { account: jsonOf(account) }),
    ...(writing === null ? {} : { writing: jsonOf(writing) }),
  };
}

function errorFrom(value: Row[number] | undefined): ErrorData {
  const result = errorDataSchema.safeParse(jsonOf(value));
  if (!result.success)
    throw new PalimpsestError('unreadable', 'The project is damaged: an error in it is none.');
  return result.data;
}

function oneOf<T extends string>(values: readonly T[], value: Row[number] | undefined): T {
  const found = values.find((each) => each === value);
  if (found === undefined)
    throw new PalimpsestError('unreadable', `The project is damaged: ${value} is no state.`);
  return found;
}

function jsonOrNull(value: unknown): string | null {
  return value === undefined ? null : canonicalJson(value);
}

function missing(what: string): PalimpsestError {
  return new PalimpsestError('not-found', `There is no ${what} in this project.`);
}
