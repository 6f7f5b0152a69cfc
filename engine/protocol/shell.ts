/**
 * What the window may ask of the application's shell (dialogs, settings, files, the engine behind it), and what the
 * shell tells it. The window is not trusted: it passes ids and handles, never paths, and every parameter is checked.
 */
import { z } from 'zod';
import { decodeModes, furnitureLabels } from '../document/labels';
import { defineRequest } from './define';
import type { ErrorData } from './errors';
import type { EventKind, Events } from './events';
import type { InsertResult } from './requests/insert-pages';
import type { DocumentSummary } from './requests/open';

const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'pt']),
  /** Processor threads for reading; 0 leaves it to the engine. */
  threads: z.number().int().min(0).max(64),
  existingText: z.enum(['read', 'keep', 'mix']),
  keep: z.array(z.enum(furnitureLabels)),
  formats: z.array(z.string().max(20)).max(20),
  /** Pixels of the text pane's body text. */
  textSize: z.number().int().min(12).max(32),
  readOnOpen: z.boolean(),
  /** A reader's id; empty leaves it to the engine. */
  model: z.string().max(300),
  decode: z.enum(decodeModes),
  /** Single letters and digits are commands while the regions of a page have the keyboard. */
  letterKeys: z.boolean(),
  /** How many words are marked as doubtful. */
  doubtMarks: z.enum(['none', 'few', 'usual', 'many']),
  spellCheck: z.boolean(),
  /** A dictionary's language; empty: each document's own. */
  spellingLanguage: z.string().max(60),
};

/** `{}` gives the defaults; a damaged value does as well, so that one bad entry does not cost the others. */
export const settingsSchema = z.object({
  theme: fields.theme.catch('system'),
  language: fields.language.catch('system'),
  threads: fields.threads.catch(0),
  existingText: fields.existingText.catch('read'),
  keep: fields.keep.catch(['footnote']),
  formats: fields.formats.catch(['md']),
  textSize: fields.textSize.catch(17),
  readOnOpen: fields.readOnOpen.catch(true),
  model: fields.model.catch(''),
  decode: fields.decode.catch('self-speculative'),
  letterKeys: fields.letterKeys.catch(true),
  doubtMarks: fields.doubtMarks.catch('usual'),
  spellCheck: fields.spellCheck.catch(true),
  spellingLanguage: fields.spellingLanguage.catch(''),
});
export type Settings = z.infer<typeof settingsSchema>;

export const settingsChange = z.object({
  theme: fields.theme.exactOptional(),
  language: fields.language.exactOptional(),
  threads: fields.threads.exactOptional(),
  existingText: fields.existingText.exactOptional(),
  keep: fields.keep.exactOptional(),
  formats: fields.formats.exactOptional(),
  textSize: fields.textSize.exactOptional(),
  readOnOpen: fields.readOnOpen.exactOptional(),
  model: fields.model.exactOptional(),
  decode: fields.decode.exactOptional(),
  letterKeys: fields.letterKeys.exactOptional(),
  doubtMarks: fields.doubtMarks.exactOptional(),
  spellCheck: fields.spellCheck.exactOptional(),
  spellingLanguage: fields.spellingLanguage.exactOptional(),
});
export type SettingsChange = z.infer<typeof settingsChange>;

/** Requests that the window may pass on to the engine; the others touch paths and go through the shell. */
export const windowRequestKinds = [
  'blocks',
  'cancel',
  'check-identity',
  'check-words',
  'close',
  'counts',
  'dictionaries',
  'document',
  'edit',
  'find-regions',
  'forget',
  'jobs',
  'look',
  'own-words',
  'pause',
  'read-region',
  'recent',
  'redo',
  'remove-dictionary',
  'start',
  'status',
  'suggest-cut',
  'suggest-words',
  'text',
  'trace',
  'undo',
] as const;
export type WindowRequestKind = (typeof windowRequestKinds)[number];

