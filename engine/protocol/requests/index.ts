import type { ZodType } from 'zod';
import { PalimpsestError } from '../../base/errors';
import { blocks } from './blocks';
import { cancel } from './cancel';
import { checkIdentity } from './check-identity';
import { close } from './close';
import { counts } from './counts';
import { document } from './document';
import { edit } from './edit';
import { exportDocuments } from './export';
import { findRegions } from './find-regions';
import { forget } from './forget';
import { insertPages } from './insert-pages';
import { jobs } from './jobs';
import { look } from './look';
import { open } from './open';
import { pageImage } from './page-image';
import { pause } from './pause';
import { readRegion } from './read-region';
import { recent } from './recent';
import { redo } from './redo';
import { restore } from './restore';
import {
  addDictionary,
  checkWords,
  dictionaries,
  ownWords,
  removeDictionary,
  suggestWords,
} from './spelling';
import { start } from './start';
import { status } from './status';
import { suggestCut } from './suggest-cut';
import { text } from './text';
import { trace } from './trace';
import { undo } from './undo';

/** Every request, keyed by its kind. A new one is a file beside this and a line here. */
export const requests = {
  'add-dictionary': addDictionary,
  blocks,
  cancel,
  'check-identity': checkIdentity,
  'check-words': checkWords,
  close,
  counts,
  dictionaries,
  document,
  edit,
  export: exportDocuments,
  'find-regions': findRegions,
  forget,
  'insert-pages': insertPages,
  jobs,
  look,
  open,
  'own-words': ownWords,
  'page-image': pageImage,
  pause,
  'read-region': readRegion,
  recent,
  redo,
  'remove-dictionary': removeDictionary,
  restore,
  start,
  status,
  'suggest-cut': suggestCut,
  'suggest-words': suggestWords,
  text,
  trace,
  undo,
} as const;

export type RequestKind = keyof typeof requests;
export type RequestParams<Kind extends RequestKind> = (typeof requests)[Kind]['params']['_output'];
export type RequestResult<Kind extends RequestKind> = Exclude<(typeof requests)[Kind]['result'], undefined>;

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
