/** The one way from the window into this process: every call is checked for its sender and its parameters. */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { ZodType } from 'zod';
import { PalimpsestError, toErrorData } from '../engine/protocol/errors';
import {
  type ShellEventKind,
  type ShellEvents,
  type ShellParams,
  type ShellReply,
  type ShellRequestKind,
  type ShellResult,
  shellRequests,
} from '../engine/protocol/shell';
import { isTrustedSender } from './addresses';
import { eventChannel, requestChannel } from './channels';
import type { Log } from './log';

export type ShellHandlers = {
  readonly [Kind in ShellRequestKind]: (params: ShellParams<Kind>) => Promise<ShellResult<Kind>>;
};

export function handleRequests(
  window: () => WebContents | undefined,
  handlers: ShellHandlers,
  log: Log,
): void {
  const listen = <Kind extends ShellRequestKind>(kind: Kind): void => {
    const schema: ZodType = shellRequests[kind].params;
    const answer = async (
      event: IpcMainInvokeEvent,
      params: unknown,
    ): Promise<ShellReply<ShellResult<Kind>>> => {
      try {
        if (event.sender !== window() || !isTrustedSender(event.senderFrame)) {
          throw new PalimpsestError('invalid-request', 'Refused: not the window.');
        }
        const parsed = schema.safeParse(params);
        if (!parsed.success)
          throw new PalimpsestError('invalid-request', `Refused: ${kind} with wrong parameters.`);
        // The map ties the kind to its schema; the type checker cannot follow a lookup by a type parameter.
        return { ok: true, result: await handlers[kind](parsed.data as ShellParams<Kind>) };
      } catch (error) {
        const data = toErrorData(error);
        if (data.code === 'internal')
          log.error(`${kind}: ${error instanceof Error ? (error.stack ?? '') : data.message}`);
        return { ok: false, error: data };
      }
    };
    ipcMain.handle(requestChannel(kind), answer);
  };
  for (const kind of Object.keys(shellRequests)) listen(kind as ShellRequestKind); // the keys of the same map
}

export function sendEvent<Kind extends ShellEventKind>(
  window: WebContents | undefined,
  kind: Kind,
  data: ShellEvents[Kind],
): void {
  if (window && !window.isDestroyed()) window.send(eventChannel(kind), data);
}
