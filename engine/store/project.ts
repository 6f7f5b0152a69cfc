/** A project on disk: `project.sqlite`, page pictures in `pages`, former versions in `backups`. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PalimpsestError } from '../base/errors';
import { type Logger, silentLogger } from '../base/logger';
import { Database, type OpenMode } from './database';
import { Documents } from './documents';
import { Edits } from './edits';
import { type Counts, countFindings, type FoundRegion, findRegions, type RegionFilter } from './findings';
import { FinishedWork } from './finished-work';
import { Jobs } from './jobs';
import { type MigrationStep, migrate, migrationSteps, versionOf } from './migrations';
import { PageImages } from './page-images';
import { Traces } from './traces';
import { makeFolder } from './write-file';
import { takeWriterLock, type WriterLock } from './writer-lock';

export interface OpenProjectOptions {
  readonly logger?: Logger;
  /** Changes nothing and needs no lock, so that a project in use can be looked at. */
  readonly readOnly?: boolean;
  /** Who opens it, for the message that another one gets. */
  readonly program?: string;
  /** Versions of the form of a project; others than ours only in tests. */
  readonly steps?: readonly MigrationStep[];
}

const databaseName = 'project.sqlite';
const mostBackups = 5;

/**
 * Opens the project in a folder; a writer makes both when they are missing. Fails with `project-in-use` (another
 * writer; the message names the process), `not-found` (reading only), `unreadable` (damaged; nothing is changed),
 * `unsupported` (a newer version or another program's database) or `write-failed`.
 */
export function openProject(folder: string, options: OpenProjectOptions = {}): Project {
  const place = resolve(folder);
  const logger = options.logger ?? silentLogger;
  const steps = options.steps ?? migrationSteps;
  return options.readOnly === true
    ? openForReading(place, steps)
    : openForWriting(place, steps, logger, options.program ?? 'Palimpsest');
}

export class Project {
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly edits: Edits;
  readonly finished: FinishedWork;
  readonly traces: Traces;
  readonly images: PageImages;

  constructor(
    readonly folder: string,
    private readonly database: Database,
    private readonly lock: WriterLock | undefined,
  ) {
    this.jobs = new Jobs(database);
    this.documents = new Documents(database);
    this.edits = new Edits(database, this.documents);
    this.finished = new FinishedWork(database, this.documents);
    this.traces = new Traces(database, this.documents);
    this.images = new PageImages(join(folder, 'pages'));
  }

  get isReadOnly(): boolean {
    return this.lock === undefined;
  }

  /** The former writer did not close the project: there may be interrupted jobs to go on with. */
  get wasInterrupted(): boolean {
    return this.lock?.afterCrash ?? false;
  }

  /** All or nothing for several calls; they must not be asynchronous. */
  transaction<T>(work: () => T): T {
    return this.database.transaction(work);
  }

  /** Of the whole project, or of one document. */
  counts(documentId?: string): Counts {
    return countFindings(this.database, documentId);
  }

  /** In the order of documents, pages and reading. */
  regions(filter: RegionFilter = {}): FoundRegion[] {
    return findRegions(this.database, filter);
  }

  /** Copies the database as it stands into `backups`; returns the copy's path. The newest five are kept. */
  backup(): string {
    return backUp(this.folder, this.database, versionOf(this.database));
  }

  /** Gives space of replaced content back to the disk; needs as much again while it runs. */
  compact(): void {
    this.database.execute('VACUUM');
  }

  /** Nothing is lost without it; another writer can open the project afterwards. */
  close(): void {
    this.database.close();
    this.lock?.release();
  }
}

function openForWriting(
  folder: string,
  steps: readonly MigrationStep[],
  logger: Logger,
  program: string,
): Project {
  makeFolder(folder);
  const lock = takeWriterLock(folder, program);
  let database: Database | undefined;
  try {
    refuseEmptied(folder);
    const opened = new Database(join(folder, databaseName));
    database = opened;
    const version = versionOf(opened, steps.length);
    if (lock.afterCrash) {
      logger.warn('The project was not closed last time; it is checked.', { folder });
      checkIntegrity(opened);
    }
    opened.startLog();
    migrate(opened, version, steps, () => backUp(folder, opened, version));
    const project = new Project(folder, opened, lock);
    project.jobs.settle();
    if (lock.afterCrash) void project.images.tidy().catch(() => {});
    return project;
  } catch (error) {
    database?.close();
    lock.release(true);
    throw describeDamage(error, folder);
  }
}

