/** The registry: a new format is a file beside this and a line here. */
import { PalimpsestError } from '../base/errors';
import { jsonExporter } from './json';
import { markdownExporter } from './markdown';
import type { Exporter } from './types';

export * from './types';

export const exporters: readonly Exporter[] = [markdownExporter, jsonExporter];

/** Throws `invalid-request` for an unknown format. */
export function findExporter(id: string): Exporter {
  const exporter = exporters.find((each) => each.id === id);
  if (exporter === undefined) {
    const known = exporters.map((each) => each.id).join(', ');
    throw new PalimpsestError('invalid-request', `There is no format “${id}”; the formats are ${known}.`);
  }
  return exporter;
}
