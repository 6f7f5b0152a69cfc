import type { EventKind, Events } from './events';
import type { RequestKind, RequestParams, RequestResult } from './requests';

/** What an engine offers to whoever drives it: in memory (tests, command line) or behind a Port (window). */
export interface EngineApi {
  request<Kind extends RequestKind>(
    kind: Kind,
    params: RequestParams<Kind>,
    signal?: AbortSignal,
  ): Promise<RequestResult<Kind>>;
  on<Kind extends EventKind>(kind: Kind, listener: (event: Events[Kind]) => void): () => void;
  close(): Promise<void>;
}
