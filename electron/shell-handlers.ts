/** What each request of the window does. */
import path from 'node:path';
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, shell } from 'electron';
import type { EngineApi } from '../engine/protocol/engine-api';
import { PalimpsestError } from '../engine/protocol/errors';
import { parseParams } from '../engine/protocol/requests';
import type { OpenedFiles, ShellParams, WindowRequestKind } from '../engine/protocol/shell';
import type { EngineSupervisor } from './engine-supervisor';
import type { FileHandles } from './file-handles';
import type { ShellHandlers } from './ipc';
import { openLink } from './lockdown';
import { setMenu } from './menu';
import type { OpenFiles } from './open-files';
import type { SettingsFile } from './settings';

export interface HandlerOptions {
  readonly window: () => BrowserWindow;
  readonly supervisor: EngineSupervisor;
  readonly handles: FileHandles;
  readonly files: OpenFiles;
  readonly settings: SettingsFile;
  /** What was opened before the window asked; given once. */
  readonly takeOpened: () => OpenedFiles;
  readonly runAction: (id: string) => void;
}

export function createHandlers(options: HandlerOptions): ShellHandlers {
  const { supervisor, handles, files, settings, window } = options;
  return {
    initial: async () => ({
      settings: settings.current,
      locale: app.getLocale() || 'en',
      platform: process.platform,
      version: app.getVersion(),
      hasSamples: files.hasSamples,
      engine: supervisor.state,
      opened: options.takeOpened(),
    }),
    'update-settings': async (change) => {
      const next = settings.update(change);
      nativeTheme.themeSource = next.theme;
      return next;
    },
    'open-dialog': ({ what }) => files.dialog(window(), what),
    'open-dropped': ({ paths }) => files.open(paths.filter((each) => path.isAbsolute(each))),
    'open-samples': () => files.samples(),
    'open-clipboard': () => files.clipboard(),
    'open-with-password': ({ handle, password }) => files.withPassword(handle, password),
    'open-recent': ({ documentIds }) => files.recent(documentIds),
    'insert-pages': (place) => files.insertPages(window(), place),
    engine: ({ kind, params }) => passOn(supervisor, kind, params),
    'choose-folder': async () => {
      const chosen = await dialog.showOpenDialog(window(), {
        properties: ['openDirectory', 'createDirectory'],
      });
      const [folder] = chosen.filePaths;
      if (chosen.canceled || folder === undefined) return { handle: null, name: '' };
      return { handle: handles.handleOf(folder), name: folder };
    },
    export: (params) => exportTo(supervisor, handles, params),
    'show-file': async ({ handle }) => {
      shell.showItemInFolder(handles.pathOf(handle));
      return {};
    },
    'open-external': async ({ url }) => {
      if (!(await openLink(url)))
        throw new PalimpsestError('invalid-request', 'Only https links are opened.');
      return {};
    },
    'copy-text': async ({ text }) => {
      await clipboard.writeText(text);
      return {};
    },
    'set-menu': async ({ menu }) => {
    'add-dictionary': async () => {
      const chosen = await dialog.showOpenDialog(window(), {
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: 'Hunspell (.aff, .dic)', extensions: ['aff', 'dic'] }],
      });
      if (chosen.canceled || chosen.filePaths.length === 0) return { language: null };
      return supervisor.request('add-dictionary', { files: chosen.filePaths });
    },
      setMenu(menu, options.runAction);
      return {};
    },
  };
}

/** Some requests change what has to be known after a crash; those go through the supervisor's own calls. */
async function passOn(
  supervisor: EngineSupervisor,
  kind: WindowRequestKind,
  params: unknown,
): Promise<object | null> {
  switch (kind) {
    case 'start':
      return supervisor.startJob(parseParams(kind, params));
    case 'cancel':
      return supervisor.cancelJob();
    case 'close':
    case 'forget':
      await supervisor.closeDocuments(parseParams(kind, params).documentIds, kind);
      return {};
    case 'edit':
      return supervisor.edit(parseParams(kind, params));
    case 'undo':
    case 'redo':
      return supervisor.step(kind, parseParams(kind, params));
    case 'pause':
      return supervisor.pauseJob(parseParams(kind, params));
    default: {
      const engine: Pick<EngineApi, 'request'> = supervisor;
      return engine.request(kind, parseParams(kind, params));
    }
  }
}

async function exportTo(supervisor: EngineSupervisor, handles: FileHandles, params: ShellParams<'export'>) {
  const folder = handles.pathOf(params.folder);
  const { files, failed } = await supervisor.request('export', { ...params, folder });
  return {
    files: files.map(({ documentId, format, file }) => ({
      documentId,
      format,
      name: path.relative(folder, file).split(path.sep).join('/'),
      handle: handles.handleOf(file),
    })),
    failed,
  };
}
