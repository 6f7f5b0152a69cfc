import type { Region } from '../../document';

/** One region of a page was read (or started: `working`). */
export interface RegionEvent {
  readonly documentId: string;
  readonly pageId: string;
  readonly region: Region;
  readonly working: boolean;
}
