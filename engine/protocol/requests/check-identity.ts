import { z } from 'zod';
import { defineRequest } from '../define';

export interface RegionIdentity {
  readonly regionId: string;
  readonly identical: boolean;
  /** Ids of the plain decode's text. */
  readonly tokens: number;
  /** Of the decode: prefill, drafts and verifies. */
  readonly seconds: { readonly selfSpeculative: number; readonly autoregressive: number };
  /** Model forwards, the prefill's counted. */
  readonly forwards: { readonly selfSpeculative: number; readonly autoregressive: number };
  /** The first id that differs; a text that ended earlier has '' there. `before`: the text that both have. */
  readonly difference?: {
    readonly token: number;
    readonly selfSpeculative: string;
    readonly autoregressive: string;
    readonly before: string;
  };
}

/**
 * Decodes regions by draft and verify and then plainly, and compares the ids. Regions that are not decoded (pictures,
 * text that was known) are left out. `invalid-request` for a model that decodes no tokens. Waits and is cancelled as `read-region`.
 */
export const checkIdentity = defineRequest<{ readonly regions: readonly RegionIdentity[] }>()(
  'check-identity',
  z
    .object({
      documentId: z.string(),
      regionIds: z.array(z.string()).min(1).max(10_000).optional(),
      pageId: z.string().optional(),
      /** The model of the region's last reading that has tokens, when left out. */
      model: z.string().optional(),
    })
    .refine(({ regionIds, pageId }) => (regionIds === undefined) !== (pageId === undefined), {
      message: 'either regionIds or pageId',
    }),
);