/** A refused file. `handle` lets a person try again with a password. */
export interface RejectedFile extends ErrorData {
  readonly handle: string;
}

export interface OpenedFiles {
  readonly documents: readonly DocumentSummary[];
  readonly rejected: readonly RejectedFile[];
}

export interface WrittenFile {
  readonly documentId: string;
  readonly format: string;
  readonly name: string;
  readonly handle: string;
}

/** `report` is set when something happened that a person should hear of. */
export interface EngineState {
  readonly state: 'starting' | 'ready' | 'restarting' | 'stopped';
  readonly report?: 'retrying' | 'page-skipped' | 'gave-up' | 'restarted';
  readonly pid?: number;
}

/** What the window works on. `name`: null for the library of its own. */
export interface ProjectPlace {
  readonly name: string | null;
  /** Others that were opened lately. */
  readonly recent: readonly { readonly handle: string; readonly name: string }[];
}

export interface InitialState {
  readonly settings: Settings;
  /** BCP 47, of the operating system. */
  readonly locale: string;
  readonly platform: string;
  readonly version: string;
  readonly hasSamples: boolean;
  readonly engine: EngineState;
  readonly project: ProjectPlace;
  /** What was opened before the window was there (command line, file manager). */
  readonly opened: OpenedFiles;
}

const menuItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('separator') }),
  z.object({
    type: z.literal('role'),
    role: z.enum([
      'undo',
      'redo',
      'cut',
      'copy',
      'paste',
      'selectAll',
      'quit',
      'togglefullscreen',
      'minimize',
    ]),
    label: z.string().max(100),
  }),
  z.object({
    type: z.literal('action'),
    id: z.string().max(60),
    label: z.string().max(100),
    shortcut: z.string().max(40).optional(),
    enabled: z.boolean(),
    checked: z.boolean().optional(),
  }),
]);
export const menuModel = z
  .array(z.object({ label: z.string().max(60), items: z.array(menuItem).max(60) }))
  .max(12);
export type MenuModel = z.infer<typeof menuModel>;

const handle = z.string().max(64);
const nothing = z.object({});
type Nothing = Record<string, never>;

export const shellRequests = {
  initial: defineRequest<InitialState>()('initial', nothing),
  'update-settings': defineRequest<Settings>()('update-settings', settingsChange),
  'open-dialog': defineRequest<OpenedFiles>()('open-dialog', z.object({ what: z.enum(['files', 'folder']) })),
  /** Sent by the preload only, which takes the paths from real File objects. */
  'open-dropped': defineRequest<OpenedFiles>()(
    'open-dropped',
    z.object({ paths: z.array(z.string().min(1).max(4096)).max(10_000) }),
  ),
  'open-samples': defineRequest<OpenedFiles>()('open-samples', nothing),
  /** The picture or files on the clipboard, which the shell reads itself. */
  'open-clipboard': defineRequest<OpenedFiles>()('open-clipboard', nothing),
  'open-with-password': defineRequest<OpenedFiles>()(
    'open-with-password',
    z.object({ handle, password: z.string().max(1000) }),
  ),
  /** Documents that the project knows (`recent`), by their ids. */
  'open-recent': defineRequest<OpenedFiles>()(
    'open-recent',
    z.object({ documentIds: z.array(z.string().max(200)).min(1).max(10_000) }),
  ),
  /** Pages of files that the person chooses; null: none were chosen. */
  'insert-pages': defineRequest<InsertResult | null>()(
    'insert-pages',
    z.object({
      documentId: z.string().max(200),
      beside: z.string().max(200),
      side: z.enum(['before', 'after']),
    }),
  ),
  engine: defineRequest<object | null>()(
    'engine',
    z.object({ kind: z.enum(windowRequestKinds), params: z.unknown() }),
  ),
  /** The folder that the person chooses, the window's own, or the one of a handle. The window then starts anew. */
  'open-project': defineRequest<{ readonly opened: boolean }>()(
    'open-project',
    z.object({ project: z.union([z.literal('choose'), z.literal('own'), handle]) }),
  ),
  /** Null handle: the person chose none. */
  'choose-folder': defineRequest<{ readonly handle: string | null; readonly name: string }>()(
    'choose-folder',
    nothing,
  ),
  /** Two files that a person chooses. Null language: they chose none. */
  'add-dictionary': defineRequest<{ readonly language: string | null }>()('add-dictionary', nothing),
  export: defineRequest<{ readonly files: readonly WrittenFile[]; readonly failed: readonly ErrorData[] }>()(
    'export',
    z.object({
      documentIds: z.array(z.string().max(200)).min(1).max(10_000),
      formats: z.array(z.string().max(20)).min(1).max(20),
      folder: handle,
      keep: z.array(z.enum(furnitureLabels)),
      onExists: z.enum(['skip', 'rename', 'replace']),
    }),
  ),
  'show-file': defineRequest<Nothing>()('show-file', z.object({ handle })),
  'open-external': defineRequest<Nothing>()('open-external', z.object({ url: z.string().max(2000) })),
  'copy-text': defineRequest<Nothing>()('copy-text', z.object({ text: z.string().max(50_000_000) })),
  'set-menu': defineRequest<Nothing>()('set-menu', z.object({ menu: menuModel })),
} as const;

