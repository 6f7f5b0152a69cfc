/** What no window of ours may do, whatever runs in it. */
import { type App, type Session, shell, type WebContents } from 'electron';
import { isOpenable, isOwnAddress } from './addresses';
import { windowUrl } from './scheme-paths';

/** Opens a link in the person's browser; false when it is not one that we open. */
export async function openLink(url: string): Promise<boolean> {
  if (!isOpenable(url)) return false;
  await shell.openExternal(new URL(url).href);
  return true;
}

export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  // Nothing is fetched from anywhere: not by mistake, not by an injected picture.
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !isOwnAddress(details.url) });
  });
}

export function lockContents(app: App): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event, address) => {
      // Newer versions tell the address in the event, Electron 22 beside it.
      const url = 'url' in event && typeof event.url === 'string' ? event.url : address;
      if (url !== windowUrl) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}
