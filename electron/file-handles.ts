/** Names for paths that the window may hold: random, so that none can be guessed. Paths stay in this process. */
import { randomBytes } from 'node:crypto';
import { PalimpsestError } from '../engine/protocol/errors';

export class FileHandles {
  readonly #paths = new Map<string, string>();
  readonly #handles = new Map<string, string>();

  /** The same path always has the same handle. */
  handleOf(path: string): string {
    const known = this.#handles.get(path);
    if (known !== undefined) return known;
    const handle = randomBytes(16).toString('hex');
    this.#paths.set(handle, path);
    this.#handles.set(path, handle);
    return handle;
  }

  /** Throws `invalid-request` for a handle that was not given out. */
  pathOf(handle: string): string {
    const path = this.#paths.get(handle);
    if (path === undefined) throw new PalimpsestError('invalid-request', 'That file is not known any more.');
    return path;
  }
}
