/** The kinds of file that can be opened. A new kind is one file of this folder and one line here. */
import { bmp } from './bmp';
import { gif } from './gif';
import { heic } from './heic';
import { jpeg } from './jpeg';
import type { IntakeKind } from './kind';
import { pdf } from './pdf';
import { png } from './png';
import { tiff } from './tiff';
import { webp } from './webp';

export const kinds: readonly IntakeKind[] = [png, jpeg, tiff, webp, gif, bmp, heic, pdf];

/** For messages. */
export const supportedKinds = 'PNG, JPEG, TIFF, WebP, GIF, BMP, HEIC and PDF';

export function kindFor(mediaType: string): IntakeKind | undefined {
  return kinds.find((kind) => kind.mediaTypes.includes(mediaType));
}
