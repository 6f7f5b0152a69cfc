/** The engine process's side: serves an engine on the port to the application, and ends with it. */
import type { EngineApi } from '../engine/protocol/engine-api';
import type { Port } from '../engine/protocol/port';
import { serveEngine } from '../engine/protocol/server';
import { type EngineHostOptions, nonceVariable, optionsVariable } from './engine-process-environment';

export function serveHost(createEngine: (options: EngineHostOptions) => EngineApi): void {
  const parent = process.parentPort;
  const options: EngineHostOptions = JSON.parse(process.env[optionsVariable] ?? '{}');
  const nonce = process.env[nonceVariable] ?? '';
  delete process.env[nonceVariable];
  const port: Port = {
    postMessage: (message) => parent.postMessage(message),
    onMessage: (listener) => {
      const unwrap = (event: Electron.MessageEvent): void => listener(event.data);
      parent.on('message', unwrap);
      return () => parent.off('message', unwrap);
    },
    // A utility process ends with its parent; there is nothing to hear.
    onClose: () => () => {},
    close: () => {},
  };
  void serveEngine(port, createEngine(options), { nonce }).then(() => process.exit(0));
}
