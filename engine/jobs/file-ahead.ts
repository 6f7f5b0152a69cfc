/**
 * The file after the one in work: opened, and its first page prepared, while the last page of the other is read. Folders
 * of pictures, a page each, overlap by this alone.
 */
import type { JobFile, Project, Settings } from '../store';
import type { ConvertRequest } from './convert-request';
import { isWritten } from './export-document';
import { type OpenDocument, type OpenDocumentOptions, openDocument } from './open-document';
import type { PageAhead } from './page-ahead';
import type { PrepareTools } from './prepare-page';

export interface NamedFile {
  readonly file: JobFile;
  readonly stem: string;
}

export interface FileAheadTools {
  readonly project: Project;
  readonly request: ConvertRequest;
  readonly options: OpenDocumentOptions;
  readonly pages: PageAhead;
}

export class FileAhead {
  private held:
    | { readonly id: number; readonly opening: Promise<OpenDocument>; readonly work: Promise<void> }
    | undefined;

  constructor(private readonly tools: FileAheadTools) {}

  /** Does nothing while a file or a page is held. Its fault is told at its own turn. `present`: the file in work. */
  begin(next: NamedFile, present: OpenDocument, settings: Settings, pageTools: PrepareTools): void {
    const { pages } = this.tools;
    if (this.held || !pages.isFree) return;
    const opening = this.openNow(next.file);
    const work = opening.then(async (open) => {
      const isSame = open.source.info.sha256 === present.source.info.sha256;
      if (!isSame && (await this.isToBeRead(open, next, settings))) await this.prepareFirst(open, pageTools);
    });
    // Whoever takes the file hears of it.
    work.catch(() => {});
    this.held = { id: next.file.id, opening, work };
  }

  /** The file opened, as `openDocument` does. */
  open(file: JobFile): Promise<OpenDocument> {
    const { held } = this;
    if (held?.id !== file.id) return this.openNow(file);
    this.held = undefined;
    return held.opening;
  }

  /** Resolves when nothing is worked on. */
  async settle(): Promise<void> {
    await this.held?.work.catch(() => {});
  }

  /** Closes a file that was not wanted after all. */
  async drop(): Promise<void> {
    const { held } = this;
    this.held = undefined;
    await held?.work.catch(() => {});
    await held?.opening.then(({ source }) => source.close()).catch(() => {});
  }

  private openNow({ path, relativePath }: JobFile): Promise<OpenDocument> {
    return openDocument(path, relativePath, this.tools.options);
  }

  /** Not for what is known already, by whatever name: how much of it is left to do is seen at its own turn. */
  private async isToBeRead(open: OpenDocument, { stem }: NamedFile, settings: Settings): Promise<boolean> {
    const { project, request } = this.tools;
    const { formats, out: folder, onExists } = request;
    const { sha256 } = open.source.info;
    if (project.documents.has(open.id) || project.finished.find({ sha256, settings })) return false;
    return onExists !== 'skip' || !(await isWritten({ formats, folder, stem, onExists }));
  }

  private async prepareFirst({ document, source }: OpenDocument, pageTools: PrepareTools): Promise<void> {
    const { pages, request } = this.tools;
    const first = document.pages.find(({ number }) => request.pages?.includes(number) ?? true);
    if (!first) return;
    pages.begin(source, first, pageTools);
    await pages.settle();
  }
}
