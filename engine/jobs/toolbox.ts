/** Models, opened when first needed and kept. One analyser and one reader serve every page. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PalimpsestError } from '../base/errors';
import type { Logger } from '../base/logger';
import type { ModelInfo } from '../document';
import { openLinesReader, type Reader } from '../model';
import { openPageAnalyser, type PageAnalyser } from '../regions';
import { openModelFolder, verifyModelFolder } from '../runtime';

export interface ToolboxOptions {
  /** Folder that holds `models`. */
  readonly assetsDir: string;
  readonly threads: number;
  readonly logger: Logger;
}

/** Readers by the name that `--model` takes. A new family is a line here. */
const readers: Readonly<
  Record<string, (options: { modelsFolder: string; threads: number }) => Promise<Reader>>
> = {
  lines: openLinesReader,
};

export const defaultModel = 'lines';

export class Toolbox {
  private analyser: Promise<PageAnalyser> | undefined;
  private readonly opened = new Map<string, Promise<Reader>>();

  constructor(private readonly options: ToolboxOptions) {}

  private get modelsFolder(): string {
    return join(this.options.assetsDir, 'models');
  }

  pageAnalyser(): Promise<PageAnalyser> {
    this.analyser ??= openPageAnalyser({ modelsFolder: this.modelsFolder, threads: this.options.threads });
    // A failed start is not remembered: the next job may find the file that was missing.
    this.analyser.catch(() => (this.analyser = undefined));
    return this.analyser;
  }

  reader(name: string = defaultModel): Promise<Reader> {
    const open = readers[name];
    if (!open) {
      const known = Object.keys(readers).join(', ');
      return Promise.reject(
        new PalimpsestError('model-missing', `There is no model "${name}". Known: ${known}.`),
      );
    }
    let reader = this.opened.get(name);
    if (!reader) {
      reader = open({ modelsFolder: this.modelsFolder, threads: this.options.threads });
      this.opened.set(name, reader);
      reader.catch(() => this.opened.delete(name));
    }
    return reader;
  }

  /** What a document records about the software that read it. */
  async models(name?: string): Promise<ModelInfo[]> {
    const reader = await this.reader(name);
    const analyser = await this.pageAnalyser();
    return [...reader.models, ...analyser.models];
  }

  /** Hashes the files of every shipped model. */
  async verify(): Promise<void> {
    for (const entry of await readdir(this.modelsFolder, { withFileTypes: true })) {
      if (entry.isDirectory())
        await verifyModelFolder(await openModelFolder(join(this.modelsFolder, entry.name)));
    }
  }

  async close(): Promise<void> {
    const reader = [...this.opened.values()];
    this.opened.clear();
    const analyser = this.analyser;
    this.analyser = undefined;
    for (const opening of [...reader, ...(analyser ? [analyser] : [])]) {
      await opening.then((opened) => opened.close()).catch(() => {});
    }
  }
}

export function modelNames(): string[] {
  return Object.keys(readers);
}
