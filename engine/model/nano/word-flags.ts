/** What a lexicon says of a prior reading's words (workshop/nano/SPEC.md §4). */
import { slotCount } from './config';
import type { PriorReading } from './prior-reading';
import { breakId, type Vocabulary } from './vocabulary';

export interface WordSet {
  /** Of a word in small letters. */
  has(word: string): boolean;
}

/** What a place stands in. */
export const wordKinds = { none: 0, known: 1, unknown: 2 } as const;

export interface WordFlags {
  /** [places], of `wordKinds`. */
  readonly kinds: Uint8Array;
  /** [places, slots]: 1 where the slot's id would make a known word; slot 0 wherever there is a word. */
  readonly flags: Uint8Array;
}

/** Letters of a word; what is shorter or longer is never known. */
const shortest = 2;
const longest = 28;

/** Slots that the lexicon can speak for (slots.ts). */
const slot = { own: 0, second: 1, third: 2, next: 3, space: 6, ghost: 7 } as const;

/** Which ids are letters. */
export class Letters {
  private readonly small = new Map<number, string>();

  /** `core`: ids that any region's text may hold. */
  constructor(core: readonly number[], vocabulary: Vocabulary) {
    for (const id of core) {
      const text = vocabulary.textOf(id);
      const small = text.toLowerCase();
      if (/^\p{L}$/u.test(text) && small.length === 1) this.small.set(id, small);
    }
  }

  /** The letter as a small one; '' for what is no letter. */
  of(id: number): string {
    return this.small.get(id) ?? '';
  }
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class Words {
  constructor(
    private readonly lexicon: WordSet,
    private readonly letters: Letters,
    private readonly hyphenId: number,
  ) {}

  flagsOf(prior: PriorReading): WordFlags {
    const own = prior.ids.map((id) => this.letters.of(id));
    const words = wordsIn(own);
    const result = {
      kinds: new Uint8Array(own.length),
      flags: new Uint8Array(own.length * slotCount),
    };
    const ends = new Map(words.map((word) => [word.end, word]));
    const starts = new Map(words.map((word) => [word.start, word]));
    /** The second half of the word that is divided behind `end`. */
    const secondHalf = (end: number): Word | undefined =>
      prior.ids[end] === this.hyphenId && prior.ids[end + 1] === breakId ? starts.get(end + 2) : undefined;
    for (const word of words) {
      const before = ends.get(word.start - 2);
      const head = before && secondHalf(before.end) ? before.text : '';
      const tail = secondHalf(word.end)?.text ?? '';
      this.flagWord(prior, own, word, { head, tail }, result);
    }
    own.forEach((letter, place) => {
      const before = ends.get(place);
      const behind = starts.get(place + 1)?.text ?? '';
      const isHyphen = before !== undefined && secondHalf(place) !== undefined;
      if (letter === '' && !isHyphen)
        this.flagBetween(prior, place, before?.text ?? '', behind, result.flags);
    });
    return result;
  }

  private flagWord(
    prior: PriorReading,
    own: readonly string[],
    { start, end, text }: Word,
    { head, tail }: { readonly head: string; readonly tail: string },
    { kinds, flags }: WordFlags,
  ): void {
    const mayBe = (one: string): boolean =>
      this.isWord(one) || (head + tail !== '' && this.isWord(head + one + tail));
    const isLong = text.length >= shortest;
    if (isLong) kinds.fill(mayBe(text) ? wordKinds.known : wordKinds.unknown, start, end);
    for (let place = start; place < end; place++) {
      const letter = own[place] ?? '';
      const before = text.slice(0, place - start);
      const behind = text.slice(place - start + 1);
      const { second, third, ghost } = this.othersAt(prior, place);
      const said = flags.subarray(place * slotCount);
      said[slot.own] = Number(isLong);
      said[slot.second] = Number(second !== '' && mayBe(before + second + behind));
      said[slot.third] = Number(third !== '' && mayBe(before + third + behind));
      said[slot.next] = Number(mayBe(before + behind));
      said[slot.space] = Number(this.isWord(before) && this.isWord(letter + behind));
      said[slot.ghost] = Number(ghost !== '' && mayBe(before + ghost + letter + behind));
    }
  }

  /** What is no letter, with the words on both sides. */
  private flagBetween(
    prior: PriorReading,
    place: number,
    before: string,
    behind: string,
    flags: Uint8Array,
  ): void {
    if (before + behind === '') return;
    const { second, third, ghost } = this.othersAt(prior, place);
    const isJoint = before !== '' && behind !== '' && prior.ids[place] !== breakId;
    const said = flags.subarray(place * slotCount);
    said[slot.second] = Number(second !== '' && this.isWord(before + second + behind));
    said[slot.third] = Number(third !== '' && this.isWord(before + third + behind));
    said[slot.next] = Number(isJoint && this.isWord(before + behind));
    said[slot.ghost] = Number(before !== '' && ghost !== '' && this.isWord(before + ghost));
  }

  /** Runners-up and ghost, where they are letters. */
  private othersAt({ tokens }: PriorReading, place: number) {
    const { runnersUp, ghost } = tokens[place]!;
    const [second, third, missing] = [...runnersUp, ghost].map((id) => this.letters.of(id));
    return { second: second ?? '', third: third ?? '', ghost: missing ?? '' };
  }

  private isWord(text: string): boolean {
    return text.length >= shortest && text.length <= longest && this.lexicon.has(text);
  }
}

function wordsIn(letters: readonly string[]): Word[] {
  const words: Word[] = [];
  let start = 0;
  for (let place = 0; place <= letters.length; place++) {
    if (letters[place]) continue;
    if (place > start) words.push({ start, end: place, text: letters.slice(start, place).join('') });
    start = place + 1;
  }
  return words;
}