function openForReading(folder: string, steps: readonly MigrationStep[]): Project {
  const file = join(folder, databaseName);
  if (!existsSync(file)) {
    throw new PalimpsestError('not-found', `There is no project in ${folder}.`, { file: folder });
  }
  let database: Database | undefined;
  try {
    database = connectForReading(file);
    const version = versionOf(database, steps.length);
    if (version === steps.length) return new Project(folder, database, undefined);
    const made = version === 0 ? 'is empty' : `was made by an older version of Palimpsest (form ${version})`;
    throw new PalimpsestError(
      'unsupported',
      `${file} ${made}: open it once for writing, so that it is brought to the newest form.`,
      { file },
    );
  } catch (error) {
    database?.close();
    throw describeDamage(error, folder);
  }
}

/** On read-only media SQLite cannot make the index of its log; without a log it need not. */
function connectForReading(file: string): Database {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  const modes: OpenMode[] = log && log.size > 0 ? ['read'] : ['read', 'immutable'];
  for (const mode of modes) {
    const database = new Database(file, mode);
    try {
      database.first('SELECT count(*) FROM sqlite_master');
      return database;
    } catch (error) {
      database.close();
      const isDenied = error instanceof PalimpsestError && error.code === 'write-failed';
      if (!isDenied || mode === modes[modes.length - 1]) throw error;
    }
  }
  throw new Error('There is always a last mode.');
}

/** A database of no bytes is new to SQLite; beside pictures or backups it has lost its content. */
function refuseEmptied(folder: string): void {
  const file = join(folder, databaseName);
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return;
  const others = ['pages', 'backups'].filter((name) => existsSync(join(folder, name)));
  if (others.length === 0) return;
  throw new PalimpsestError('unreadable', `${file} is damaged: it is empty. Nothing was changed.`, { file });
}

function checkIntegrity(database: Database): void {
  const found = database.first('PRAGMA quick_check(1)')?.[0];
  if (found === 'ok') return;
  const { file } = database;
  throw new PalimpsestError('unreadable', `${file} is damaged (${found}). Nothing in it was changed.`, {
    file,
  });
}

function backUp(folder: string, database: Database, version: number): string {
  const backups = join(folder, 'backups');
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 17);
  const file = join(backups, `project-${stamp}-v${version}.sqlite`);
  const temporary = `${file}.part`;
  try {
    mkdirSync(backups, { recursive: true });
    rmSync(temporary, { force: true });
    database.run('VACUUM INTO ?', [temporary]);
    renameSync(temporary, file);
  } catch (cause) {
    rmSync(temporary, { force: true });
    if (cause instanceof PalimpsestError) throw cause;
    throw new PalimpsestError('write-failed', `The backup ${file} cannot be written.`, { file }, cause);
  }
  for (const old of backupsIn(folder).slice(0, -mostBackups)) rmSync(join(backups, old), { force: true });
  return file;
}

/** Oldest first: names begin with the time. */
function backupsIn(folder: string): string[] {
  const backups = join(folder, 'backups');
  if (!existsSync(backups)) return [];
  return readdirSync(backups)
    .filter((name) => name.endsWith('.sqlite'))
    .sort();
}

/** Whoever finds a project damaged wants to know where it is and of its copies. */
function describeDamage(error: unknown, folder: string): unknown {
  if (!(error instanceof PalimpsestError) || error.code !== 'unreadable') return error;
  const file = join(folder, databaseName);
  const newest = backupsIn(folder).pop();
  const place = error.place.file === undefined ? `${file}: ` : '';
  const hint = newest === undefined ? '' : ` The newest backup is ${join(folder, 'backups', newest)}.`;
  return new PalimpsestError('unreadable', `${place}${error.message}${hint}`, { file }, error);
}
