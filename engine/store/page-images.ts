/** Pictures of pages as files of the project, named by page id; seen whole or not at all. */
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PalimpsestError } from '../base/errors';
import { isPartial, writeFileWhole } from './write-file';

export class PageImages {
  constructor(readonly folder: string) {}

  /**
   * Where a page's picture is, or would be. `variant`: lower-case letters, digits and hyphens (`full`, `thumbnail-160`);
   * it stands in the name as it is. `extension` without dot.
   */
  path(documentId: string, pageId: string, variant = 'full', extension = 'jpg'): string {
    if (!/^[a-z0-9-]{1,60}$/.test(variant) || !/^[a-z0-9]{1,8}$/.test(extension)) {
      throw new PalimpsestError('invalid-request', `"${variant}.${extension}" cannot name a picture.`);
    }
    return join(this.folder, safeName(documentId), `${safeName(pageId)}.${variant}.${extension}`);
  }

  async has(path: string): Promise<boolean> {
    return (await stat(path).catch(() => undefined))?.isFile() ?? false;
  }

  /** Writes a picture to a path of `path`. Fails with `write-failed`; an earlier picture is then still whole. */
  write(path: string, bytes: Uint8Array): Promise<void> {
    return writeFileWhole(path, bytes);
  }

  /** Removes a document's pictures; they can be made again from the source. */
  async remove(documentId: string): Promise<void> {
    await rm(join(this.folder, safeName(documentId)), { recursive: true, force: true });
  }

  /** Removes what a crash left half written. */
  async tidy(): Promise<void> {
    for (const folder of await readdir(this.folder).catch(() => [])) {
      for (const file of await readdir(join(this.folder, folder)).catch(() => [])) {
        if (isPartial(file)) await rm(join(this.folder, folder, file), { force: true });
      }
    }
  }
}

/** Ids come from files: no separators, no `..`, and nothing that a file system without upper case would mix up. */
function safeName(id: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(id) && !/^(con|prn|aux|nul|com\d|lpt\d)$/.test(id)) return id;
  return `_${createHash('sha256').update(id).digest('hex').slice(0, 32)}`;
}
