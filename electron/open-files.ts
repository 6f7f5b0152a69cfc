/** Opening for the window: dialogs, dropped and pasted files, samples. Paths come in here and handles go out. */
import fs from 'node:fs';
import path from 'node:path';
import { type BrowserWindow, dialog } from 'electron';
import { PalimpsestError } from '../engine/protocol/errors';
import type { OpenedFiles, ShellParams, ShellResult } from '../engine/protocol/shell';
import { pictureOnClipboard } from './clipboard-picture';
import type { EngineSupervisor } from './engine-supervisor';
import type { FileHandles } from './file-handles';

export interface OpenFilesOptions {
  readonly supervisor: EngineSupervisor;
  readonly handles: FileHandles;
  /** Absolute. */
  readonly samplesFolder: string;
  readonly pastedFolder: string;
}

export const nothingOpened: OpenedFiles = { documents: [], rejected: [] };

export class OpenFiles {
  readonly #options: OpenFilesOptions;

  constructor(options: OpenFilesOptions) {
    this.#options = options;
  }

  get hasSamples(): boolean {
    return (this.#samplesIn(this.#options.samplesFolder) ?? []).length > 0;
  }

  /** The documents in the samples' folder, which also holds their texts; undefined for any other folder. */
  #samplesIn(folder: string): readonly string[] | undefined {
    if (path.resolve(folder) !== this.#options.samplesFolder || !fs.existsSync(folder)) return undefined;
    const names = fs.readdirSync(folder).filter((name) => /\.(pdf|png|jpe?g|tiff?|webp)$/i.test(name));
    return names.sort().map((name) => path.join(folder, name));
  }

  async open(
    paths: readonly string[],
    passwords?: Record<string, string>,
    documentIds?: readonly string[],
  ): Promise<OpenedFiles> {
    if (paths.length === 0) return nothingOpened;
    const { supervisor, handles } = this.#options;
    const { documents, rejected } = await supervisor.open({
      paths: [...paths],
      ...(passwords ? { passwords } : {}),
      ...(documentIds ? { documentIds: [...documentIds] } : {}),
    });
    return {
      documents,
      rejected: rejected.map((error) => ({
        ...error,
        ...(error.file === undefined ? {} : { file: path.basename(error.file) }),
        handle: handles.handleOf(error.file ?? ''),
      })),
    };
  }

  async dialog(window: BrowserWindow, what: 'files' | 'folder'): Promise<OpenedFiles> {
    const chosen = await dialog.showOpenDialog(window, {
      properties: what === 'files' ? ['openFile', 'multiSelections'] : ['openDirectory'],
    });
    return chosen.canceled ? nothingOpened : this.open(chosen.filePaths);
  }

  /** Pages of the files that the person chooses, put into a document. */
  async insertPages(
    window: BrowserWindow,
    place: ShellParams<'insert-pages'>,
  ): Promise<ShellResult<'insert-pages'>> {
    const chosen = await dialog.showOpenDialog(window, { properties: ['openFile', 'multiSelections'] });
    if (chosen.canceled || chosen.filePaths.length === 0) return null;
    return this.#options.supervisor.insertPages({ ...place, paths: chosen.filePaths });
  }

  samples(): Promise<OpenedFiles> {
    return this.open([this.#options.samplesFolder]);
  }

  /** Documents of the project, from the files that they came from. */
  async recent(documentIds: readonly string[]): Promise<OpenedFiles> {
    const known = await this.#options.supervisor.request('recent', {});
    const wanted = new Set(documentIds);
    const paths = known.filter(({ id }) => wanted.has(id)).map((each) => each.path);
    return this.open(paths, undefined, documentIds);
  }

  /** A picture on the clipboard becomes a file of ours first: the engine reads files only. */
  async clipboard(): Promise<OpenedFiles> {
    const picture = await pictureOnClipboard();
    if (!picture) throw new PalimpsestError('not-found', 'There is no picture on the clipboard.');
    const { pastedFolder } = this.#options;
    fs.mkdirSync(pastedFolder, { recursive: true });
    const stamp = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
    const file = path.join(pastedFolder, `Pasted ${stamp}.png`);
    fs.writeFileSync(file, picture);
    return this.open([file]);
  }

  withPassword(handle: string, password: string): Promise<OpenedFiles> {
    const file = this.#options.handles.pathOf(handle);
    return this.open([file], { [file]: password });
  }
}
