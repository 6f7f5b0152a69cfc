/** One PDF on disk: opened in the parser thread, and again after that thread had to be ended. */
import { closeSync, openSync, readSync } from 'node:fs';
import fs from 'node:fs/promises';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { PalimpsestError } from '../../base/errors';
import type { OpenContext } from '../kinds/kind';
import { fourByteShare } from '../limits';
import { type ParserThread, withParser } from './parser-thread';
import type { PdfjsApi } from './vendor';

/** Files up to this size are read at once; larger ones piece by piece, so that memory does not grow with them. */
const readAtOnce = 16 * 1024 * 1024;
const pieceBytes = 256 * 1024;

interface Opened {
  readonly thread: ParserThread;
  readonly document: PDFDocumentProxy;
  /** Gives back what lives outside the thread. */
  readonly release: () => void;
  readonly dispose: () => Promise<void>;
}

export class PdfFile {
  private opened: Opened | undefined;

  constructor(
    private readonly path: string,
    private readonly context: OpenContext,
  ) {}

  /** Runs work with the document, alone and within the time limit. Errors are PalimpsestErrors in plain words. */
  with<T>(work: (document: PDFDocumentProxy, thread: ParserThread) => Promise<T>): Promise<T> {
    return withParser(this.context.limits.maxSecondsPerPage, this.context.vendorDir, async (thread) => {
      try {
        return await work(await this.documentIn(thread), thread);
      } catch (error) {
        throw explain(error, thread.vendor.api, this.context.password !== undefined);
      }
    });
  }

  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    if (!opened) return;
    opened.release();
    if (!opened.thread.alive()) return;
    await withParser(this.context.limits.maxSecondsPerPage, this.context.vendorDir, async (thread) => {
      if (thread === opened.thread) await opened.dispose();
    });
  }

  private async documentIn(thread: ParserThread): Promise<PDFDocumentProxy> {
    if (this.opened?.thread === thread) return this.opened.document;
    this.opened?.release();
    this.opened = undefined;
    this.opened = await open(thread, this.path, this.context);
    return this.opened.document;
  }
}

async function open(thread: ParserThread, path: string, { limits, password }: OpenContext): Promise<Opened> {
  const { api, dataFolders } = thread.vendor;
  const { size } = await fs.stat(path);
  const pieces = size > readAtOnce ? openPieces(api, path, size) : undefined;
  const task = api.getDocument({
    ...dataFolders,
    ...(pieces ? { range: pieces.transport, rangeChunkSize: pieceBytes } : { data: await readAll(path) }),
    worker: thread.pdfWorker,
    verbosity: api.VerbosityLevel.ERRORS,
    maxImageSize: limits.maxSourcePixels * fourByteShare,
    disableAutoFetch: true,
    disableStream: true,
    // Tells which codes a font's characters have in the file, from which meaningless text is known.
    fontExtraProperties: true,
    ...(password === undefined ? {} : { password }),
  });
  const release = (): void => pieces?.close();
  const dispose = (): Promise<void> => task.destroy().catch(() => {});
  try {
    return { thread, document: await task.promise, release, dispose };
  } catch (error) {
    release();
    await dispose();
    throw error;
  }
}

/** A copy of its own: pdf.js moves the bytes into its thread. */
async function readAll(path: string): Promise<Uint8Array> {
  const bytes = await fs.readFile(path);
  return bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes);
}

function openPieces(api: PdfjsApi, path: string, size: number) {
  const descriptor = openSync(path, 'r');
  let isOpen = true;
  const transport = new api.PDFDataRangeTransport(size, null);
  transport.requestDataRange = (begin: number, end: number): void => {
    if (!isOpen) return;
    const piece = new Uint8Array(end - begin);
    const count = readSync(descriptor, piece, 0, piece.length, begin);
    // A file that was shortened meanwhile gives zeros, and pdf.js then says that it is damaged.
    transport.onDataRange(begin, count === piece.length ? piece : piece.fill(0, count));
  };
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return { transport, close };
}

function explain(error: unknown, api: PdfjsApi, hadPassword: boolean): unknown {
  if (error instanceof api.PasswordException) {
    const text = hadPassword
      ? 'The password for this PDF is wrong.'
      : 'This PDF is protected: it needs a password.';
    return new PalimpsestError('encrypted', text, {}, error);
  }
  if (error instanceof api.InvalidPDFException) {
    const text = 'The PDF is damaged: its structure is missing or cut off.';
    return new PalimpsestError('unreadable', text, {}, error);
  }
  if (error instanceof PalimpsestError || !(error instanceof Error)) return error;
  if (
    error.name === 'UnknownErrorException' ||
    error.name === 'FormatError' ||
    error.name === 'XRefParseException'
  ) {
    return new PalimpsestError('unreadable', `The PDF is damaged (${error.message}).`, {}, error);
  }
  return error;
}
