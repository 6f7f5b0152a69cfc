/** The registry: a new format is a file beside this and a line here. */
import { PalimpsestError } from '../base/errors';
import { docxExporter } from './docx';
import { htmlExporter } from './html';
import { jsonExporter } from './json';
import { latexExporter } from './latex';
import { markdownExporter } from './markdown';
import { textExporter } from './text';
import { tsvExporter } from './tsv';
import type { Exporter } from './types';

export { escapeHtml } from './html-fragments';
export * from './types';

export const exporters: readonly Exporter[] = [
  markdownExporter,
  htmlExporter,
  latexExporter,
  docxExporter,
  textExporter,
  jsonExporter,
];

/** For the clipboard: not whole documents. */
const forParts: readonly Exporter[] = [tsvExporter];

/** Throws `invalid-request` for an unknown format. */
export function findExporter(id: string): Exporter {
  const exporter = [...exporters, ...forParts].find((each) => each.id === id);
  if (exporter === undefined) {
    const known = exporters.map((each) => each.id).join(', ');
    throw new PalimpsestError('invalid-request', `There is no format “${id}”; the formats are ${known}.`);
  }
  return exporter;
}
