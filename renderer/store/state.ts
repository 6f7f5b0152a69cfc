/** Everything the window knows, in slices. Entities by id, lists as ids; changed only by `operations` and events. */
import type { Block, Page } from '../../engine/document';
import type { ErrorData } from '../../engine/protocol/errors';
import type { Events } from '../../engine/protocol/events';
import type { EngineStatus } from '../../engine/protocol/requests/status';
import type {
  EngineState,
  ProjectPlace,
  RejectedFile,
  Settings,
  WrittenFile,
} from '../../engine/protocol/shell';
import { type FindState, initialFind } from './find-state';
import { initialReview, type ReviewSlice } from './review-state';

export interface OpenDocument {
  readonly id: string;
  readonly name: string;
  readonly relativePath: string;
  readonly pageIds: readonly string[];
  /** Pages that a person took out of it. */
  readonly removedPages: number;
}

export interface LibrarySlice {
  readonly documentIds: readonly string[];
  readonly documents: Readonly<Record<string, OpenDocument>>;
  readonly pages: Readonly<Record<string, Page>>;
  readonly documentOfPage: Readonly<Record<string, string>>;
  readonly rejected: readonly RejectedFile[];
  /** What a person should know and that stopped nothing; the newest few hundred. */
  readonly remarks: readonly ErrorData[];
  readonly opening: boolean;
  /** Text of pages as blocks, fetched when a page is looked at; undefined until then or when it has changed. */
  readonly blocks: Readonly<Record<string, readonly Block[]>>;
  /** Regions being read just now, with the text so far, by page. */
  readonly live: Readonly<Record<string, readonly Events['region']['region'][]>>;
}

export interface JobSlice {
  readonly engine: EngineState;
  readonly running: boolean;
  readonly cancelling: boolean;
  readonly progress: Events['progress'] | undefined;
  readonly lastJob: Events['job-done'] | undefined;
  /** Read these when the running job has ended. */
  readonly queued: readonly string[];
  readonly status: EngineStatus | undefined;
}

export type ZoomMode = 'fit' | 'width' | 'custom';
export type DialogName =
  | 'export'
  | 'settings'
  | 'palette'
  | 'shortcuts'
  | 'problems'
  | 'projects'
  | 'interrupted'
  | 'reread'
  | 'reread-page'
  | 'history'
  | 'straighten'
  | 'crop-page'
  | 'split-page'
  | 'identity';

export interface ViewSlice {
  readonly pageId: string | undefined;
  readonly regionId: string | undefined;
  readonly hoveredId: string | undefined;
  /** Where the selection came from: the other pane follows, the own one stays. */
  readonly selectedBy: 'page' | 'text' | 'keyboard';
  readonly zoomMode: ZoomMode;
  /** Screen pixels for each page pixel, in mode `custom`. */
  readonly zoom: number;
  readonly showLibrary: boolean;
  readonly showText: boolean;
  readonly showRegions: boolean;
  /** The pane of decoding, below the text. */
  readonly showDecoding: boolean;
  /** The batch, in place of page and text. */
  readonly showBatch: boolean;
  readonly dialog: DialogName | undefined;
}

export interface Toast {
  readonly id: number;
  readonly tone: 'plain' | 'success' | 'danger';
  readonly text: string;
  /** Something to do about it; such a message stays longer. */
  readonly action?: ToastAction;
}

export interface ToastAction {
  readonly label: string;
  readonly perform: () => void;
}

export interface ExportState {
  readonly running: boolean;
  readonly folder: { readonly handle: string; readonly name: string } | undefined;
  readonly result:
    | { readonly files: readonly WrittenFile[]; readonly failed: readonly ErrorData[] }
    | undefined;
}

export interface ShellSlice {
  readonly ready: boolean;
  readonly settings: Settings;
  readonly locale: string;
  readonly platform: string;
  readonly version: string;
  readonly hasSamples: boolean;
  readonly project: ProjectPlace;
  readonly toasts: readonly Toast[];
  /** Last sentence for screen readers. */
  readonly announcement: string;
  readonly exporting: ExportState;
}

export interface FindSlice {
  readonly find: FindState;
}

export type State = LibrarySlice & JobSlice & ViewSlice & ShellSlice & ReviewSlice & FindSlice;

export const initialState: State = {
  ...initialReview,
  find: initialFind,
  documentIds: [],
  documents: {},
  pages: {},
  documentOfPage: {},
  rejected: [],
  remarks: [],
  opening: false,
  blocks: {},
  live: {},
  engine: { state: 'starting' },
  running: false,
  cancelling: false,
  progress: undefined,
  lastJob: undefined,
  queued: [],
  status: undefined,
  pageId: undefined,
  regionId: undefined,
  hoveredId: undefined,
  selectedBy: 'keyboard',
  zoomMode: 'fit',
  zoom: 1,
  showLibrary: true,
  showText: true,
  showRegions: true,
  showDecoding: false,
  showBatch: false,
  dialog: undefined,
  ready: false,
  settings: {
    theme: 'system',
    language: 'system',
    threads: 0,
    existingText: 'read',
    keep: ['footnote'],
    formats: ['md'],
    textSize: 17,
    readOnOpen: true,
    model: '',
    decode: 'self-speculative',
    letterKeys: true,
    doubtMarks: 'usual',
    spellCheck: true,
    spellingLanguage: '',
  },
  locale: 'en',
  platform: 'linux',
  version: '',
  hasSamples: false,
  project: { name: null, recent: [] },
  toasts: [],
  announcement: '',
  exporting: { running: false, folder: undefined, result: undefined },
};
