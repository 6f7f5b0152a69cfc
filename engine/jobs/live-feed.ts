/**
 * What a reader decodes, as it happens: live events to whoever listens, and the trace of every region that was decoded
 * to its end. Serves one `read` of a reader.
 */
import {
  type DecodedReading,
  type DecodeEvent,
  type EventCoalescer,
  eventCoalescer,
  type Trace,
} from '../decoding';
import type { DecodeMode, Task } from '../document';
import type { Reader } from '../model';
import type { LiveDecode, LiveEvent } from '../protocol/events';
import { LiveEvents } from './live-events';
import { bytesOfReader, traceOf } from './live-trace';

export interface LiveSubject {
  readonly documentId: string;
  readonly pageId: string;
  readonly readingOf: LiveDecode['readingOf'];
  readonly mode: DecodeMode;
}

interface RegionFeed {
  readonly task: Task;
  readonly live: LiveEvents;
  readonly held: EventCoalescer<LiveEvent>;
  /** For the trace. */
  readonly events: DecodeEvent[];
}

/** Events that no later event took along leave after this many milliseconds, where the thread is free by then. */
const longestHold = 50;

export class LiveFeed {
  /** By region. */
  readonly traces = new Map<string, Trace>();
  readonly decoded = new Map<string, DecodedReading>();
  private readonly regions = new Map<string, RegionFeed>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly subject: LiveSubject,
    private readonly reader: Reader,
    private readonly taskOf: (regionId: string) => Task,
    private readonly emit: (event: LiveDecode) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** For `ReadOptions`. */
  readonly onDecodeEvent = (regionId: string, event: DecodeEvent): void => {
    const feed = this.regions.get(regionId) ?? this.begin(regionId);
    feed.events.push(event);
    for (const live of feed.live.of(event)) this.send(regionId, feed.held.push(live));
    if (event.kind === 'done') {
      this.traces.set(regionId, traceOf(this.reader, feed.task, feed.events));
      this.decoded.set(regionId, event.reading);
      this.regions.delete(regionId);
    }
    if (this.timer === undefined && this.regions.size > 0) {
      this.timer = setTimeout(this.flush, longestHold);
      this.timer.unref();
    }
  };

  /** Sends what is held back; to be called when the reader ends, however it ends. */
  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const [regionId, { held }] of this.regions) this.send(regionId, held.flush());
  };

  private begin(regionId: string): RegionFeed {
    this.flush();
    const { reader } = this;
    const task = this.taskOf(regionId);
    const live = new LiveEvents({
      task,
      model: reader.models[0]?.id ?? '',
      mode: this.subject.mode,
      ...(reader.cap !== undefined && { cap: reader.cap }),
      bytesOf: bytesOfReader(reader),
    });
    const feed = { task, live, held: eventCoalescer<LiveEvent>(this.now), events: [] };
    this.regions.set(regionId, feed);
    return feed;
  }

  private send(regionId: string, events: readonly LiveEvent[]): void {
    if (events.length === 0) return;
    const { documentId, pageId, readingOf } = this.subject;
    this.emit({ documentId, pageId, regionId, readingOf, events });
  }
}
