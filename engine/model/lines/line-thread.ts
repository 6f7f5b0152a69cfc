/**
 * Entry of dist/line-thread.cjs, the code of a thread that reads lines. It has a session of its own, takes the batches
 * of a page one by one from a list that it shares with its like, and sends what it read.
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { toErrorData } from '../../base/errors';
import { openSession } from '../../runtime/session';
import { type BatchSteps, readBatch } from './line-batch';
import {
  isPageWork,
  isThreadData,
  type PageWork,
  type ThreadAnswer,
  type ThreadData,
} from './line-thread-messages';

function serve(port: MessagePort, { model, characters, busy }: ThreadData): void {
  const inRuntime = async <T>(work: () => Promise<T>): Promise<T> => {
    Atomics.add(busy, 0, 1);
    try {
      return await work();
    } finally {
      Atomics.sub(busy, 0, 1);
      Atomics.notify(busy, 0);
    }
  };
  const opened = inRuntime(() => openSession(model, { threads: 1 }));
  const answer = (message: ThreadAnswer, transfer: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);

  const readPage = async ({ work, pages, batches, wantsAll, next }: PageWork): Promise<void> => {
    try {
      const session = await opened;
      for (;;) {
        const index = Atomics.add(next, 0, 1);
        const batch = batches[index];
        if (!batch) return;
        const lines = batch.lines.map((line) => ({ ...line, page: pages[line.page]! }));
        const reading = await inRuntime(() =>
          readBatch(session, characters, { width: batch.width, lines }, wantsAll),
        );
        answer({ work, batch: index, reading }, reading.all && buffersOf(reading.all));
      }
    } catch (error) {
      answer({ work, failure: toErrorData(error).message });
    }
  };

  let queue: Promise<void> = opened.then(
    () => {},
    () => {},
  );
  port.on('message', (message: unknown) => {
    if (isPageWork(message)) {
      queue = queue.then(() => readPage(message));
      return;
    }
    // Without its port the thread comes to its end by itself.
    queue = queue.then(async () => {
      port.close();
      await (await opened).release();
    });
  });
}

const buffersOf = ({ classes, probabilities, spaces, features }: BatchSteps): ArrayBuffer[] =>
  [classes, probabilities, spaces, features]
    .map(({ buffer }) => buffer)
    .filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);

if (parentPort && isThreadData(workerData)) serve(parentPort, workerData);
