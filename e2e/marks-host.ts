/** Entry of the engine process in tests of marks on words: as the desk's, and its faults are marked as doubtful. */
import { serveHost } from '../electron/serve-host';
import { createEngine } from '../engine/index';
import { deskToolbox } from '../engine/testing/desk-tools';

serveHost(({ threads: _threads, ...options }) =>
  createEngine({ ...options, toolbox: deskToolbox({ doubts: true }) }),
);
