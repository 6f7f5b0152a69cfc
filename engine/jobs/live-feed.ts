/**
 * What a reader decodes, as it happens: live events to whoever listens, and the trace of every region that was decoded
 * to its end. Serves one `read` of a reader.
 */
import { type DecodedReading, type DecodeEvent, type EventCoalescer, eventCoalescer } from '../decoding';
import type { DecodeMode, Task } from '../document';
import type { Reader } from '../model';
import type { LiveDecode, LiveEvent } from '../protocol/events';
import { LiveEvents } from './live-events';
import { bytesOfReader, TraceRecorder } from './live-trace';

export interface LiveSubject {
  readonly documentId: string;
  readonly pageId: string;
  readonly readingOf: LiveDecode['readingOf'];
  readonly mode: DecodeMode;
}

interface RegionFeed {
  readonly id: string;
  readonly live: LiveEvents;
}

/** Events that no later event took along leave after this many milliseconds, where the thread is free by then. */
const longestHold = 50;

export class LiveFeed {
  private readonly recorder: TraceRecorder;
  /** By region. */
  readonly decoded = new Map<string, DecodedReading>();
  /** Readers decode one region after the other. */
  private current: RegionFeed | undefined;
  private readonly held: EventCoalescer<LiveEvent>;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly subject: LiveSubject,
    private readonly reader: Reader,
    private readonly taskOf: (regionId: string) => Task,
    private readonly emit: (event: LiveDecode) => void,
    now: () => number = () => performance.now(),
  ) {
    this.held = eventCoalescer<LiveEvent>(now);
    this.recorder = new TraceRecorder(reader, taskOf);
  }

  /** By region. */
  get traces(): TraceRecorder['traces'] {
    return this.recorder.traces;
  }

  /** For `ReadOptions`. */
  readonly onDecodeEvent = (regionId: string, event: DecodeEvent): void => {
    const region = this.current?.id === regionId ? this.current : this.begin(regionId);
    this.recorder.onDecodeEvent(regionId, event);
    for (const live of region.live.of(event)) this.send(regionId, this.held.push(live));
    if (event.kind === 'done') {
      this.decoded.set(regionId, event.reading);
      this.current = undefined;
    } else if (this.timer === undefined) {
      this.timer = setTimeout(this.flush, longestHold);
      this.timer.unref();
    }
  };

  /** Sends what is held back; to be called when the reader ends, however it ends. */
  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.current) this.send(this.current.id, this.held.flush());
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
    this.current = { id: regionId, live };
    return this.current;
  }

  private send(regionId: string, events: readonly LiveEvent[]): void {
    if (events.length === 0) return;
    const { documentId, pageId, readingOf } = this.subject;
    this.emit({ documentId, pageId, regionId, readingOf, events });
  }
}
