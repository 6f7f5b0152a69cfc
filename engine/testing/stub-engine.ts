/** The engine over the stub tools: everything is real but what the models do. */
import { createEngine, type Engine } from '../index';
import { type StubOptions, stubToolbox } from './stub-tools';
import type { Workplace } from './workplace';

export function openStubEngine(place: Workplace, options: StubOptions = {}, overlap = true): Engine {
  return createEngine({
    assetsDir: place.path('no-assets'),
    cacheDir: place.path('.cache'),
    toolbox: stubToolbox(options),
    overlap,
  });
}
