/** Entry of the engine process in tests of the review desk: the real engine and project, with a reader without models. */
import { serveHost } from '../electron/serve-host';
import { createEngine } from '../engine/index';
import { deskToolbox } from '../engine/testing/desk-tools';

serveHost(({ threads: _threads, ...options }) =>
  createEngine({ ...options, toolbox: deskToolbox({ rereadMs: 150 }) }),
);
