/** Engines without models that keep their work in one library, for tests over restarts. For tests only. */
import { afterEach, beforeEach } from 'vitest';
import { createEngine, type Engine } from '../jobs/engine';
import { stubToolbox } from './stub-tools';
import { makeWorkplace, type Workplace } from './workplace';

export let place: Workplace;
const engines: Engine[] = [];
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  await place.remove();
});

/** Closed after the test. `milliseconds`: for each region that is read. */
export function start(milliseconds = 0): Engine {
  const engine = createEngine({
    assetsDir: place.path('none'),
    cacheDir: place.path('cache'),
    projectDir: place.path('library'),
    toolbox: stubToolbox({ milliseconds }),
  });
  engines.push(engine);
  return engine;
}
