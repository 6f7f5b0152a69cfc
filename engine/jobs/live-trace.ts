/** Traces with the texts of their ids, so that they can be shown again without the model that made them. */
import { type DecodeEvent, parseTrace, replay, type Trace, toTrace } from '../decoding';
import { type Task, tasks } from '../document';
import type { Reader } from '../model';
import type { StoredTrace } from '../protocol/requests/trace';
import { type BytesOf, LiveEvents } from './live-events';

/** What a reader knows of its ids; readers that decode no tokens have none. */
export function bytesOfReader(reader: Pick<Reader, 'textOf' | 'bytesOf'>): BytesOf {
  const encoder = new TextEncoder();
  return (id) => reader.bytesOf?.(id) ?? encoder.encode(reader.textOf?.([id]) ?? '');
}

/** The traces of what one `read` of a reader decodes, one region after the other. */
export class TraceRecorder {
  /** Of regions that were decoded to their end. */
  readonly traces = new Map<string, Trace>();
  private current: { readonly regionId: string; readonly events: DecodeEvent[] } | undefined;

  constructor(
    private readonly reader: Pick<Reader, 'models' | 'textOf' | 'bytesOf'>,
    private readonly taskOf: (regionId: string) => Task,
  ) {}

  /** For `ReadOptions`. */
  readonly onDecodeEvent = (regionId: string, event: DecodeEvent): void => {
    if (this.current?.regionId !== regionId) this.current = { regionId, events: [] };
    const { events } = this.current;
    events.push(event);
    if (event.kind !== 'done') return;
    this.traces.set(regionId, traceOf(this.reader, this.taskOf(regionId), events));
    this.current = undefined;
  };
}

/** `events`: all of one decode, `done` included. */
export function traceOf(
  reader: Pick<Reader, 'models' | 'textOf' | 'bytesOf'>,
  task: Task,
  events: readonly DecodeEvent[],
  source?: string,
): Trace {
  const bytesOf = bytesOfReader(reader);
  const pieces: Record<string, string> = {};
  const fragments: Record<string, string> = {};
  for (const event of events) {
    for (const id of idsIn(event)) {
      if (id in pieces || id in fragments) continue;
      const bytes = Buffer.from(bytesOf(id));
      const text = bytes.toString('utf8');
      if (Buffer.from(text).equals(bytes)) pieces[id] = text;
      else fragments[id] = bytes.toString('hex');
    }
  }
  const done = events[events.length - 1];
  const ids = done?.kind === 'done' ? done.reading.ids : [];
  const text = Buffer.concat(ids.map(bytesOf)).toString('utf8');
  const subject = { model: reader.models[0]?.id ?? '', task, text, pieces, fragments };
  return toTrace(source === undefined ? subject : { ...subject, source }, events);
}

function idsIn(event: DecodeEvent): readonly number[] {
  if (event.kind === 'round-started') return event.draft;
  return event.kind === 'round-verified' ? event.committed.map(({ id }) => id) : [];
}

/** As the window shows it. Throws `unreadable` or `unsupported` as `parseTrace` does. */
export function storedTrace(stored: unknown): StoredTrace {
  const trace = parseTrace(stored);
  const { subject, mode, rounds, kept, stop, doneAt } = trace;
  const { pieces = {}, fragments = {} } = subject;
  const texts: Record<string, string> = { ...pieces };
  for (const id of Object.keys(fragments)) texts[id] = '';
  const live = new LiveEvents({
    task: tasks.find((task) => task === subject.task) ?? 'text',
    model: subject.model,
    mode,
    bytesOf: (id) => {
      const fragment = fragments[id];
      return fragment === undefined ? Buffer.from(pieces[id] ?? '', 'utf8') : Buffer.from(fragment, 'hex');
    },
  });
  const events = [...replay(trace)].flatMap((event) => live.of(event));
  const { model, task } = subject;
  return { subject: { model, task }, mode, rounds, kept, stop, doneAt, texts, events };
}
