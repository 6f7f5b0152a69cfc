import type { ZodType } from 'zod';
import { PalimpsestError } from '../../base/errors';
import { blocks } from './blocks';
import { cancel } from './cancel';
import { checkIdentity } from './check-identity';
import { close } from './close';
import { document } from './document';
import { edit } from './edit';
import { exportDocuments } from './export';
import { open } from './open';
import { pageImage } from './page-image';
import { readRegion } from './read-region';
import { restore } from './restore';
import { start } from './start';
import { status } from './status';
import { text } from './text';
import { trace } from './trace';

/** Every request, keyed by its kind. A new one is a file beside this and a line here. */
export const requests = {
  blocks,
  cancel,
  'check-identity': checkIdentity,
  close,
  document,
  edit,
  export: exportDocuments,
  open,
  'page-image': pageImage,
  'read-region': readRegion,
  restore,
  start,
  status,
  text,
  trace,
} as const;

export type RequestKind = keyof typeof requests;
export type RequestParams<Kind extends RequestKind> = (typeof requests)[Kind]['params']['_output'];
export type RequestResult<Kind extends RequestKind> = Exclude<
  (typeof requests)[Kind]['result'],
  undefined
>;

export function isRequestKind(kind: string): kind is RequestKind {
  return Object.hasOwn(requests, kind);
}

/** Checks parameters from the other side of a trust boundary; throws `invalid-request` and says what is wrong. */
export function parseParams<Kind extends RequestKind>(kind: Kind, params: unknown): RequestParams<Kind> {
  const schema: ZodType = requests[kind].params;
  const parsed = schema.safeParse(params);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new PalimpsestError(
      'invalid-request',
      `Request ${kind}: ${where} ${issue?.message ?? 'is not valid'}`,
    );
  }
  // The map ties the kind to its schema; the type checker cannot follow a lookup by a type parameter.
  return parsed.data as RequestParams<Kind>;
}
