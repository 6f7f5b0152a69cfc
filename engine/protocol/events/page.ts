import type { Page } from '../../document';

/** A page changed as a whole: opened, its regions found, read, or failed. */
export interface PageEvent {
  readonly documentId: string;
  readonly page: Page;
}
