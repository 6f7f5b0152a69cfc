/**
 * Entry of the engine process (a utility process): one real engine behind the port to the application. The only file
 * of the shell that knows the engine itself.
 */
import { createEngine, userModelsFolder, usualDeviceFile } from '../engine/index';
import { serveHost } from './serve-host';

// Electron 45 runs on a Node with Float16Array, for which onnxruntime-node 1.30 refuses every float16 tensor.
Reflect.deleteProperty(globalThis, 'Float16Array');

const write =
  (level: string) =>
  (message: string): void => {
    process.stderr.write(`${level} ${message}\n`);
  };
const logger = { debug: () => {}, info: write('info'), warn: write('warning'), error: write('error') };

serveHost(({ threads, ...options }) =>
  createEngine({
    ...options,
    modelsDir: userModelsFolder(),
    deviceFile: usualDeviceFile(),
    logger,
    ...(threads > 0 ? { threads } : {}),
  }),
);
