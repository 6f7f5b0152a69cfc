/**
 * JSON: the whole document (boxes, readings, corrections, models with hashes) and the blocks derived from it.
 * Nothing is left out, whatever `keep` says.
 */
import type { Exporter } from './types';

export const jsonExporter: Exporter = {
  id: 'json',
  name: 'JSON',
  extension: 'json',
  mediaType: 'application/json',
  async export({ document, blocks }) {
    const content = {
      format: 'palimpsest-document',
      version: 1,
      coordinates:
        'Boxes are in pixels of the upright, deskewed page picture, cropped to page.transform.crop, origin top left; page.transform maps them to the source.',
      document,
      blocks,
    };
    const text = `${JSON.stringify(content, null, 2)}\n`;
    return { bytes: Buffer.from(text, 'utf8'), assets: [], warnings: [] };
  },
};
