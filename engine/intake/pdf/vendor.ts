/**
 * Finds and loads pdf.js. Its bundle `pdfjs.cjs` lies in dist/ together with the folder `pdfjs/`, which holds what
 * pdf.js reads from disk: `cmaps` (character maps of East Asian fonts), `standard_fonts` (for the fourteen fonts that
 * a PDF need not embed), `wasm` (JBIG2, JPEG 2000 and colour management decoders) and `iccs` (a CMYK profile).
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Pdfjs from 'pdfjs-dist';
import { PalimpsestError } from '../../base/errors';

export type PdfjsApi = typeof Pdfjs;

export interface Vendor {
  readonly bundle: string;
  readonly api: PdfjsApi;
  /** Settings for `getDocument` that say where the data files are; each ends with a separator, as pdf.js wants. */
  readonly dataFolders: {
    readonly cMapUrl: string;
    readonly standardFontDataUrl: string;
    readonly wasmUrl: string;
    readonly iccUrl: string;
  };
}

const bundleName = 'pdfjs.cjs';
let loaded: Promise<Vendor> | undefined;

/** Loads pdf.js once per process. Fails with `internal` where the bundle is missing, naming the folder. */
export function loadVendor(vendorDir?: string): Promise<Vendor> {
  loaded ??= load(vendorDir ?? findVendorDir()).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

function findVendorDir(): string {
  const given = process.env.PALIMPSEST_VENDOR_DIR;
  if (given) return given;
  const start = path.dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = path.dirname(folder)) {
    for (const candidate of [folder, path.join(folder, 'dist')]) {
      if (fs.existsSync(path.join(candidate, bundleName))) return candidate;
    }
    if (path.dirname(folder) === folder) return start;
  }
}

async function load(folder: string): Promise<Vendor> {
  const bundle = path.join(folder, bundleName);
  if (!fs.existsSync(bundle)) {
    throw new PalimpsestError('internal', `The PDF reader is missing from the installation (${bundle}).`);
  }
  const entry: unknown = createRequire(bundle)(bundle);
  if (!isEntry(entry)) throw new PalimpsestError('internal', `The PDF reader is damaged (${bundle}).`);
  const data = (name: string): string => path.join(folder, 'pdfjs', name) + path.sep;
  return {
    bundle,
    api: await entry.loadPdfjs(),
    dataFolders: {
      cMapUrl: data('cmaps'),
      standardFontDataUrl: data('standard_fonts'),
      wasmUrl: data('wasm'),
      iccUrl: data('iccs'),
    },
  };
}

function isEntry(value: unknown): value is { loadPdfjs(): Promise<PdfjsApi> } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'loadPdfjs' in value &&
    typeof value.loadPdfjs === 'function'
  );
}
