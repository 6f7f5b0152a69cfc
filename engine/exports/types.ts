/** What every exporter is given and gives back. Exporters are pure but for asking for pictures. */
import type { Box } from '../base/geometry';
import type { Block, Document, FurnitureLabel } from '../document';

export interface ExportOptions {
  /** Classes that appear in the output; the others are left out (they stay in the document and in JSON). */
  readonly keep: readonly FurnitureLabel[];
  /** Folder for pictures beside the output, relative, `/`-separated; part of the links in it. */
  readonly imageFolderName: string;
  /** In Markdown. `dollar`: `$x$` and `$$x$$`; `bracket`: `\(x\)` and `\[x\]`. */
  readonly formulaDelimiters: 'dollar' | 'bracket';
  /** Markdown tables without spans and line breaks: as pipe tables or, like all others, as HTML. */
  readonly simpleTables: 'pipe' | 'html';
  /** To be put into another document: without the frame of a document of its own. */
  readonly part?: true;
}

export const defaultExportOptions: ExportOptions = {
  keep: ['footnote'],
  imageFolderName: 'images',
  formulaDelimiters: 'dollar',
  simpleTables: 'pipe',
};

export interface FigurePicture {
  readonly bytes: Uint8Array;
  /** `image/png` or `image/jpeg`. */
  readonly mediaType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ExportInput {
  readonly document: Document;
  /** From `assemble`, furniture included. */
  readonly blocks: readonly Block[];
  readonly options: ExportOptions;
  /** The picture of a part of a page; may reject, which the exporter passes on. */
  readonly figure: (pageId: string, box: Box) => Promise<FigurePicture>;
}

export interface ExportAsset {
  /** Relative to the output's folder, `/`-separated. */
  readonly relativePath: string;
  readonly bytes: Uint8Array;
}

export interface ExportOutput {
  readonly bytes: Uint8Array;
  readonly assets: readonly ExportAsset[];
  /** What could not be expressed as intended, in plain words; the text itself is never dropped. */
  readonly warnings: readonly string[];
}

export interface Exporter {
  /** As on the command line (`--to`). */
  readonly id: string;
  readonly name: string;
  /** Without a dot. */
  readonly extension: string;
  readonly mediaType: string;
  export(input: ExportInput): Promise<ExportOutput>;
}
