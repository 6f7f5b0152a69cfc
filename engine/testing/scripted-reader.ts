/**
 * A slow model without weights: it reads what a script says, by the real round loop, and can be held between two
 * rounds. Its tokens are words, cut through the middle of characters here and there, and its drafts go wrong now and
 * then, so that all that can happen in a decode happens.
 */
import { throwIfAborted } from '../base/errors';
import { blockDiffusionDrafter, type DecodeEvent, type DecodePlan, decode, loopGuards } from '../decoding';
import type { DecodeMode, ModelInfo, Reading, TextFormat } from '../document';
import type { Reader, ReadOptions, ReadRequest, RegionReading } from '../model';
import { readingCounters } from '../model/reading-counters';
import { hash, readingLanguage, ScriptedVerifier } from './scripted-verifier';

export const scriptedModel: ModelInfo = {
  id: 'scripted',
  name: 'Scripted',
  version: '1',
  sha256: '0'.repeat(64),
};

export interface ScriptedReaderOptions {
  /** What stands in a region. */
  readonly textOf: (
    request: ReadRequest,
    mode: DecodeMode,
  ) => { readonly text: string; readonly format: TextFormat };
  readonly blockLength?: number;
  readonly cap?: number;
  /** Awaited after each event was sent: the decode is held until it resolves. */
  readonly after?: (regionId: string, event: DecodeEvent, signal: AbortSignal | undefined) => Promise<void>;
}

const endId = 0;
const vocabularySize = 1 << 16;
const maskId = vocabularySize;

export function scriptedReader(options: ScriptedReaderOptions): Reader {
  const { blockLength = 8, cap: usualCap = 2000 } = options;
  const read = async (request: ReadRequest, given: ReadOptions): Promise<RegionReading> => {
    const { regionId, task, lines } = request;
    const { mode = 'self-speculative', cap = usualCap } = given;
    const { text, format } = options.textOf(request, mode);
    const language = readingLanguage(vocabulary.encode(text), vocabularySize, endId);
    const drafts = (place: number, prefix: readonly number[]): boolean =>
      hash(place, prefix.length) % 6 !== 0;
    const verifier = new ScriptedVerifier({ language, drafts });
    const plan: DecodePlan =
      mode === 'self-speculative'
        ? { mode, drafters: [blockDiffusionDrafter(verifier)], blockLength }
        : mode === 'autoregressive'
          ? { mode }
          : { mode, denoiser: verifier, blockLength, threshold: 0.9 };
    const loopGuard = task === 'none' ? 'off' : loopGuards[task];
    const { signal } = given;
    const events = decode(verifier, plan, { endIds: [endId], cap, loopGuard, ...(signal && { signal }) });
    for (;;) {
      const step = await events.next();
      if (step.done) {
        throwIfAborted(signal);
        const { value: decoded } = step;
        const { written, ranges } = vocabulary.write(decoded.ids);
        const reading: Reading = {
          id: `${regionId}-${scriptedModel.id}`,
          model: scriptedModel.id,
          task,
          mode,
          format,
          text: written,
          stop: decoded.stop,
          tokens: decoded.tokens.map((token, i) => ({ ...token, start: 0, end: 0, ...ranges[i] })),
          counters: readingCounters(decoded.counters, 1),
        };
        return { regionId, reading, lines, marks: [] };
      }
      given.onDecodeEvent?.(regionId, step.value);
      await options.after?.(regionId, step.value, signal);
    }
  };
  return {
    models: [scriptedModel],
    cap: usualCap,
    async *read(requests, given) {
      for (const request of requests) {
        throwIfAborted(given.signal);
        yield await read(request, given);
      }
    },
    textOf: (ids) => vocabulary.write(ids).written,
    bytesOf: (id) => vocabulary.bytesOf(id),
    close: async () => {},
  };
}

/** Grows with the texts it meets. Every second id is its neighbour misread: what a wrong draft says. */
class Vocabulary {
  private readonly ids = new Map<string, number>();
  private readonly pieces: Uint8Array[] = [];

  encode(text: string): number[] {
    return (text.match(/\s*\S+|\s+$/gu) ?? []).flatMap((word) =>
      cut(Buffer.from(word)).map((part) => this.idOf(part)),
    );
  }

  bytesOf(id: number): Uint8Array {
    const piece = this.pieces[Math.floor(id / 2) - 1] ?? new Uint8Array();
    return id % 2 === 0 ? piece : misread(piece);
  }

  write(ids: readonly number[]): { written: string; ranges: { start: number; end: number }[] } {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let written = '';
    const ranges = ids.map((id) => {
      const start = written.length;
      written += decoder.decode(this.bytesOf(id), { stream: true });
      return { start, end: written.length };
    });
    return { written: written + decoder.decode(), ranges };
  }

  private idOf(piece: Uint8Array): number {
    const key = Buffer.from(piece).toString('hex');
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.pieces.push(piece);
    const id = 2 * this.pieces.length;
    if (id + 1 >= maskId) throw new Error('The scripted vocabulary is full.');
    this.ids.set(key, id);
    return id;
  }
}

/** One for all readers: what two of them read can be compared. */
const vocabulary = new Vocabulary();

/** A word with other than plain letters comes in two tokens, cut within the first such character. */
function cut(word: Buffer): Buffer[] {
  const place = word.findIndex((byte) => byte >= 0x80);
  return place < 0 ? [word] : [word.subarray(0, place + 1), word.subarray(place + 1)];
}

function misread(piece: Uint8Array): Uint8Array {
  return piece.map((byte) => (byte >= 0x61 && byte < 0x7a ? byte + 1 : byte));
}
