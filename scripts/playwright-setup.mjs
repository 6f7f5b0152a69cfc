// Playwright's global set-up: a plain `npx playwright test` builds what changed and finds the cached
// Electron, as `npm test` does.
import { buildTargets } from './cli.mjs';
import { ensureElectron } from './electron-runtime.mjs';

export default async function setup() {
  await buildTargets();
  // Workers inherit the environment.
  Object.assign(process.env, (await ensureElectron()).env);
}
