/**
 * The thread in which pdf.js parses and decodes images, one for all open PDFs. It is separate so that a file made to
 * hang or to eat memory costs this thread and not the engine: work has a time limit, and past it the thread is ended
 * and started anew. Work is done one piece at a time, which also tells whose warnings are whose.
 */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { PDFWorker } from 'pdfjs-dist';
import { PalimpsestError } from '../../base/errors';
import type { ParserWarning, ParserWorkerData } from './pdfjs-entry';
import { loadVendor, type Vendor } from './vendor';

export interface ParserThread {
  readonly vendor: Vendor;
  readonly pdfWorker: PDFWorker;
  /** False once ended; documents opened in it are then lost and have to be opened again. */
  readonly alive: () => boolean;
  /** What pdf.js complained about during the present piece of work. */
  readonly warnings: readonly string[];
}

interface Running extends ParserThread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly warnings: string[];
  failure: PalimpsestError | undefined;
  onFailure: ((error: PalimpsestError) => void) | undefined;
}

/** For pdf.js's own objects; pixels lie outside the heap and are bounded by the limits on pictures. */
const heapMegabytes = 2048;

let running: Running | undefined;
let queue: Promise<unknown> = Promise.resolve();

/**
 * Runs one piece of work after those before it. Fails with `timeout` after `seconds`, and with `out-of-memory` or
 * `unreadable` when the thread dies of it.
 */
export function withParser<T>(
  seconds: number,
  vendorDir: string | undefined,
  work: (thread: ParserThread) => Promise<T>,
): Promise<T> {
  const result = queue.then(() => runLimited(seconds, vendorDir, work));
  queue = result.catch(() => {});
  return result;
}

async function runLimited<T>(
  seconds: number,
  vendorDir: string | undefined,
  work: (thread: ParserThread) => Promise<T>,
): Promise<T> {
  const thread = await startOrReuse(vendorDir);
  thread.warnings.length = 0;
  thread.worker.ref();
  thread.port.ref();
  const pending = work(thread);
  let timer: NodeJS.Timeout | undefined;
  try {
    const trouble = new Promise<never>((_, reject) => {
      thread.onFailure = reject;
      timer = setTimeout(() => {
        const text = `Reading took longer than ${seconds} seconds and was given up.`;
        end(thread, new PalimpsestError('timeout', text));
      }, seconds * 1000);
    });
    return await Promise.race([pending, trouble]);
  } finally {
    pending.catch(() => {}); // whatever is still to come of abandoned work has been reported already
    clearTimeout(timer);
    thread.onFailure = undefined;
    thread.worker.unref();
    thread.port.unref();
  }
}

async function startOrReuse(vendorDir: string | undefined): Promise<Running> {
  if (running && !running.failure) return running;
  const vendor = await loadVendor(vendorDir);
  const { port1, port2 } = new MessageChannel();
  const workerData: ParserWorkerData = { pdfjsPort: port2 };
  const worker = new Worker(vendor.bundle, {
    workerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const warnings: string[] = [];
  // Registered before pdf.js's own listener; it ignores messages that are not addressed to it.
  port1.on('message', (message: unknown) => {
    if (isWarning(message)) warnings.push(message.warning);
  });
  const thread: Running = {
    vendor,
    pdfWorker: vendor.api.PDFWorker.create({ port: port1, verbosity: vendor.api.VerbosityLevel.WARNINGS }),
    alive: () => thread.failure === undefined,
    warnings,
    worker,
    port: port1,
    failure: undefined,
    onFailure: undefined,
  };
  worker.on('error', (error) => end(thread, deathOf(error)));
  worker.on('exit', () =>
    end(thread, new PalimpsestError('unreadable', 'The PDF reader stopped unexpectedly.')),
  );
  running = thread;
  return thread;
}

function end(thread: Running, reason: PalimpsestError): void {
  if (thread.failure) return;
  thread.failure = reason;
  thread.onFailure?.(reason);
  if (running === thread) running = undefined;
  thread.pdfWorker.destroy();
  thread.port.close();
  void thread.worker.terminate();
}

function deathOf(error: Error): PalimpsestError {
  const isMemory =
    /memory/i.test(error.message) || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY');
  return isMemory
    ? new PalimpsestError('out-of-memory', 'The PDF needs more memory than there is.', {}, error)
    : new PalimpsestError('unreadable', 'The PDF cannot be read: it makes the PDF reader fail.', {}, error);
}

function isWarning(message: unknown): message is ParserWarning {
  return (
    typeof message === 'object' &&
    message !== null &&
    'warning' in message &&
    typeof message.warning === 'string'
  );
}
