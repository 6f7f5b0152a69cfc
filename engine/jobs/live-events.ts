/** From the events of a decode, which are ids, to those that a window shows: ids with their texts. */
import type { DecodedReading, DecodeEvent } from '../decoding';
import type { DecodeMode, Task } from '../document';
import type { LiveEvent, LiveId } from '../protocol/events';

/** UTF-8 bytes of an id's text; none for special tokens. */
export type BytesOf = (id: number) => Uint8Array;

export interface LiveRegion {
  readonly task: Task;
  readonly model: string;
  readonly mode: DecodeMode;
  readonly cap?: number;
  readonly bytesOf: BytesOf;
}

/** For one region; give it every event of the decode in order. */
export class LiveEvents {
  private readonly decoder = textDecoder();
  /** The last three committed bytes: all that a character can have before its last one. */
  private lastBytes: Uint8Array = new Uint8Array();
  private started = false;
  private tokens = 0;

  constructor(private readonly region: LiveRegion) {}

  of(event: DecodeEvent): readonly LiveEvent[] {
    if (this.started) return [this.one(event)];
    this.started = true;
    const { task, model, mode, cap } = this.region;
    const first: LiveEvent = {
      kind: 'region-started',
      at: 0,
      task,
      model,
      mode,
      ...(cap !== undefined && { cap }),
    };
    return [first, this.one(event)];
  }

  private one(event: DecodeEvent): LiveEvent {
    const { at } = event;
    if (event.kind === 'done') {
      const { stop, ids } = event.reading;
      const tail = this.tailOf(event.reading);
      return { kind: 'done', at, stop, kept: ids.length, ...(tail !== '' && { tail }) };
    }
    const { round } = event;
    if (event.kind === 'round-started') {
      const { drafter } = event;
      const draft = this.textsBehind(event.draft);
      return { kind: 'round-started', at, round, ...(drafter !== undefined && { drafter }), draft };
    }
    const { accepted } = event;
    const committed = event.committed.map(({ id, origin, margin }) => ({
      id,
      text: this.commit(id),
      origin,
      margin,
    }));
    this.tokens += committed.length;
    const { tokens } = this;
    return { kind: 'round-verified', at, round, accepted, committed, tokens, forwards: event.forwards };
  }

  private commit(id: number): string {
    const bytes = this.region.bytesOf(id);
    this.lastBytes = lastThree(this.lastBytes, bytes);
    return this.decoder.decode(bytes, { stream: true });
  }

  private textsBehind(ids: readonly number[]): LiveId[] {
    const decoder = textDecoder();
    decoder.decode(this.lastBytes, { stream: true });
    return ids.map((id) => ({ id, text: decoder.decode(this.region.bytesOf(id), { stream: true }) }));
  }

  private tailOf({ ids }: DecodedReading): string {
    let last: Uint8Array = new Uint8Array();
    for (const id of ids) last = lastThree(last, this.region.bytesOf(id));
    const decoder = textDecoder();
    decoder.decode(last, { stream: true });
    return decoder.decode();
  }
}

/** As tokenizers write: a byte order mark is a character, a byte that fits nowhere U+FFFD. */
const textDecoder = () => new TextDecoder('utf-8', { ignoreBOM: true });

function lastThree(before: Uint8Array, behind: Uint8Array): Uint8Array {
  return Uint8Array.from([...before, ...behind]).slice(-3);
}
