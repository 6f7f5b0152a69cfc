/** Rounds of decodes, deflated; a trace belongs to one reading. */
import { deflateSync, inflateSync } from 'node:zlib';
import { PalimpsestError } from '../base/errors';
import { type Database, numberOf } from './database';
import type { Documents } from './documents';

/** Far above any trace; a small file must not inflate to all memory. */
const mostBytes = 256 * 2 ** 20;

export class Traces {
  constructor(
    private readonly database: Database,
    private readonly documents: Documents,
  ) {}

  /** After its reading was saved; replaces an earlier trace of it. Throws `not-found` when the reading is unknown. */
  save(documentId: string, readingId: string, trace: unknown): void {
    const key = this.readingKey(documentId, readingId);
    if (key === undefined)
      throw new PalimpsestError('not-found', `There is no reading ${readingId} in this project.`);
    const body = deflateSync(Buffer.from(JSON.stringify(trace)));
    this.database.run('INSERT OR REPLACE INTO traces VALUES (?, ?)', [key, body]);
  }

  /** For `parseTrace`; undefined when there is none. */
  load(documentId: string, readingId: string): unknown {
    const key = this.readingKey(documentId, readingId);
    const row =
      key === undefined ? undefined : this.database.first('SELECT body FROM traces WHERE reading = ?', [key]);
    if (!row) return undefined;
    const [body] = row;
    try {
      if (!(body instanceof Uint8Array)) throw new TypeError('not bytes');
      return JSON.parse(inflateSync(body, { maxOutputLength: mostBytes }).toString('utf8'));
    } catch (cause) {
      const { file } = this.database;
      throw new PalimpsestError(
        'unreadable',
        `${file} is damaged: the trace of ${readingId}.`,
        { file },
        cause,
      );
    }
  }

  /** The newest of that id: a reading that replaced an equal-named one is the one that is meant. */
  private readingKey(documentId: string, readingId: string): number | undefined {
    const { key } = this.documents.header(documentId);
    const row = this.database.first('SELECT max(key) FROM readings WHERE document = ? AND id = ?', [
      key,
      readingId,
    ]);
    return row?.[0] == null ? undefined : numberOf(row[0]);
  }
}
