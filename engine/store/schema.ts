/**
 * The tables of a project. JSON in `body` is the truth; the columns beside it are for finding things. A version is
 * never changed once released: a later form is a further step in `migrations.ts`.
 */

/** "Plmp": says that an SQLite file is a project. */
export const applicationId = 0x506c6d70;

export const tablesOfVersion1 = `
-- What decided a result (model, hash, decode mode …), by its hash.
CREATE TABLE settings (key TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;

CREATE TABLE jobs (
  key INTEGER PRIMARY KEY,
  state TEXT NOT NULL,
  options TEXT NOT NULL,
  account TEXT,
  created_at TEXT NOT NULL,
  changed_at TEXT NOT NULL
) STRICT;

-- Sources. Never written to; size and time tell whether a hash still holds.
CREATE TABLE files (
  key INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  sha256 TEXT
) STRICT;
CREATE INDEX files_by_content ON files (sha256);

-- A file's place and state in a job.
CREATE TABLE job_files (
  job INTEGER NOT NULL REFERENCES jobs,
  file INTEGER NOT NULL REFERENCES files,
  position INTEGER NOT NULL,
  relative_path TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  error TEXT,
  account TEXT,
  PRIMARY KEY (job, file)
) STRICT;
CREATE INDEX job_files_in_order ON job_files (job, position);

CREATE TABLE documents (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  path TEXT NOT NULL,
  relative_path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  body TEXT NOT NULL,
  saved_at TEXT NOT NULL
) STRICT;
CREATE INDEX documents_by_content ON documents (sha256);

CREATE TABLE pages (
  key INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  number INTEGER NOT NULL,
  status TEXT NOT NULL,
  excluded INTEGER NOT NULL,
  settings TEXT REFERENCES settings,
  body TEXT NOT NULL,
  UNIQUE (document, id)
) STRICT;
CREATE INDEX pages_in_order ON pages (document, position);

-- readings: keys of readings, oldest first. superseded_at: replaced when the page was read again, kept all the same.
CREATE TABLE regions (
  key INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents,
  page INTEGER NOT NULL REFERENCES pages,
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  label TEXT NOT NULL,
  state TEXT NOT NULL,
  body TEXT NOT NULL,
  readings TEXT NOT NULL,
  superseded_at TEXT
) STRICT;
CREATE UNIQUE INDEX regions_by_id ON regions (document, id) WHERE superseded_at IS NULL;
CREATE INDEX regions_in_order ON regions (page, position);

-- Facts: added, never changed or removed. A region that goes takes nothing with it.
CREATE TABLE readings (
  key INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents,
  id TEXT NOT NULL,
  region TEXT NOT NULL,
  model TEXT NOT NULL,
  model_sha256 TEXT,
  settings TEXT REFERENCES settings,
  saved_at TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX readings_by_id ON readings (document, id);

-- Rounds of a decode, as deflated JSON.
CREATE TABLE traces (reading INTEGER PRIMARY KEY REFERENCES readings, body BLOB NOT NULL) STRICT;

-- What people did, in order: the edit as it was made, the one that takes it back, and once it was taken back the one
-- that brings it back. state: done, undone (can be redone), dropped (no longer in reach, kept as history).
CREATE TABLE edits (
  key INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents,
  at TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'dropped')),
  edit TEXT NOT NULL,
  undo TEXT NOT NULL,
  redo TEXT
) STRICT;
CREATE INDEX edits_in_order ON edits (document, state, key);
`;

/** A step of undo holds a list of edits; a file of a job notes what it is about to write (JSON). */
export const stepsToVersion2 = `
UPDATE edits SET edit = '[' || edit || ']', undo = '[' || undo || ']', redo = '[' || redo || ']';
ALTER TABLE job_files ADD COLUMN writing TEXT;
`;

/**
 * Of a page that was put in: the content of its file. Of a cropped page: ids of the regions that the crop leaves outside
 * (JSON). Also keeps programs that know no crops from writing here.
 */
export const stepsToVersion3 = `
ALTER TABLE pages ADD COLUMN origin TEXT;
ALTER TABLE pages ADD COLUMN outside TEXT;
CREATE INDEX pages_with_outside ON pages (document) WHERE outside IS NOT NULL;
`;
