/**
 * Runs in the window's own isolated world and gives it named functions, nothing else: no channel, no path, no Electron
 * object. Each function sends one checked request; paths of dropped files are taken from real File objects only.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type {
  Bridge,
  ShellEventKind,
  ShellEvents,
  ShellParams,
  ShellReply,
  ShellRequestKind,
  ShellResult,
} from '../engine/protocol/shell';
import { eventChannel, requestChannel } from './channels';

const ask = <Kind extends ShellRequestKind>(
  kind: Kind,
  params: ShellParams<Kind>,
): Promise<ShellReply<ShellResult<Kind>>> => ipcRenderer.invoke(requestChannel(kind), params);

const hear = <Kind extends ShellEventKind>(
  kind: Kind,
  listener: (data: ShellEvents[Kind]) => void,
): (() => void) => {
  const wrapped = (_event: Electron.IpcRendererEvent, data: ShellEvents[Kind]): void => listener(data);
  ipcRenderer.on(eventChannel(kind), wrapped);
  return () => ipcRenderer.off(eventChannel(kind), wrapped);
};

/** Empty for a File that was made by script. Electron 22 has the path on the object itself. */
function pathOf(file: File): string {
  if (webUtils) return webUtils.getPathForFile(file);
  return 'path' in file && typeof file.path === 'string' ? file.path : '';
}

const bridge: Bridge<File> = {
  initial: () => ask('initial', {}),
  updateSettings: (change) => ask('update-settings', change),
  openDialog: (what) => ask('open-dialog', { what }),
  openDropped: (files) => ask('open-dropped', { paths: files.map(pathOf).filter((path) => path !== '') }),
  openSamples: () => ask('open-samples', {}),
  openClipboard: () => ask('open-clipboard', {}),
  openWithPassword: (handle, password) => ask('open-with-password', { handle, password }),
  openRecent: (documentIds) => ask('open-recent', { documentIds: [...documentIds] }),
  insertPages: (place) => ask('insert-pages', place),
  openProject: (project) => ask('open-project', { project }),
  engine: (kind, params) => ask('engine', { kind, params }),
  chooseFolder: () => ask('choose-folder', {}),
  addDictionary: () => ask('add-dictionary', {}),
  export: (params) => ask('export', params),
  showFile: (handle) => ask('show-file', { handle }),
  // Only as the answer to a click or key of the person.
  openExternal: (url) =>
    navigator.userActivation.isActive
      ? ask('open-external', { url })
      : Promise.resolve({
          ok: false,
          error: { code: 'invalid-request', message: 'Links open by a click only.' },
        }),
  copyText: (text) => ask('copy-text', { text }),
  setMenu: (menu) => ask('set-menu', { menu }),
  onEngineEvent: (listener) => hear('engine-event', listener),
  onEngineState: (listener) => hear('engine-state', listener),
  onMenuAction: (listener) => hear('menu-action', listener),
  onOpened: (listener) => hear('opened', listener),
};

contextBridge.exposeInMainWorld('palimpsest', bridge);
