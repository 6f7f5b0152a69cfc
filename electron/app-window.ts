/** The window: sandboxed, isolated, at its old place, loading our own page only. */
import path from 'node:path';
import { BrowserWindow, nativeTheme, screen } from 'electron';
import { windowUrl } from './scheme-paths';
import { loadWindowState, placeWindow, saveWindowState } from './window-state';

export interface WindowOptions {
  readonly preload: string;
  readonly stateFile: string;
  readonly icon: string;
}

export function createWindow(options: WindowOptions): BrowserWindow {
  const state = loadWindowState(options.stateFile);
  const bounds = placeWindow(
    state.bounds,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Palimpsest',
    icon: options.icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#17181a' : '#f6f5f2',
    webPreferences: {
      preload: path.resolve(options.preload),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  const save = (): void => {
    saveWindowState(options.stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
  };
  window.on('close', save);
  void window.loadURL(windowUrl);
  return window;
}
