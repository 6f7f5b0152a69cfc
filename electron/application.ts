/** Puts the shell together once Electron is ready: engine, window, schemes, calls, and an orderly end. */
import fs from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, Menu, nativeTheme, session } from 'electron';
import { toErrorData } from '../engine/protocol/errors';
import type { OpenedFiles } from '../engine/protocol/shell';
import { createWindow } from './app-window';
import { filesOfCommandLine, projectOfCommandLine } from './command-line';
import { startEngineProcess } from './engine-process';
import { EngineSupervisor } from './engine-supervisor';
import { FileHandles } from './file-handles';
import { handleRequests, sendEvent } from './ipc';
import { lockContents, lockSession } from './lockdown';
import { stderrLog } from './log';
import { nothingOpened, OpenFiles } from './open-files';
import { ProjectFolder, requireProject } from './project-folder';
import { serveSchemes } from './schemes';
import { SettingsFile } from './settings';
import { createHandlers } from './shell-handlers';

/** Folder of the bundles; `assets` lies beside it, in a checkout as in a package. */
const dist = __dirname;
const assets = path.join(dist, '..', 'assets');

/** Tests may put another engine behind the window; a packaged application never does. */
function engineHostScript(): string {
  const other = process.env.PALIMPSEST_TEST_ENGINE_HOST;
  return other !== undefined && !app.isPackaged ? other : path.join(dist, 'engine-host.cjs');
}

export function runApplication(): void {
  const data = app.getPath('userData');
  const pictureFolder = path.join(data, 'pages');
  fs.rmSync(pictureFolder, { recursive: true, force: true });
  fs.mkdirSync(pictureFolder, { recursive: true });

  const settings = new SettingsFile(path.join(data, 'settings.json'));
  const handles = new FileHandles();
  const project = new ProjectFolder(path.join(data, 'library'), path.join(data, 'projects.json'));
  const supervisor = new EngineSupervisor({
    log: stderrLog,
    startProcess: (nonce) =>
      startEngineProcess(
        engineHostScript(),
        {
          assetsDir: assets,
          vendorDir: dist,
          cacheDir: pictureFolder,
          projectDir: project.current,
          spellingDir: path.join(data, 'spelling'),
          threads: settings.current.threads,
        },
        nonce,
        stderrLog,
      ),
  });
  const files = new OpenFiles({
    supervisor,
    handles,
    samplesFolder: path.join(assets, 'samples'),
    pastedFolder: path.join(data, 'pasted'),
  });

  let window: BrowserWindow | undefined;
  let waiting: OpenedFiles = nothingOpened;
  let windowAsked = false;

  const deliver = (opened: OpenedFiles): void => {
    if (windowAsked) sendEvent(window?.webContents, 'opened', opened);
    else {
      waiting = {
        documents: [...waiting.documents, ...opened.documents],
        rejected: [...waiting.rejected, ...opened.rejected],
      };
    }
  };
  const openPaths = (paths: readonly string[]): void => {
    files.open(paths).then(deliver, (error: unknown) => stderrLog.error(`opening failed: ${String(error)}`));
  };

  const openProject = (folder: string | undefined): void => {
    const found = folder === undefined ? undefined : requireProject(folder);
    supervisor.restart(() => project.open(found));
    waiting = nothingOpened;
    windowAsked = false;
    window?.webContents.reload();
  };
  /** A project that cannot be opened is told as a file that cannot. */
  const openAsked = (argv: readonly string[], folder: string, open: (project: string) => void): void => {
    const asked = projectOfCommandLine(argv, folder);
    try {
      if (asked !== undefined) open(asked);
    } catch (error) {
      deliver({
        documents: [],
        rejected: [{ ...toErrorData(error), handle: handles.handleOf(asked ?? '') }],
      });
    }
    openPaths(filesOfCommandLine(argv, folder, app.isPackaged));
  };

  lockContents(app);
  lockSession(session.defaultSession);
  serveSchemes(session.defaultSession, {
    windowFolder: path.join(dist, 'renderer'),
    pictureFolder,
    pictureOf: async (address) => (await supervisor.request('page-image', address)).file,
  });
  nativeTheme.themeSource = settings.current.theme;
  Menu.setApplicationMenu(null);
  handleRequests(
    () => window?.webContents,
    createHandlers({
      window: () => {
        if (!window) throw new Error('no window');
        return window;
      },
      supervisor,
      handles,
      files,
      settings,
      takeOpened: () => {
        windowAsked = true;
        const opened = waiting;
        waiting = nothingOpened;
        return opened;
      },
      runAction: (id) => sendEvent(window?.webContents, 'menu-action', { id }),
      project,
      openProject,
    }),
    stderrLog,
  );
  supervisor.onEvent((event) => sendEvent(window?.webContents, 'engine-event', event));
  supervisor.onState((state) => sendEvent(window?.webContents, 'engine-state', state));
  openAsked(process.argv, process.cwd(), (folder) => project.open(folder));
  supervisor.start();

  window = createWindow({
    preload: path.join(dist, 'preload.cjs'),
    stateFile: path.join(data, 'window.json'),
    icon: path.join(assets, 'icons', 'icon.png'),
  });
  window.on('closed', () => {
    window = undefined;
  });
  app.on('second-instance', (_event, argv, folder) => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
    openAsked(argv, folder, openProject);
  });
  app.on('window-all-closed', () => app.quit());
  let ended = false;
  app.on('will-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    void supervisor.close().then(() => {
      ended = true;
      fs.rmSync(pictureFolder, { recursive: true, force: true });
      app.quit();
    });
  });
}
