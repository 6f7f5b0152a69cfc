/** Entry of the engine process in tests: a scripted engine instead of the real one. */
import { serveHost } from '../electron/serve-host';
import { createScriptedEngine } from '../engine/testing/scripted-engine';

serveHost(({ cacheDir }) => createScriptedEngine({ cacheDir }));
