/** Ids ↔ text for byte-level tokenizers in Hugging Face's format, with the place of every token in the text. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { PalimpsestError } from '../../base/errors';

/** UTF-16 range in the text. */
export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

/** The 256 bytes as the printable characters that byte-level vocabularies write them with. */
function byteAlphabet(): ReadonlyMap<string, number> {
  const alphabet = new Map<string, number>();
  let spare = 256;
  for (let byte = 0; byte < 256; byte++) {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    alphabet.set(String.fromCodePoint(printable ? byte : spare++), byte);
  }
  return alphabet;
}

const alphabet = byteAlphabet();

export class TokenText {
  private readonly special: ReadonlySet<number>;

  private constructor(private readonly tokenizer: Tokenizer) {
    const special = new Set<number>();
    for (const [id, token] of tokenizer.get_added_tokens_decoder()) if (token.special) special.add(id);
    this.special = special;
  }

  /** Reads `tokenizer.json` of the folder. */
  static async open(folder: string): Promise<TokenText> {
    const path = join(folder, 'tokenizer.json');
    const text = await readFile(path, 'utf8').catch((cause: unknown) => {
      throw new PalimpsestError(
        'model-missing',
        `The model folder ${folder} has no tokenizer.json.`,
        { file: path },
        cause,
      );
    });
    try {
      return new TokenText(new Tokenizer(JSON.parse(text), { clean_up_tokenization_spaces: false }));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new PalimpsestError(
        'model-damaged',
        `The tokenizer ${path} is not usable: ${reason}`,
        { file: path },
        cause,
      );
    }
  }

  /** Special tokens written in `text` become their ids. */
  encode(text: string): number[] {
    return this.tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  idOf(token: string): number | undefined {
    return this.tokenizer.token_to_id(token);
  }

  isSpecial(id: number): boolean {
    return this.special.has(id);
  }

  /** Special tokens give no text. Bytes that are no UTF-8 become U+FFFD. */
  decode(ids: readonly number[]): string {
    return this.decodeWithRanges(ids).text;
  }

  /** A character whose bytes are spread over several tokens belongs to the last of them. */
  decodeWithRanges(ids: readonly number[]): {
    readonly text: string;
    readonly ranges: readonly TokenRange[];
  } {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const ranges: TokenRange[] = [];
    let text = '';
    for (const id of ids) {
      const start = text.length;
      text += decoder.decode(this.bytesOf(id), { stream: true });
      ranges.push({ start, end: text.length });
    }
    text += decoder.decode();
    return { text, ranges };
  }

  /** UTF-8; none for special and unknown ids. */
  bytesOf(id: number): Uint8Array {
    if (this.special.has(id)) return new Uint8Array();
    const token = this.tokenizer.id_to_token(id);
    if (token === undefined) return new Uint8Array();
    const bytes: number[] = [];
    for (const character of token) {
      const byte = alphabet.get(character);
      // An added token that is not special is plain text, not written in the byte alphabet.
      if (byte === undefined) return new TextEncoder().encode(token);
      bytes.push(byte);
    }
    return Uint8Array.from(bytes);
  }
}
