import type { ZodType } from 'zod';

/** Version of the whole protocol; both sides must agree. */
export const protocolVersion = 1;

/** One kind of request: its parameters are checked at the trust boundary, its result is typed only. */
export interface RequestDefinition<Kind extends string, Params, Result> {
  readonly kind: Kind;
  readonly params: ZodType<Params>;
  /** Never set; carries the result's type. */
  readonly result?: Result;
}

export function defineRequest<Result>() {
  return <const Kind extends string, Params>(
    kind: Kind,
    params: ZodType<Params>,
  ): RequestDefinition<Kind, Params, Result> => ({ kind, params });
}
