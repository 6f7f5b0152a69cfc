/**
 * Which words there are: a set without its members, a Bloom filter (Bloom, "Space/time trade-offs in hash coding with
 * allowable errors", 1970) over FNV-1a. Made by `workshop/nano/words.py`; a few strings in a thousand that are no words
 * count as words.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PalimpsestError } from '../../base/errors';

const magic = 'PLEX';
const headerBytes = 8;
const prime = 16777619;
const firstSeed = 2166136261;
const secondSeed = 2538058380;

export class Lexicon {
  private readonly bitCount: number;

  private constructor(
    private readonly bits: Uint8Array,
    private readonly hashes: number,
  ) {
    this.bitCount = 8 * bits.length;
  }

  /** Reads `lexicon.bin` of a model folder: "PLEX", the number of hashes as uint32, the bits. Throws `model-missing` or `model-damaged`. */
  static async open(folder: string): Promise<Lexicon> {
    const file = join(folder, 'lexicon.bin');
    const data = await readFile(file).catch((cause: unknown) => {
      const message = `The model folder ${folder} has no lexicon.bin.`;
      throw new PalimpsestError('model-missing', message, { file }, cause);
    });
    const hashes = data.length > headerBytes ? data.readUInt32LE(magic.length) : 0;
    if (data.toString('latin1', 0, magic.length) !== magic || hashes < 1 || hashes > 32)
      throw new PalimpsestError('model-damaged', `${file} is no lexicon.`, { file });
    return new Lexicon(data.subarray(headerBytes), hashes);
  }

  /** Of a word in small letters. */
  has(word: string): boolean {
    let first = firstSeed;
    let second = secondSeed;
    for (let index = 0; index < word.length; index++) {
      const code = word.charCodeAt(index);
      first = Math.imul(first ^ code, prime);
      second = Math.imul(second ^ code, prime);
    }
    second |= 1;
    for (let hash = 0; hash < this.hashes; hash++) {
      const bit = (first >>> 0) % this.bitCount;
      if ((((this.bits[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 0) return false;
      first = (first + second) | 0;
    }
    return true;
  }
}
