import { blocks } from './blocks';
import { cancel } from './cancel';
import { close } from './close';
import { document } from './document';
import { edit } from './edit';
import { exportDocuments } from './export';
import { open } from './open';
import { pageImage } from './page-image';
import { start } from './start';
import { status } from './status';
import { text } from './text';

/** Every request, keyed by its kind. A new one is a file beside this and a line here. */
export const requests = {
  blocks,
  cancel,
  close,
  document,
  edit,
  export: exportDocuments,
  open,
  'page-image': pageImage,
  start,
  status,
  text,
} as const;

export type RequestKind = keyof typeof requests;
export type RequestParams<Kind extends RequestKind> = (typeof requests)[Kind]['params']['_output'];
export type RequestResult<Kind extends RequestKind> = NonNullable<(typeof requests)[Kind]['result']>;
