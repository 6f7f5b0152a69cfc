// Vitest's global set-up: pdf.js runs under Node 20 only as our bundle, and threads run no TypeScript,
// so their code is built. Quick when nothing changed.
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { findElectron } from './electron-runtime.mjs';

export default async function setup() {
  await build({ only: ['pdfjs', 'line-thread'], quiet: true });
  // Electron brings a Vulkan driver that needs no graphics processor: WebGPU can be tested anywhere.
  const driver = path.join(findElectron()?.dist ?? '', 'vk_swiftshader_icd.json');
  if (fs.existsSync(driver)) process.env.PALIMPSEST_SWIFTSHADER = driver;
}
