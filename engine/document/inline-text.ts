/** Reading inline content as plain text: for matching, search, and formats without markup. */
import { assertNever } from '../base/errors';
import type { Inline } from './blocks';

/** Literal text; a break becomes `\n`, a formula its LaTeX. */
export function textOf(content: readonly Inline[]): string {
  return content.map(textOfOne).join('');
}

function textOfOne(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
    case 'code':
      return inline.text;
    case 'formula':
      return inline.latex;
    case 'break':
      return '\n';
    case 'note-reference':
      return inline.mark;
    case 'strong':
    case 'emphasis':
    case 'superscript':
    case 'subscript':
    case 'link':
      return textOf(inline.children);
    default:
      return assertNever(inline);
  }
}
