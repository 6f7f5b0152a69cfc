/** Scripted decodes as the window gets them: the events as they came, and those of the stored trace. */
import type { DecodeEvent } from '../decoding';
import { LiveEvents } from '../jobs/live-events';
import { storedTrace, traceOf } from '../jobs/live-trace';
import type { LiveEvent } from '../protocol/events';
import { arrange, collect, type Settings } from './scripted-decodes';

const pieces = ['', 'a', ' be', 'long ', '\n', '<td>', ' ', '%'];
const halves = [Uint8Array.of(0xc3), Uint8Array.of(0xa9)];

/** Some ids are words, some are one of the two bytes of é, wherever it comes. */
const bytesOf = (id: number): Uint8Array =>
  id % 11 === 3 ? (halves[id % 2] ?? new Uint8Array()) : Buffer.from(pieces[id % pieces.length] ?? '');

export interface LiveDecodeRun {
  readonly events: readonly DecodeEvent[];
  readonly live: readonly LiveEvent[];
  readonly replayed: readonly LiveEvent[];
  /** The kept ids' bytes as a tokenizer would write them. */
  readonly text: string;
}

export async function liveDecode(settings: Settings): Promise<LiveDecodeRun> {
  const { verifier, plan } = arrange(settings);
  const { events, reading } = await collect(verifier, plan, settings.options);
  const feed = new LiveEvents({ task: 'text', model: 'scripted', mode: plan.mode, bytesOf });
  const live = events.flatMap((event) => feed.of(event));
  const reader = {
    models: [{ id: 'scripted', name: 'Scripted', version: '1', sha256: '0'.repeat(64) }],
    bytesOf,
  };
  const stored: unknown = JSON.parse(JSON.stringify(traceOf(reader, 'text', events)));
  const text = Buffer.concat(reading.ids.map(bytesOf)).toString('utf8');
  return { events, live, replayed: storedTrace(stored).events, text };
}
