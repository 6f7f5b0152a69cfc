/**
 * One writer per project. The lock is the operating system's, taken through SQLite on a file of its own, so it ends
 * with its process however that ends; `writer.json` beside it says who holds it. It exists after an opening that was
 * not closed: a crash.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { PalimpsestError } from '../base/errors';

export interface WriterLock {
  /** The former writer did not close the project. */
  readonly afterCrash: boolean;
  /** With `asFound` a crash is still to be seen by the next one: the project could not be opened. */
  release(asFound?: boolean): void;
}

/** `program`: who opens it, in words for another user. Fails with `project-in-use`, naming the process, or `write-failed`. */
export function takeWriterLock(folder: string, program: string): WriterLock {
  const file = join(folder, 'writer.lock');
  const note = join(folder, 'writer.json');
  let lock: Libsql.Database | undefined;
  try {
    lock = new Libsql(file, { timeout: 0 });
    // No prepared statements on this connection: they would keep it, and the lock, beyond `close`.
    lock.exec('BEGIN IMMEDIATE');
  } catch (cause) {
    lock?.close();
    throw refusal(folder, note, cause);
  }
  const held = lock;
  const afterCrash = readNote(note) !== undefined;
  try {
    const holder = { process: process.pid, program, host: hostname(), since: new Date().toISOString() };
    writeFileSync(note, JSON.stringify(holder));
  } catch (cause) {
    held.close();
    throw notWritable(folder, cause);
  }
  return {
    afterCrash,
    release(asFound = false) {
      if (!held.open) return;
      if (!asFound || !afterCrash) rmSync(note, { force: true });
      held.close();
    },
  };
}

function refusal(folder: string, note: string, cause: unknown): PalimpsestError {
  const busy = cause instanceof Error && 'code' in cause && /^SQLITE_(BUSY|LOCKED)/.test(String(cause.code));
  if (!busy) return notWritable(folder, cause);
  const who = readNote(note) ?? 'another process';
  return new PalimpsestError(
    'project-in-use',
    `The project ${folder} is in use by ${who}. Close it there first, or open it for reading only.`,
    { file: folder },
    cause,
  );
}

function notWritable(folder: string, cause: unknown): PalimpsestError {
  const full = cause instanceof Error && /ENOSPC|SQLITE_FULL/.test('code' in cause ? String(cause.code) : '');
  const reason = full ? 'the disk is full' : 'no permission to write there, or the disk is read-only';
  return new PalimpsestError(
    'write-failed',
    `The project ${folder} cannot be written: ${reason}.`,
    { file: folder },
    cause,
  );
}

/** Undefined when there is none. Written by any version, so nothing is taken for granted. */
function readNote(note: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(note, 'utf8');
  } catch {
    return undefined;
  }
  try {
    const { process, program, host, since } = JSON.parse(text);
    return `${program} (process ${process} on ${host}, since ${since})`;
  } catch {
    return 'another process';
  }
}
