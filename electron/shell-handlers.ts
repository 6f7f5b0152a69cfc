/** What each request of the window does. */
import path from 'node:path';
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, shell } from 'electron';
import type { EngineApi } from '../engine/protocol/engine-api';
import { PalimpsestError } from '../engine/protocol/errors';
import { parseParams } from '../engine/protocol/requests';
import type { OpenedFiles, ProjectPlace, ShellParams, WindowRequestKind } from '../engine/protocol/shell';
import type { EngineSupervisor } from './engine-supervisor';
import type { FileHandles } from './file-handles';
import type { ShellHandlers } from './ipc';
import { openLink } from './lockdown';
import { setMenu } from './menu';
import type { OpenFiles } from './open-files';
import { type ProjectFolder, projectName } from './project-folder';
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
  readonly project: ProjectFolder;
  /** Undefined: the window's own. Throws when there is no project or pages are read. */
  readonly openProject: (folder: string | undefined) => void;
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
      project: placeOf(options.project, handles),
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
    'open-project': async ({ project }) => {
      let folder: string | undefined;
      if (project === 'choose') {
        const chosen = await dialog.showOpenDialog(window(), { properties: ['openDirectory'] });
        [folder] = chosen.filePaths;
        if (chosen.canceled || folder === undefined) return { opened: false };
      } else if (project !== 'own') folder = handles.pathOf(project);
      options.openProject(folder);
      return { opened: true };
    },
    'choose-folder': async () => {
      const chosen = await dialog.showOpenDialog(window(), {
        properties: ['openDirectory', 'createDirectory'],
      });
      const [folder] = chosen.filePaths;
      if (chosen.canceled || folder === undefined) return { handle: null, name: '' };
      return { handle: handles.handleOf(folder), name: folder };
    },
    'add-dictionary': async () => {
      const chosen = await dialog.showOpenDialog(window(), {
        properties: ['openFile', 'multiSelections'],
        filters: [{ name: 'Hunspell (.aff, .dic)', extensions: ['aff', 'dic'] }],
      });
      if (chosen.canceled || chosen.filePaths.length === 0) return { language: null };
      return supervisor.request('add-dictionary', { files: chosen.filePaths });
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
      setMenu(menu, options.runAction);
      return {};
    },
  };
}

function placeOf({ opened, recent }: ProjectFolder, handles: FileHandles): ProjectPlace {
  return {
    name: opened === undefined ? null : projectName(opened),
    recent: recent
      .filter((folder) => folder !== opened)
      .map((folder) => ({ handle: handles.handleOf(folder), name: projectName(folder) })),
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
