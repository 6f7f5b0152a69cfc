/** One engine in a process of its own: starts it, carries its messages, ends it. Restarting is the supervisor's. */
import { utilityProcess } from 'electron';
import type { Port } from '../engine/protocol/port';
import {
  type EngineHostOptions,
  nonceVariable,
  optionsVariable,
  scrubEnvironment,
} from './engine-process-environment';
import type { EngineProcess } from './engine-supervisor';
import type { Log } from './log';

export function startEngineProcess(
  script: string,
  options: EngineHostOptions,
  nonce: string,
  log: Log,
): EngineProcess {
  const child = utilityProcess.fork(script, [], {
    serviceName: 'Palimpsest engine',
    stdio: 'pipe',
    env: {
      ...scrubEnvironment(process.env),
      [optionsVariable]: JSON.stringify(options),
      [nonceVariable]: nonce,
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => log.info(`engine: ${data.toString('utf8').trimEnd()}`));
  }
  let alive = true;
  const exited = new Promise<number>((resolve) => {
    child.on('exit', (code) => {
      alive = false;
      resolve(code);
    });
  });
  const port: Port = {
    postMessage: (message) => {
      if (alive) child.postMessage(message);
    },
    onMessage: (listener) => {
      child.on('message', listener);
      return () => child.off('message', listener);
    },
    onClose: (listener) => {
      child.on('exit', listener);
      return () => child.off('exit', listener);
    },
    close: () => {},
  };
  return {
    port,
    exited,
    get pid() {
      return child.pid;
    },
    kill: () => child.kill(),
  };
}
