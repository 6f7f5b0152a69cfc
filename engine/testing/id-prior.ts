/** A prior given as ids: each id is a character of its own to the drafter. */
import { type Drafter, textPriorDrafter } from '../decoding';

/** Beyond the surrogates, so that any id makes one character. */
const first = 0x10000;

export function idPriorDrafter(ids: readonly number[]): Drafter {
  return textPriorDrafter({
    text: ids.map((id) => String.fromCodePoint(first + id)).join(''),
    encode: (text) => Array.from(text, (character) => (character.codePointAt(0) ?? first) - first),
    decode: (some) => some.map((id) => String.fromCodePoint(first + id)).join(''),
  });
}
