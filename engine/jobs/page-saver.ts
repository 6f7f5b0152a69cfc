/**
 * Saves a page while it is read. A region is safe once it is saved; regions that are read faster than a disk can
 * acknowledge are saved together, so at most the region in work and a quarter of a second are lost.
 */
import type { Page, Region } from '../document';

const longestUnsaved = 250;

export class PageSaver {
  private page: Page | undefined;
  private savedAt = Date.now();
  private readonly isOff: boolean;

  /** `before`: a page that is read once more stays as it is until it has been read to its end. */
  constructor(
    before: Page,
    private readonly save: (page: Page) => Page,
  ) {
    this.isOff = before.status === 'done';
  }

  /** The page with its regions before they are read, as it then stands. */
  begin(page: Page): Page {
    if (this.isOff) return page;
    this.page = page;
    this.savedAt = Date.now();
    return this.save(page);
  }

  add(region: Region): void {
    if (!this.page) return;
    const regions = this.page.regions.map((each) => (each.id === region.id ? region : each));
    this.page = { ...this.page, regions };
    if (Date.now() - this.savedAt >= longestUnsaved) this.flush();
  }

  /** When the page is given up half way. */
  flush(): void {
    if (this.page) this.save(this.page);
    this.savedAt = Date.now();
  }
}
