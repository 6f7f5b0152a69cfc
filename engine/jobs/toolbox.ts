/** Models, opened when first needed and kept. One analyser and one reader serve every page. */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PalimpsestError, toErrorData } from '../base/errors';
import type { ModelInfo } from '../document';
import { openLinesReader, type Reader } from '../model';
import { openPageAnalyser, type PageAnalyser } from '../regions';
import { DeviceFile, hashFile, openModelFolder, verifyModelFolder } from '../runtime';
import { type DecodeSettings, defaultDecode } from './decode-plan';
import { openNano } from './open-nano';
import { Weights } from './open-weights';
import { readerOn, SharedModel } from './shared-model';
import { installedLayout, missingPart, readerFolder, userModels, verifyUserModels } from './user-models';

export interface ToolboxOptions {
  /** Folder that holds `models`. */
  readonly assetsDir: string;
  readonly threads: number;
  /** Where a person's own models are installed. */
  readonly modelsDir?: string | undefined;
  /** An ONNX file with PP-DocLayoutV3, or `shipped`; by default the installed one, else the shipped model. */
  readonly layout?: string | undefined;
  /** Where measurements of devices are kept; without it they are made anew in every run. */
  readonly deviceFile?: string | undefined;
}

interface ReaderOptions {
  readonly modelsFolder: string;
  readonly threads: number;
}

/** Readers by the name that `--model` takes. A new family is a line here. */
const readers: Readonly<Record<string, (options: ReaderOptions) => Promise<Reader>>> = {
  nano: openNano,
  lines: openLinesReader,
};

export const defaultModel = 'lines';
/** Reads line by line, without tokens; other weights draft from its text. */
export const lineReader = 'lines';

/** What jobs need of a toolbox; tests put one without models in its place. */
export type ToolSource = Pick<
  Toolbox,
  'pageAnalyser' | 'readers' | 'readerFolder' | 'models' | 'verify' | 'inventory' | 'close'
>;

export class Toolbox {
  private analyser: Promise<PageAnalyser> | undefined;
  private verified: Promise<void> | undefined;
  /** By name and settings. What they read with is shared: another mode or block is no second model. */
  private readonly opened = new Map<string, Promise<Reader>>();
  private readonly shipped = new Map<string, SharedModel<Reader>>();
  private readonly weights = new Map<string, Weights>();

  private readonly deviceFile: DeviceFile;

  constructor(private readonly options: ToolboxOptions) {
    this.deviceFile = new DeviceFile(options.deviceFile);
  }

  private get modelsFolder(): string {
    return join(this.options.assetsDir, 'models');
  }

  /** Once, before a shipped model is used: a document states the hashes of the files that read it. ~0.2 s for 45 MB. */
  private intact(): Promise<void> {
    this.verified ??= this.verifyShipped();
    this.verified.catch(() => (this.verified = undefined));
    return this.verified;
  }

  pageAnalyser(): Promise<PageAnalyser> {
    this.analyser ??= this.intact().then(() => this.openAnalyser());
    // A failed start is not remembered: the next job may find the file that was missing.
    this.analyser.catch(() => (this.analyser = undefined));
    return this.analyser;
  }

  /** `name`: a shipped or installed reader, or a folder with weights; only those decode as `decode` says. */
  reader(name: string = defaultModel, decode: DecodeSettings = defaultDecode): Promise<Reader> {
    const open = readers[name];
    const key = `${name} ${JSON.stringify(decode)}`;
    let reader = this.opened.get(key);
    if (!reader) {
      reader = this.intact().then(() =>
        open ? this.openShipped(name, open, decode) : this.openFolder(name, decode),
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
    return readers[name] ? { reader } : { reader, prior: await this.reader(lineReader) };
  }

  private get modelOptions(): { modelsFolder: string; threads: number } {
    return { modelsFolder: this.modelsFolder, threads: this.options.threads };
  }

  /** The folder of an installed model, or the one given; `model-missing` names what there is. */
  readerFolder(name: string): Promise<string> {
    return readerFolder(this.options.modelsDir, name, modelNames());
  }

  private async openShipped(
    name: string,
    open: (options: ReaderOptions) => Promise<Reader>,
    way: DecodeSettings,
  ): Promise<Reader> {
    const shared = this.shipped.get(name) ?? new SharedModel(() => open(this.modelOptions));
    this.shipped.set(name, shared);
    return readerOn(await shared.take(), way);
  }

  private async openFolder(name: string, settings: DecodeSettings): Promise<Reader> {
    const folder = await this.readerFolder(name);
    const { threads } = this.options;
    const { deviceFile } = this;
    const { weights: precision = 'stored', ...way } = settings;
    const key = `${precision} ${folder}`;
    const weights = this.weights.get(key) ?? new Weights({ folder, precision, threads, deviceFile });
    this.weights.set(key, weights);
    return weights.reader(way);
  }

  private async openAnalyser(): Promise<PageAnalyser> {
    const { layout, modelsDir } = this.options;
    if (layout === 'shipped') return openPageAnalyser(this.modelOptions);
    if (layout !== undefined) {
      const sha256 = await hashFile(layout, 'sha256').catch((cause: unknown) => {
        throw new PalimpsestError(
          'model-missing',
          `The layout model ${layout} is missing.`,
          { file: layout },
          cause,
        );
      });
      const model = { id: 'doc-layout', name: basename(layout), version: 'own file', sha256 };
      return openPageAnalyser({ ...this.modelOptions, docLayout: { file: layout, model } });
    }
    const installed = await installedLayout(modelsDir);
    if (!installed) return openPageAnalyser(this.modelOptions);
    const { manifest, sha256 } = installed;
    const model = { id: manifest.id, name: manifest.name, version: manifest.version, sha256 };
    return openPageAnalyser({
      ...this.modelOptions,
      docLayout: { file: installed.path('model.onnx'), model },
    });
  }

  /** What a document records about the software that read it. */
  async models(name: string = defaultModel, decodeSettings?: DecodeSettings): Promise<ModelInfo[]> {
    const { reader, prior } = await this.readers(name, decodeSettings);
    const analyser = await this.pageAnalyser();
    return [...reader.models, ...(prior?.models ?? []), ...analyser.models];
  }

  /** Hashes the files of every shipped and installed model. As `intact`. */
  async verify(): Promise<void> {
    await this.verifyShipped();
    await verifyUserModels(this.options.modelsDir);
  }

  /** Fails with `model-damaged` or `model-missing`, naming the file. */
  private async verifyShipped(): Promise<void> {
    for (const folder of await this.folders()) await verifyModelFolder(await openModelFolder(folder));
  }

  /** All models as their manifests describe them, with what is wrong with those that cannot be used. */
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
    for (const { id, name, version, sha256, usable, note } of await userModels(this.options.modelsDir)) {
      models.push({ id, name, version, sha256, usable, ...(note !== undefined && { note }) });
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

export function modelNames(): string[] {
  return Object.keys(readers);
}
