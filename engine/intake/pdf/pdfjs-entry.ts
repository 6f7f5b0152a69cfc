/**
 * Entry of dist/pdfjs.cjs, a bundle of its own: pdf.js needs substitutions at build time and is loaded only when the
 * first PDF is opened. The same file is the code of the worker thread in which pdf.js parses and decodes.
 */
import './pdfjs-shims';
import { type MessagePort, workerData } from 'node:worker_threads';
import type * as Pdfjs from 'pdfjs-dist';

/** Put into `workerData` by the thread's owner. */
export interface ParserWorkerData {
  readonly pdfjsPort: MessagePort;
}

/** Sent beside pdf.js's own messages on the same port, so that it keeps its place among them. */
export interface ParserWarning {
  readonly warning: string;
}

export const loadPdfjs = async (): Promise<typeof Pdfjs> => import('pdfjs-dist/legacy/build/pdf.mjs');

function isParserWorker(data: unknown): data is ParserWorkerData {
  return typeof data === 'object' && data !== null && 'pdfjsPort' in data;
}

if (isParserWorker(workerData)) {
  const { pdfjsPort } = workerData;
  const report = (...parts: readonly unknown[]): void => {
    const message: ParserWarning = { warning: parts.map(String).join(' ') };
    pdfjsPort.postMessage(message);
  };
  console.log = report;
  console.warn = report;
  void import('pdfjs-dist/legacy/build/pdf.worker.mjs').then(({ WorkerMessageHandler }) => {
    WorkerMessageHandler.initializeFromPort(pdfjsPort);
  });
}
