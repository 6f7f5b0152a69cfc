// Makes the sample documents under assets/samples and their texts: node scripts/make-samples.mjs
// The results are committed; run it only to change them. Needs three Debian font packages:
//   apt-get install fonts-oldstandard fonts-courier-prime fonts-crosextra-caladea
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { GlobalFonts } from '@napi-rs/canvas';
import { makeArticle } from './samples/article.mjs';
import { libraryReportTable, libraryReportText, makeLibraryReport } from './samples/library-report.mjs';
import { makeTypedLetter, typedLetterText } from './samples/typed-letter.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', 'assets', 'samples');

const fonts = '/usr/share/fonts';
const faces = [
  ['Sample Serif', 'truetype/fonts-oldstandard/OldStandard-Regular.ttf'],
  ['Sample Serif', 'truetype/fonts-oldstandard/OldStandard-Italic.ttf'],
  ['Sample Serif', 'truetype/fonts-oldstandard/OldStandard-Bold.ttf'],
  ['Sample Typewriter', 'opentype/courier-prime/Courier Prime.otf'],
  ['Sample Office', 'truetype/crosextra/Caladea-Regular.ttf'],
  ['Sample Office', 'truetype/crosextra/Caladea-Italic.ttf'],
  ['Sample Office', 'truetype/crosextra/Caladea-Bold.ttf'],
];
for (const [family, file] of faces) {
  if (!GlobalFonts.registerFromPath(path.join(fonts, file), family)) {
    console.error(`make-samples: ${path.join(fonts, file)} is missing (see the head of this script)`);
    process.exit(1);
  }
}

fs.mkdirSync(folder, { recursive: true });
const article = await makeArticle();
/** @type {[string, string | Uint8Array][]} */
const files = [
  ['article-two-columns.jpg', article.picture],
  ['article-two-columns.txt', article.text],
  ['typed-letter-pt.jpg', await makeTypedLetter()],
  ['typed-letter-pt.txt', typedLetterText],
  ['library-report.pdf', await makeLibraryReport()],
  ['library-report.txt', libraryReportText],
  ['library-report.table.html', libraryReportTable],
];
for (const [name, content] of files) {
  fs.writeFileSync(path.join(folder, name), content);
  console.log(`${name}: ${content.length} bytes`);
}
