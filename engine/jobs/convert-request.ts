/** What a conversion was asked to do, as its job keeps it; a password is never kept. */
import { z } from 'zod';
import { furnitureLabels } from '../document';
import type { ConvertOptions } from './convert-options';
import type { DecodeSettings } from './decode-plan';
import { spreadPlans } from './spreads';

const convertRequest = z.object({
  kind: z.enum(['convert', 'watch']),
  paths: z.array(z.string()).readonly(),
  out: z.string(),
  formats: z.array(z.string()).readonly(),
  model: z.string(),
  /** As it was given; checked by whoever decodes. */
  decode: z.custom<DecodeSettings>((value) => typeof value === 'object' && value !== null).exactOptional(),
  existingText: z.enum(['read', 'keep', 'mix']),
  pages: z.array(z.number()).readonly().exactOptional(),
  keep: z.array(z.enum(furnitureLabels)).readonly(),
  onExists: z.enum(['skip', 'rename', 'replace']),
  naming: z.string().exactOptional(),
  spreads: z.enum(spreadPlans).exactOptional(),
});

export type ConvertRequest = z.infer<typeof convertRequest>;

export function requestOf(options: ConvertOptions, kind: ConvertRequest['kind'] = 'convert'): ConvertRequest {
  const { paths, out, formats, model, decode, existingText, pages, keep, onExists, naming, spreads } =
    options;
  return {
    kind,
    paths,
    out,
    formats,
    model,
    ...(decode && { decode }),
    existingText,
    ...(pages && { pages: [...pages].sort((a, b) => a - b) }),
    keep,
    onExists,
    ...(naming !== undefined && { naming }),
    ...(spreads && { spreads }),
  };
}

/** Undefined for jobs of another kind or of a form that is no longer known. */
export function parseRequest(options: unknown): ConvertRequest | undefined {
  const result = convertRequest.safeParse(options);
  return result.success ? result.data : undefined;
}
