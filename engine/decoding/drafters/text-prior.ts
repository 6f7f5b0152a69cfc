/**
 * Drafts from another reader's text of the same region, aligned by characters: one wrong letter breaks a token into
 * others, so that ids lose each other where letters do not. Costs no forward; the first verify goes over all of it.
 */
import type { Drafter } from '../types';
import { Alignment } from './alignment';

export interface TextPriorSettings {
  readonly text: string;
  encode(text: string): readonly number[];
  /** Of ids that end within a character the rest is U+FFFD. */
  decode(ids: readonly number[]): string;
}

/** So many drafts in vain, and the prior keeps quiet until the text matches it again over so many characters. */
const patience = 2;
const rejoinedRun = 4;
/** Characters that a token has at most on average: enough text is encoded for every draft. */
const charactersPerId = 12;

export function textPriorDrafter({ text, encode, decode }: TextPriorSettings): Drafter {
  const characters = Array.from(text);
  const alignment = new Alignment(characters.map((character) => character.codePointAt(0) ?? 0));
  let followed = 0;
  let begun = false;
  let inVain = 0;

  function follow(prefix: readonly number[]): void {
    const written = decode(prefix.slice(followed));
    // The end of a character is still to come.
    if (written.endsWith('\uFFFD') && prefix.length - followed < 4) return;
    for (const character of written) alignment.push(character.codePointAt(0) ?? 0);
    followed = prefix.length;
  }

  return {
    name: 'prior',
    draft({ prefix, limit, room }) {
      follow(prefix);
      if (inVain >= patience && alignment.run < rejoinedRun) return { ids: [], forwards: 0 };
      const length = begun ? limit : room;
      begun = true;
      const from = alignment.place;
      const ahead = characters.slice(from, from + length * charactersPerId).join('');
      return { ids: encode(ahead).slice(0, length), forwards: 0 };
    },
    observe({ drafter, accepted }) {
      if (drafter === 'prior') inVain = accepted === 0 ? inVain + 1 : 0;
    },
  };
}
