/** The record of a window's job in the project: that it runs, and at its end the account of its pages. */
import { toErrorData } from '../base/errors';
import type { Logger } from '../base/logger';
import { furnitureLabels, type ModelInfo, type Page } from '../document';
import type { ReaderUse } from '../model';
import type { JobDoneEvent } from '../protocol/events';
import { type Account, addSeconds, type FileAccount, sumAccount } from './account';
import { accountOf } from './file-account';
import type { OpenDocument } from './open-document';
import type { ProjectDocuments } from './project-documents';
import type { StageSeconds } from './read-page';
import type { PageTask } from './reading-queue';

export class ReadingRecord {
  private readonly started = Date.now();
  private readonly asked: ReadonlySet<string>;
  private readonly opens: readonly OpenDocument[];
  private readonly seconds = new Map<string, StageSeconds>();
  private jobId: number | undefined;

  constructor(
    private readonly kept: ProjectDocuments,
    private readonly logger: Logger,
    private readonly model: string,
    tasks: readonly PageTask[],
  ) {
    this.opens = [...new Set(tasks.map(({ open }) => open))];
    this.asked = new Set(tasks.map(({ pageId }) => pageId));
    this.attempt(() => {
      if (kept.status().readOnly || tasks.length === 0) return;
      const { jobs } = kept.writable;
      this.jobId = jobs.add({ kind: 'read', model, documents: this.opens.map(({ id }) => id) }).id;
      jobs.setState(this.jobId, 'running');
    });
  }

  /** What reading a page took. */
  add({ id }: OpenDocument, seconds: StageSeconds): void {
    this.seconds.set(id, addSeconds(this.seconds.get(id) ?? {}, seconds));
  }

  end(outcome: JobDoneEvent['outcome'], models: readonly ModelInfo[], use?: ReaderUse): void {
    this.attempt(() => {
      if (this.jobId !== undefined)
        this.kept.writable.jobs.setState(this.jobId, outcome, this.account(outcome, models, use));
    });
  }

  private account(
    outcome: JobDoneEvent['outcome'],
    models: readonly ModelInfo[],
    use: ReaderUse | undefined,
  ): Account {
    const isAsked = (page: Page): boolean => this.asked.has(page.id);
    const files = this.opens.map((open): FileAccount => {
      const errors = open.document.pages.filter(isAsked).flatMap((page) => page.error ?? []);
      const [first] = errors;
      return accountOf(open, {
        isAsked,
        // A window leaves things out when it exports, not when it reads.
        keep: furnitureLabels,
        outcome: outcome === 'done' ? (first ? 'partial' : 'done') : 'cancelled',
        ...(first && { reason: first.message }),
        read: { seconds: this.seconds.get(open.id) ?? {} },
        errors,
      });
    });
    return sumAccount(files, this.model, models, (Date.now() - this.started) / 1000, use);
  }

  /** A job is not given up because its record cannot be written. */
  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.logger.warn('The job could not be recorded.', { message: toErrorData(error).message });
    }
  }
}