export type ShellRequestKind = keyof typeof shellRequests;
export type ShellParams<Kind extends ShellRequestKind> = (typeof shellRequests)[Kind]['params']['_output'];
export type ShellResult<Kind extends ShellRequestKind> = Exclude<
  (typeof shellRequests)[Kind]['result'],
  undefined
>;

/** Errors do not survive Electron's own calls with their code, so a reply carries them as data. */
export type ShellReply<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: ErrorData };

export type EngineEvent = {
  [Kind in EventKind]: { readonly kind: Kind; readonly data: Events[Kind] };
}[EventKind];

export interface ShellEvents {
  readonly 'engine-event': EngineEvent;
  readonly 'engine-state': EngineState;
  readonly 'menu-action': { readonly id: string };
  readonly opened: OpenedFiles;
}
export type ShellEventKind = keyof ShellEvents;

type Answer<Kind extends ShellRequestKind> = Promise<ShellReply<ShellResult<Kind>>>;

/** What the preload gives to the window as `window.palimpsest`. `FileObject`: the DOM's File, unknown here. */
export interface Bridge<FileObject> {
  initial(): Answer<'initial'>;
  updateSettings(change: SettingsChange): Answer<'update-settings'>;
  openDialog(what: 'files' | 'folder'): Answer<'open-dialog'>;
  openDropped(files: readonly FileObject[]): Answer<'open-dropped'>;
  openSamples(): Answer<'open-samples'>;
  openClipboard(): Answer<'open-clipboard'>;
  openWithPassword(handle: string, password: string): Answer<'open-with-password'>;
  openRecent(documentIds: readonly string[]): Answer<'open-recent'>;
  openProject(project: string): Answer<'open-project'>;
  insertPages(place: ShellParams<'insert-pages'>): Answer<'insert-pages'>;
  engine(kind: WindowRequestKind, params: unknown): Answer<'engine'>;
  chooseFolder(): Answer<'choose-folder'>;
  addDictionary(): Answer<'add-dictionary'>;
  export(params: ShellParams<'export'>): Answer<'export'>;
  showFile(handle: string): Answer<'show-file'>;
  openExternal(url: string): Answer<'open-external'>;
  copyText(text: string): Answer<'copy-text'>;
  setMenu(menu: MenuModel): Answer<'set-menu'>;
  onEngineEvent(listener: (event: EngineEvent) => void): () => void;
  onEngineState(listener: (state: EngineState) => void): () => void;
  onMenuAction(listener: (action: { readonly id: string }) => void): () => void;
  onOpened(listener: (opened: OpenedFiles) => void): () => void;
}
