/** Names of Electron's channels between the preload and this process. */
import type { ShellEventKind, ShellRequestKind } from '../engine/protocol/shell';

export const requestChannel = (kind: ShellRequestKind): string => `palimpsest:request:${kind}`;
export const eventChannel = (kind: ShellEventKind): string => `palimpsest:event:${kind}`;
