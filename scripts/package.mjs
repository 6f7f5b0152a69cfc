// npm run package: the unpacked application in out/. npm run make: archives in out/make.
//   node scripts/package.mjs [make]
import path from 'node:path';
import { buildTargets } from './cli.mjs';
import { find, run, say } from './process.mjs';
import { ensureDependencies, launch, root, seconds } from './setup.mjs';

/** @param {string} command */
async function main(command) {
  const start = Date.now();
  await ensureDependencies();
  await buildTargets();
  const { ensureElectron, zippedElectron } = await import('./electron-runtime.mjs');
  const runtime = await ensureElectron();
  /** @type {Record<string, string>} */
  const env = runtime.cached ? { PALIMPSEST_ELECTRON_ZIPS: path.dirname(await zippedElectron(runtime)) } : {};
  if (command === 'make' && process.platform === 'linux') {
    const packer = find('7za');
    // electron-builder would otherwise fetch its own from outside the registries.
    if (packer) env.ELECTRON_BUILDER_7ZIP_PATH = packer;
    else
      say('make: 7za is not installed (Debian package p7zip-full); electron-builder will try to download it');
  }
  const forge = path.join(root, 'node_modules', '@electron-forge', 'cli', 'dist', 'electron-forge.js');
  const result = await run(process.execPath, [forge, command], {
    cwd: root,
    env: { ...process.env, ...env },
    limitSeconds: 1200,
  });
  if (result.code === 0) say(`${command}: ready in ${path.join(root, 'out')} (${seconds(start)} s)`);
  return result.code;
}

await launch(() => main(process.argv[2] === 'make' ? 'make' : 'package'));
