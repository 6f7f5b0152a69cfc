/** What a kind of file has to offer: one file of this folder per kind, listed in `registry.ts`. */
import type { Logger } from '../../base/logger';
import type { SourceInfo } from '../../document';
import type { IntakeLimits, Source } from '../types';

export interface OpenContext {
  readonly limits: IntakeLimits;
  readonly password?: string;
  readonly signal?: AbortSignal;
  readonly logger: Logger;
  /** Folder with `pdfjs.cjs` and its data; found by itself when left out. */
  readonly vendorDir?: string;
}

/** A file whose type, size and hash are known; `pageCount` is filled in by the kind. */
export type FileInfo = Omit<SourceInfo, 'pageCount'>;

export interface IntakeKind {
  readonly mediaTypes: readonly string[];
  /** Fails with `unreadable`, `encrypted`, `too-large` or `unsupported`; the caller adds the file's name. */
  open(file: FileInfo, context: OpenContext): Promise<Source>;
}
