import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { silentLogger } from '../base/logger';
import { type Document, parseDocument } from '../document';
import { sketchDocument } from '../document/test-documents';
import { Database } from './database';
import { migrationSteps } from './migrations';
import { openProject } from './project';
import { openForTest, projectFolder } from './testing/project-folder';
import { smallDisk } from './testing/small-disk';

const fixtures = join(dirname(fileURLToPath(import.meta.url)), 'fixtures');
const noMount = 'needs the right to mount a small disk';
const document = sketchDocument([[{ label: 'text', text: 'kept' }]]);
const fails = (code: string) => expect.objectContaining({ code });

/** A closed project with one document, and a backup when asked for, which no connection has ever touched. */
function madeProject(withBackup = false): string {
  const folder = projectFolder();
  const project = openProject(folder);
  project.documents.save(document, 'a.png');
  if (withBackup) project.backup();
  project.close();
  return copyOf(folder);
}

function copyOf(folder: string): string {
  const copy = projectFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** A project in a folder of its own, of one database file. */
function projectFrom(database: string): string {
  const folder = projectFolder();
  mkdirSync(folder);
  copyFileSync(database, join(folder, 'project.sqlite'));
  return folder;
}

describe('a project', () => {
  test('lies in folders of any name', () => {
    for (const name of ['ü 😀 u\u0308', 'a?b#c%41&mode=ro', "it's; DROP", 'x'.repeat(200), ' trailing ']) {
      const folder = projectFolder(name);
      const project = openForTest(folder);
      project.documents.save(document, 'a.png');
      project.close();
      expect(readdirSync(dirname(folder))).toEqual([name]);
      const reading = openForTest(folder, { readOnly: true });
      expect(reading.documents.load(document.id)).toEqual(document);
    }
  });

  test('makes copies of itself, of which the newest five are kept', () => {
    const folder = madeProject();
    const project = openForTest(folder);
    const made = Array.from({ length: 7 }, () => project.backup());
    const names = made.slice(2).map((file) => basename(file));
    expect(readdirSync(join(folder, 'backups'))).toEqual(names);
    project.compact();
    expect(openForTest(projectFrom(made[6]!)).documents.load(document.id)).toEqual(document);
  });

  test('takes several writes together or none', () => {
    const project = openForTest(projectFolder());
    expect(() =>
      project.transaction(() => {
        project.documents.save(document, 'a.png');
        project.jobs.setState(7, 'done');
      }),
    ).toThrow(fails('not-found'));
    expect(project.documents.list()).toEqual([]);
    project.transaction(() => {
      project.documents.save(document, 'a.png');
      // A refusal that is dealt with takes only its own writes back.
      expect(() => project.edits.apply(document.id, { kind: 'remove-region', regionId: 'no' })).toThrow();
    });
    expect(project.documents.load(document.id)).toEqual(document);
  });
});

describe('versions', () => {
  const fixture = (): string => projectFrom(join(fixtures, 'version-1.sqlite'));
  const expected = (): Document =>
    parseDocument(JSON.parse(readFileSync(join(fixtures, 'version-1.json'), 'utf8')));

  test('a project of version 1 opens with everything in it', () => {
    const project = openForTest(fixture());
    expect(project.documents.load('document-1')).toEqual(expected());
    expect(project.edits.steps('document-1')).toEqual({
      undoable: 2,
      redoable: 1,
      undoes: 'exclude-page',
      redoes: 'set-level',
    });
    expect(project.traces.load('document-1', 'page-1-region-1-reading')).toEqual({ rounds: [] });
    expect(project.jobs.list()).toMatchObject([{ state: 'done' }]);
    expect(project.edits.redo('document-1')).toBeDefined();
    while (project.edits.undo('document-1'));
    expect(project.edits.steps('document-1')).toMatchObject({ undoable: 0, redoable: 3 });
  });

  test('it is brought to a newer version after a backup', () => {
    const folder = fixture();
    const steps = [
      ...migrationSteps,
      (database: Database) => database.execute('ALTER TABLE documents ADD COLUMN colour TEXT'),
    ];
    const project = openForTest(folder, { steps });
    expect(project.documents.load('document-1')).toEqual(expected());
    project.close();
    const [backup] = readdirSync(join(folder, 'backups'));
    expect(backup).toMatch(/-v1\.sqlite$/);
    expect(openForTest(projectFrom(join(folder, 'backups', backup!))).documents.load('document-1')).toEqual(
      expected(),
    );
  });

  test('one of version 2 gets places for pages of other files and for crops', () => {
    const folder = fixture();
    openProject(folder, { steps: migrationSteps.slice(0, 2) }).close();
    const project = openForTest(folder);
    expect(project.documents.load('document-1')).toEqual(expected());
    const [page] = expected().pages;
    if (!page) throw new Error('no page');
    const source = { ...expected().source, name: 'other.png', sha256: 'd'.repeat(64) };
    project.edits.apply('document-1', [
      { kind: 'crop-page', pageId: page.id, box: { x: 0, y: 0, width: page.width, height: 50 } },
      { kind: 'insert-pages', index: 1, pages: [{ ...page, id: 'new', regions: [], source }] },
    ]);
    const before = project.documents.load('document-1');
    project.close();
    expect(readdirSync(join(folder, 'backups')).join()).toMatch(/-v2\.sqlite/);
    const again = openForTest(folder);
    expect(again.documents.load('document-1')).toEqual(before);
    again.edits.undo('document-1');
    expect(again.documents.load('document-1')).toEqual(expected());
  });

  test('a migration that fails leaves the project as it was', () => {
    const folder = fixture();
    const steps = [
      ...migrationSteps,
      (database: Database) => database.execute('DROP TABLE edits'),
      () => {
        throw new Error('does not work');
      },
    ];
    expect(() => openProject(folder, { steps })).toThrow(/left as it was: does not work A copy is .*backups/);
    expect(openForTest(folder).documents.load('document-1')).toEqual(expected());
  });

  test('a newer one is refused untouched, for writing and for reading', () => {
    const folder = projectFolder();
    openProject(folder, { steps: [...migrationSteps, () => {}] }).close();
    const before = readFileSync(join(folder, 'project.sqlite'));
    for (const readOnly of [false, true]) {
      expect(() => openProject(folder, { readOnly })).toThrow(
        /newer version of Palimpsest \(form \d+; .* up to \d+\)/,
      );
      expect(() => openProject(folder, { readOnly })).toThrow(fails('unsupported'));
    }
    expect(readFileSync(join(folder, 'project.sqlite'))).toEqual(before);
  });

  test('an older one is not changed for reading', () => {
    const steps = [...migrationSteps, () => {}];
    expect(() => openProject(fixture(), { readOnly: true, steps })).toThrow(
      /older version .*open it once for writing/,
    );
  });

  test("another program's database is left alone", () => {
    const folder = projectFolder();
    mkdirSync(folder);
    const file = join(folder, 'project.sqlite');
    const other = new Database(file);
    other.all('PRAGMA journal_mode = WAL');
    other.execute('CREATE TABLE photos (a)');
    other.all('PRAGMA wal_checkpoint(TRUNCATE)');
    const copy = copyOf(folder);
    const before = readFileSync(join(copy, 'project.sqlite'));
    other.close();
    expect(() => openProject(copy)).toThrow(/another program/);
    expect(readFileSync(join(copy, 'project.sqlite'))).toEqual(before);
  });
});

describe('a damaged database', () => {
  const damages: [string, (file: string) => void][] = [
    ['cut in half', (file) => truncateSync(file, 20_000)],
    ['cut within its header', (file) => truncateSync(file, 50)],
    ['overwritten', (file) => writeFileSync(file, 'garbage '.repeat(4000))],
  ];
  test.each(damages)('%s: says which file, changes nothing and names the backup', (_, damage) => {
    const folder = madeProject(true);
    const [backup = 'none'] = readdirSync(join(folder, 'backups'));
    const file = join(folder, 'project.sqlite');
    damage(file);
    const before = readFileSync(file);
    for (const readOnly of [false, true]) {
      try {
        openProject(folder, { readOnly }).close();
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: 'unreadable', place: { file } });
        expect(String(error)).toContain(file);
        expect(String(error)).toContain(backup);
      }
    }
    expect(readFileSync(file)).toEqual(before);
  });

  test('of no bytes beside pictures is not taken for a new project', () => {
    const folder = madeProject();
    mkdirSync(join(folder, 'pages'));
    truncateSync(join(folder, 'project.sqlite'), 0);
    expect(() => openProject(folder)).toThrow(/is empty/);
  });

  test('after a crash is found even where no header tells', () => {
    const folder = madeProject();
    const file = join(folder, 'project.sqlite');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, bytes.length - 4096);
    writeFileSync(file, bytes);
    openProject(copyOf(folder)).close();
    writeFileSync(join(folder, 'writer.json'), '{}');
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => warnings.push(message) };
    // It is not forgotten by the first who looks.
    for (let time = 1; time <= 2; time++) {
      expect(() => openProject(folder, { logger })).toThrow(fails('unreadable'));
      expect(warnings).toHaveLength(time);
    }
  });

  test('with a record that is no document names the file', () => {
    const folder = madeProject();
    const file = join(folder, 'project.sqlite');
    const database = new Database(file);
    database.run("UPDATE regions SET body = json_set(body, '$.label', 'poem')");
    database.close();
    expect(() => openForTest(folder).documents.load(document.id)).toThrow(
      expect.objectContaining({ code: 'unreadable', message: expect.stringContaining(file) }),
    );
  });
});

