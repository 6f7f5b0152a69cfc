/**
 * The page after the one in work, prepared while that one is read: pictures are decoded and regions found between the
 * reader's engine runs. At most one is held, so a job has two pages in memory and never more.
 */
import { isCancelled } from '../base/errors';
import type { Page } from '../document';
import type { Source } from '../intake';
import { type Preparation, type PrepareTools, preparePage } from './prepare-page';

export class PageAhead {
  private held: { readonly source: Source; readonly preparation: Preparation } | undefined;

  /**
   * `isCareful`: the first page may have ended the program, so it is alone until it is read; else another page might be
   * the one that ends it. `isOff`: every page is prepared at its own turn.
   */
  constructor(
    private readonly isOff: boolean,
    private isCareful = false,
  ) {}

  get isFree(): boolean {
    return !this.isOff && !this.isCareful && !this.held;
  }

  /** Does nothing unless `isFree`. Its fault is told at its own turn; nothing is reported before. */
  begin(
    source: Source,
    waiting: Page,
    { analyser, existingText, signal }: Pick<PrepareTools, 'analyser' | 'existingText' | 'signal'>,
  ): void {
    if (!this.isFree) return;
    this.held = { source, preparation: preparePage(source, waiting, { analyser, existingText, signal }) };
  }

  /** Of this page as it is now; one that somebody has turned meanwhile has to be prepared anew. */
  take(source: Source, waiting: Page): Preparation | undefined {
    const { held } = this;
    if (held?.source !== source || held.preparation.waiting.id !== waiting.id) return undefined;
    this.held = undefined;
    const before = held.preparation.waiting.transform;
    return JSON.stringify(before) === JSON.stringify(waiting.transform) ? held.preparation : undefined;
  }

  /** Resolves when nothing is worked on; what was cancelled is held no longer. */
  async settle(): Promise<void> {
    await this.held?.preparation.prepared.catch((error: unknown) => {
      if (isCancelled(error)) this.held = undefined;
    });
  }

  /** Whether the page that comes next may be one that ended the program. */
  setCareful(isCareful: boolean): void {
    this.isCareful = isCareful;
  }

  /** These pages are not wanted any more. */
  drop(pages: readonly Pick<Page, 'id'>[]): void {
    const waiting = this.held?.preparation.waiting;
    if (waiting && pages.some(({ id }) => id === waiting.id)) this.held = undefined;
  }
}
