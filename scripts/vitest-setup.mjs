// Vitest's global set-up: pdf.js runs under Node 20 only as our bundle, so tests of the PDF reader
// need it built. Quick when nothing changed.
import { build } from './build.mjs';

export default async function setup() {
  await build({ only: ['pdfjs'], quiet: true });
}
