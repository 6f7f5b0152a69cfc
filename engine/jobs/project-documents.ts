/**
 * The project behind an engine: all that is known of documents goes into it as it comes about, and is there again when
 * a file is opened another time. Where no project can be written, documents live in memory only and edits are refused.
 */
import { PalimpsestError, toErrorData } from '../base/errors';
import { type Logger, silentLogger } from '../base/logger';
import type { ModelInfo, Page, Region } from '../document';
import type { EditResult } from '../protocol/requests/edit';
import type { ProjectStatus } from '../protocol/requests/status';
import { type EditOutcome, openProject, type Project, type Settings } from '../store';
import { addModels, type OpenDocument, replacePage } from './open-document';

export interface ProjectOptions {
  /** Made when it is missing, at first use. */
  readonly folder: string;
  readonly logger: Logger;
  /** Who works on it, in words for another user. */
  readonly program: string;
}

export class ProjectDocuments {
  private opened: { readonly project?: Project; readonly fault?: PalimpsestError } | undefined;

  constructor(private readonly options: ProjectOptions) {}

  /** Over a project that somebody else opens and closes. */
  static over(project: Project): ProjectDocuments {
    const documents = new ProjectDocuments({ folder: project.folder, logger: silentLogger, program: '' });
    documents.opened = { project };
    return documents;
  }

  /** For reading; undefined when there is no usable one. */
  get project(): Project | undefined {
    this.opened ??= this.open();
    return this.opened.project;
  }

  /** Throws the reason when the project cannot be written. */
  get writable(): Project {
    const { project } = this;
    if (project && !project.isReadOnly) return project;
    throw this.opened?.fault ?? new PalimpsestError('project-in-use', 'The project can only be read.');
  }

  /** Throws the reason when the project cannot even be read. */
  get reading(): Project {
    return this.project ?? this.writable;
  }

  private get kept(): Project | undefined {
    return this.project?.isReadOnly === false ? this.project : undefined;
  }

  status(): ProjectStatus {
    const { project } = this;
    const { fault } = this.opened ?? {};
    return {
      folder: project?.folder ?? this.options.folder,
      readOnly: project?.isReadOnly ?? true,
      interrupted: project?.wasInterrupted ?? false,
      ...(fault && { error: toErrorData(fault) }),
    };
  }

  /** Gives a document that was just opened all that is known of it. */
  takeIn(open: OpenDocument): void {
    const { project, kept } = this;
    const { id } = open;
    if (kept && !kept.documents.has(id))
      open.document = kept.documents.save(open.document, open.relativePath);
    else if (kept) {
      kept.transaction(() => {
        kept.documents.save({ ...open.document, pages: [] }, open.relativePath);
        // What was being read when its process ended waits again; its finished regions stay.
        for (const page of kept.documents.load(id).pages) {
          if (page.status === 'working')
            kept.documents.savePage(id, { ...page, status: 'waiting', regions: [] });
        }
      });
      open.document = kept.documents.load(id);
    } else if (project?.documents.has(id)) {
      const { source } = open.document;
      const known = project.documents.load(id);
      open.document = { ...known, source, pages: known.pages.map(waitingAgain) };
    }
  }

  /** Opened by itself, a file of a folder that was opened before stays a file of that folder. */
  keepPlace(open: OpenDocument): void {
    const { project } = this;
    if (open.relativePath === open.source.info.name && project?.documents.has(open.id))
      open.relativePath = project.documents.relativePath(open.id);
  }

  /** What became of pages that a crashed engine could not save itself; everything where nothing is kept. */
  takeBack(open: OpenDocument, pages: readonly Page[]): void {
    for (const page of pages) {
      if (!this.kept) replacePage(open, waitingAgain(page));
      else if (page.error?.code === 'engine-crashed') this.savePage(open, { ...page, regions: [] });
    }
  }

  /** Keeps a page and takes it over as it then stands: what a person did meanwhile stays. */
  savePage(open: OpenDocument, page: Page, settings?: Settings): Page {
    // Taken out while it was read: it does not come back.
    if (!open.document.pages.some(({ id }) => id === page.id)) return page;
    const saved = this.kept?.documents.savePage(open.id, page, { settings }) ?? page;
    replacePage(open, saved);
    return saved;
  }

  /** Before the readings that these models made. */
  addModels(open: OpenDocument, models: readonly ModelInfo[]): void {
    this.kept?.documents.addModels(open.id, models);
    addModels(open, models);
  }

  /** How regions of a saved page were decoded, by region; those that are kept are taken out of the map. */
  saveTraces(open: OpenDocument, page: Page, traces: Map<string, unknown>): void {
    if (!open.document.pages.some(({ id }) => id === page.id)) return;
    for (const region of page.regions) {
      const trace = traces.get(region.id);
      const reading = region.readings[region.readings.length - 1];
      if (trace === undefined || reading === undefined) continue;
      this.kept?.traces.save(open.id, reading.id, trace);
      traces.delete(region.id);
    }
  }

  /** Regions of an interrupted page that were read with these settings, by id. */
  regionsRead({ id }: OpenDocument, pageId: string, settings: Settings): ReadonlyMap<string, Region> {
    const regions = this.kept?.finished.regions(id, pageId, settings) ?? [];
    return new Map(regions.map((region) => [region.id, region]));
  }

  /** Takes over what an edit, an undo or a redo of the store has changed. */
  changed(open: OpenDocument, outcome: EditOutcome | undefined): EditResult {
    const steps = this.writable.edits.steps(open.id);
    if (!outcome) return { pages: [], steps };
    const { pages, order, removed, removedPages } = outcome;
    const byId = new Map([...open.document.pages, ...pages].map((page) => [page.id, page]));
    const ids = order ?? open.document.pages.map((page) => page.id);
    const { removed: before = [], ...document } = open.document;
    const list = removedPages ?? before;
    open.document = {
      ...document,
      pages: ids.flatMap((id) => byId.get(id) ?? []),
      ...(list.length > 0 && { removed: list }),
    };
    return {
      pages,
      ...(order && { order }),
      ...(removed && { removed }),
      ...(removedPages && { removedPages }),
      steps,
    };
  }

  close(): void {
    this.opened?.project?.close();
    this.opened = {};
  }

  private open(): { readonly project?: Project; readonly fault?: PalimpsestError } {
    const { folder, logger, program } = this.options;
    try {
      return { project: openProject(folder, { logger, program }) };
    } catch (error) {
      const { code, message, file } = toErrorData(error, { file: folder });
      const fault = new PalimpsestError(code, message, file === undefined ? {} : { file }, error);
      logger.error('The project cannot be used for writing.', { message });
      if (code !== 'project-in-use' && code !== 'write-failed') return { fault };
      try {
        return { project: openProject(folder, { logger, program, readOnly: true }), fault };
      } catch {
        return { fault };
      }
    }
  }
}

function waitingAgain(page: Page): Page {
  return page.status === 'working' ? { ...page, status: 'waiting' } : page;
}
