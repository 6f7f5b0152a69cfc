/**
 * Which project the window works on: the library of its own, or a folder that a person opened, such as the output of a
 * conversion on the command line. The last ones are remembered.
 */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { PalimpsestError } from '../engine/protocol/errors';
import { readJsonFile, writeJsonFile } from './json-file';

const databaseName = 'project.sqlite';
const mostRemembered = 12;
const remembered = z.object({ folders: z.array(z.string().max(4096)).catch([]) });

export class ProjectFolder {
  readonly #library: string;
  readonly #file: string;
  #opened: string | undefined;

  /** `library`: the window's own project; `file`: where the last ones are remembered. */
  constructor(library: string, file: string) {
    this.#library = library;
    this.#file = file;
  }

  get current(): string {
    return this.#opened ?? this.#library;
  }

  /** Undefined for the window's own. */
  get opened(): string | undefined {
    return this.#opened;
  }

  /** Those that are still there, the last one first. */
  get recent(): readonly string[] {
    return readJsonFile(this.#file, remembered).folders.filter((folder) => projectIn(folder) !== undefined);
  }

  /** Undefined: the window's own. Throws `not-found` for a folder without a project. */
  open(folder: string | undefined): void {
    this.#opened = folder === undefined ? undefined : requireProject(folder);
    const { current, recent } = this;
    if (this.#opened === undefined) return;
    const folders = [current, ...recent.filter((each) => each !== current)].slice(0, mostRemembered);
    writeJsonFile(this.#file, { folders });
  }
}

/** The project in a folder, or in the hidden one that a conversion makes beside its results. Throws `not-found`. */
export function requireProject(folder: string): string {
  const found = projectIn(folder);
  if (found === undefined)
    throw new PalimpsestError('not-found', `There is no project in ${folder}.`, { file: folder });
  return found;
}

function projectIn(folder: string): string | undefined {
  const places = [folder, path.join(folder, '.palimpsest')];
  return places.find((place) => fs.existsSync(path.join(place, databaseName)));
}

/** As a person knows it: the hidden folder by the one around it. */
export function projectName(folder: string): string {
  return path.basename(folder) === '.palimpsest' ? path.dirname(folder) : folder;
}