describe('the disk', () => {
  test('when it is full, the write fails with a reason and everything before it is there', (context) => {
    const disk = smallDisk(2);
    if (!disk) return context.skip(noMount);
    const folder = join(disk.folder, 'project');
    const project = openForTest(folder);
    project.documents.save({ ...document, pages: [] }, 'a.png');
    const text = 'x'.repeat(20_000);
    const pageOf = (number: number) => ({
      ...sketchDocument([[{ label: 'text', text: `${number} ${text}` }]]).pages[0]!,
      id: `p${number}`,
      regions: sketchDocument([[{ label: 'text', text, id: `r${number}` }]]).pages[0]!.regions,
    });
    let saved = 0;
    expect(() => {
      for (; saved < 1000; saved++) project.documents.savePage(document.id, pageOf(saved));
    }).toThrow(
      expect.objectContaining({ code: 'write-failed', message: expect.stringContaining('disk is full') }),
    );
    expect(saved).toBeGreaterThan(5);
    expect(project.documents.load(document.id).pages).toHaveLength(saved);
    project.close();
    const again = openForTest(folder, { readOnly: true });
    expect(again.documents.load(document.id).pages.map((page) => page.id)).toEqual(
      Array.from({ length: saved }, (_, index) => `p${index}`),
    );
  });

  test('when it is read-only, writing is refused with a reason and reading works', (context) => {
    const disk = smallDisk(8);
    if (!disk) return context.skip(noMount);
    const folder = join(disk.folder, 'project');
    cpSync(madeProject(), folder, { recursive: true });
    disk.makeReadOnly();
    expect(() => openProject(folder)).toThrow(
      expect.objectContaining({ code: 'write-failed', message: expect.stringContaining('read-only') }),
    );
    expect(() => openProject(join(disk.folder, 'new'))).toThrow(fails('write-failed'));
    const reading = openForTest(folder, { readOnly: true });
    expect(reading.documents.load(document.id)).toEqual(document);
    expect(() => reading.documents.save(document, 'a.png')).toThrow(fails('write-failed'));
  });

  test('without a project there is nothing to read', () => {
    expect(() => openProject(projectFolder(), { readOnly: true })).toThrow(fails('not-found'));
  });
});
