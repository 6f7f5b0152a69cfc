import type { Block, Page, Region } from '../document';

/** A block on its way into the document, with where it came from. */
export interface Piece {
  readonly block: Block;
  readonly page: Page;
  readonly region: Region;
}
