/**
 * The envelopes that cross a Port. A client says hello with a nonce, the server answers with the same; only then are
 * requests heard. Requests and replies are tied by `id`; events have none. What is inside is checked elsewhere:
 * parameters by the request's own schema, results and events not at all (they come from the trusted side).
 */
import { z } from 'zod';
import { errorCodes } from '../base/errors';
import { protocolVersion } from './define';

const v = z.literal(protocolVersion);
const id = z.number().int().positive();

export const errorData = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  file: z.string().exactOptional(),
  page: z.number().exactOptional(),
  region: z.string().exactOptional(),
});

/** Any version, so that a mismatch can be answered instead of ignored. */
const hello = z.object({ type: z.literal('hello'), v: z.number(), nonce: z.string() });

export const clientMessage = z.discriminatedUnion('type', [
  hello,
  z.object({ type: z.literal('request'), v, id, kind: z.string(), params: z.unknown() }),
  z.object({ type: z.literal('abort'), v, id }),
  z.object({ type: z.literal('bye'), v }),
]);
export type ClientMessage = z.infer<typeof clientMessage>;

export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), v, nonce: z.string() }),
  z.object({ type: z.literal('refused'), v: z.number(), error: errorData }),
  z.object({ type: z.literal('reply'), v, id, ok: z.literal(true), result: z.unknown() }),
  z.object({ type: z.literal('fault'), v, id, ok: z.literal(false), error: errorData }),
  z.object({ type: z.literal('event'), v, event: z.string(), data: z.unknown() }),
  z.object({ type: z.literal('bye'), v }),
]);
export type ServerMessage = z.infer<typeof serverMessage>;
