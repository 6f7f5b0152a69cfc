/** The only user of the object that the preload gives: typed calls that reject with an error that has a code. */
import type { Page } from '../engine/document';
import type { ErrorData } from '../engine/protocol/errors';
import type { RequestParams, RequestResult } from '../engine/protocol/requests';
import type { Bridge, ShellReply, WindowRequestKind } from '../engine/protocol/shell';

declare global {
  interface Window {
    readonly palimpsest: Bridge<File>;
  }
}

/** A refused call; `data` has the code and the place. */
export class ShellError extends Error {
  override readonly name = 'ShellError';
  readonly data: ErrorData;

  constructor(data: ErrorData) {
    super(data.message);
    this.data = data;
  }
}

export const errorDataOf = (error: unknown): ErrorData =>
  error instanceof ShellError
    ? error.data
    : { code: 'internal', message: error instanceof Error ? error.message : String(error) };

async function unwrap<Result>(reply: Promise<ShellReply<Result>>): Promise<Result> {
  const answer = await reply;
  if (!answer.ok) throw new ShellError(answer.error);
  return answer.result;
}

const api = (): Bridge<File> => window.palimpsest;

export async function requestEngine<Kind extends WindowRequestKind>(
  kind: Kind,
  params: RequestParams<Kind>,
): Promise<RequestResult<Kind>> {
  // The shell passes the engine's result through as it is.
  return (await unwrap(api().engine(kind, params))) as RequestResult<Kind>;
}

type Unwrapped<F> = F extends (...args: infer Args) => Promise<ShellReply<infer Result>>
  ? (...args: Args) => Promise<Result>
  : never;
type Calls = Omit<Bridge<File>, 'engine' | 'onEngineEvent' | 'onEngineState' | 'onMenuAction' | 'onOpened'>;

export const shell: { readonly [Name in keyof Calls]: Unwrapped<Calls[Name]> } = {
  initial: () => unwrap(api().initial()),
  updateSettings: (change) => unwrap(api().updateSettings(change)),
  openDialog: (what) => unwrap(api().openDialog(what)),
  openDropped: (files) => unwrap(api().openDropped(files)),
  openSamples: () => unwrap(api().openSamples()),
  openClipboard: () => unwrap(api().openClipboard()),
  openWithPassword: (handle, password) => unwrap(api().openWithPassword(handle, password)),
  openRecent: (documentIds) => unwrap(api().openRecent(documentIds)),
  insertPages: (place) => unwrap(api().insertPages(place)),
  openProject: (project) => unwrap(api().openProject(project)),
  chooseFolder: () => unwrap(api().chooseFolder()),
  addDictionary: () => unwrap(api().addDictionary()),
  export: (params) => unwrap(api().export(params)),
  showFile: (handle) => unwrap(api().showFile(handle)),
  openExternal: (url) => unwrap(api().openExternal(url)),
  copyText: (text) => unwrap(api().copyText(text)),
  setMenu: (menu) => unwrap(api().setMenu(menu)),
};

export const shellEvents: Pick<
  Bridge<File>,
  'onEngineEvent' | 'onEngineState' | 'onMenuAction' | 'onOpened'
> = {
  onEngineEvent: (listener) => api().onEngineEvent(listener),
  onEngineState: (listener) => api().onEngineState(listener),
  onMenuAction: (listener) => api().onMenuAction(listener),
  onOpened: (listener) => api().onOpened(listener),
};

/**
 * Address of a page's picture; it changes with the page's size, turn and crop, so that the picture is loaded anew.
 * `uncropped`: also what the crop leaves out.
 */
export function pagePicture(documentId: string, page: Page, width?: number, uncropped = false): string {
  const { quarterTurns, skewDegrees, crop } = page.transform;
  const shape = [page.width, quarterTurns, skewDegrees.toFixed(2), crop?.x ?? 0, crop?.y ?? 0, page.height];
  const query = new URLSearchParams({ v: shape.join('.') });
  if (width !== undefined) query.set('w', String(width));
  if (uncropped) query.set('uncropped', '1');
  return `page://palimpsest/${encodeURIComponent(documentId)}/${encodeURIComponent(page.id)}?${query}`;
}
