/** Models, opened when first needed and kept. One analyser and one reader serve every page. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PalimpsestError, toErrorData } from '../base/errors';
import { decode } from '../decoding';
import type { ModelInfo } from '../document';
import { openGlmOcrReader, openLinesReader, type Reader } from '../model';
import { openPageAnalyser, type PageAnalyser } from '../regions';
import { type ModelFolder, openModelFolder, verifyModelFolder } from '../runtime';
import { type DecodeSettings, defaultDecode, planFor } from './decode-plan';

export interface ToolboxOptions {
  /** Folder that holds `models`. */
  readonly assetsDir: string;
  readonly threads: number;
}

/** Readers by the name that `--model` takes. A new family is a line here. */
const readers: Readonly<
  Record<string, (options: { modelsFolder: string; threads: number }) => Promise<Reader>>
> = {
  lines: openLinesReader,
};

export const defaultModel = 'lines';

/** What jobs need of a toolbox; tests put one without models in its place. */
export type ToolSource = Pick<
  Toolbox,
  'pageAnalyser' | 'readers' | 'models' | 'verify' | 'inventory' | 'close'
>;

export class Toolbox {
  private analyser: Promise<PageAnalyser> | undefined;
  private verified: Promise<void> | undefined;
  private readonly opened = new Map<string, Promise<Reader>>();

  constructor(private readonly options: ToolboxOptions) {}

  private get modelsFolder(): string {
    return join(this.options.assetsDir, 'models');
  }

  /** Once, before a model is used: a document states the hashes of the files that read it. ~0.2 s for 45 MB. */
  private intact(): Promise<void> {
    this.verified ??= this.verify();
    this.verified.catch(() => (this.verified = undefined));
    return this.verified;
  }

  pageAnalyser(): Promise<PageAnalyser> {
    this.analyser ??= this.intact().then(() => openPageAnalyser(this.modelOptions));
    // A failed start is not remembered: the next job may find the file that was missing.
    this.analyser.catch(() => (this.analyser = undefined));
    return this.analyser;
  }

  /** `name`: a shipped reader, or a folder with published weights; only those decode as `decode` says. */
  reader(name: string = defaultModel, decode: DecodeSettings = defaultDecode): Promise<Reader> {
    const shipped = readers[name];
    const key = shipped ? name : `${name} ${decode.mode} ${decode.blockLength}`;
    let reader = this.opened.get(key);
    if (!reader) {
      reader = this.intact().then(() =>
        shipped ? shipped(this.modelOptions) : this.openFolder(name, decode),
      );
      this.opened.set(key, reader);
      reader.catch(() => this.opened.delete(key));
    }
    return reader;
  }

  /** The reader and, where its weights draft, the line reader whose text they draft from. */
  async readers(
    name: string,
    decode?: DecodeSettings,
  ): Promise<{ readonly reader: Reader; readonly prior?: Reader }> {
    const reader = await this.reader(name, decode);
    return readers[name] ? { reader } : { reader, prior: await this.reader(defaultModel) };
  }

  private get modelOptions(): { modelsFolder: string; threads: number } {
    return { modelsFolder: this.modelsFolder, threads: this.options.threads };
  }

  private async openFolder(folder: string, decodeSettings: DecodeSettings): Promise<Reader> {
    const info = await stat(join(folder, 'config.json')).catch(() => undefined);
    if (!info?.isFile()) {
      const message = `There is no model "${folder}": neither one of ${modelNames().join(', ')} nor a folder with config.json.`;
      throw new PalimpsestError('model-missing', message, { file: folder });
    }
    const { threads } = this.options;
    return openGlmOcrReader({ folder, threads, decode, planFor: planFor(decodeSettings) });
  }

  /** What a document records about the software that read it. */
  async models(name: string = defaultModel, decodeSettings?: DecodeSettings): Promise<ModelInfo[]> {
    const { reader, prior } = await this.readers(name, decodeSettings);
    const analyser = await this.pageAnalyser();
    return [...reader.models, ...(prior?.models ?? []), ...analyser.models];
  }

  /** Hashes the files of every shipped model; fails with `model-damaged` or `model-missing`, naming the file. */
  async verify(): Promise<void> {
    for (const folder of await this.folders()) await verifyModelFolder(await openModelFolder(folder));
  }

  /** The shipped models as their manifests describe them, with what is wrong with those that cannot be used. */
  async inventory(): Promise<(ModelInfo & { usable: boolean; note?: string })[]> {
    const models: (ModelInfo & { usable: boolean; note?: string })[] = [];
    for (const folder of await this.folders()) {
      const id = basename(folder);
      try {
        const model = await openModelFolder(folder);
        const { name, version } = model.manifest;
        const note = await missingPart(model);
        const fault = note === undefined ? { usable: true } : { usable: false, note };
        models.push({ id, name, version, sha256: model.sha256, ...fault });
      } catch (error) {
        const note = toErrorData(error).message;
        models.push({ id, name: id, version: '', sha256: '', usable: false, note });
      }
    }
    return models;
  }

  private async folders(): Promise<string[]> {
    const entries = await readdir(this.modelsFolder, { withFileTypes: true }).catch((cause: unknown) => {
      const message = `The folder ${this.modelsFolder} with the models is missing.`;
      throw new PalimpsestError('model-missing', message, { file: this.modelsFolder }, cause);
    });
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(this.modelsFolder, entry.name))
      .sort();
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

/** What is wrong with a model's files at first sight (their sizes); undefined when nothing is. */
async function missingPart(model: ModelFolder): Promise<string | undefined> {
  for (const [name, { bytes }] of Object.entries(model.manifest.files)) {
    const info = await stat(model.path(name)).catch(() => undefined);
    if (!info) return `Its file ${name} is missing.`;
    if (info.size !== bytes) return `Its file ${name} is not the one in its manifest.`;
  }
  return undefined;
}

export function modelNames(): string[] {
  return Object.keys(readers);
}
