/**
 * Errors that cross a boundary (process, file, user). Codes are a closed set so that the window, the command
 * line and tests can act on them; a bug stays an ordinary Error and becomes `internal` at the boundary.
 */
export const errorCodes = [
  'unreadable',
  'unsupported',
  'encrypted',
  'too-large',
  'empty-file',
  'not-found',
  'write-failed',
  'project-in-use',
  'model-missing',
  'model-damaged',
  'out-of-memory',
  'engine-crashed',
  'cancelled',
  'timeout',
  'network',
  'invalid-request',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What is known about the place of a fault; every part is optional. `page` counts from 1. */
export interface ErrorPlace {
  readonly file?: string;
  readonly page?: number;
  readonly region?: string;
}

/** The form in which an error is stored, sent over a port and printed. */
export interface ErrorData extends ErrorPlace {
  readonly code: ErrorCode;
  readonly message: string;
}

export class PalimpsestError extends Error {
  override readonly name = 'PalimpsestError';
  readonly code: ErrorCode;
  readonly place: ErrorPlace;

  constructor(code: ErrorCode, message: string, place: ErrorPlace = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.place = place;
  }

  /** The same error with more of its place known; parts already known stay. */
  at(place: ErrorPlace): PalimpsestError {
    return new PalimpsestError(this.code, this.message, { ...place, ...this.place }, this.cause);
  }
}

export function isCancelled(error: unknown): boolean {
  return (
    (error instanceof PalimpsestError && error.code === 'cancelled') ||
    (error instanceof Error && error.name === 'AbortError')
  );
}

/** Turns anything thrown into data; never throws itself. */
export function toErrorData(error: unknown, place: ErrorPlace = {}): ErrorData {
  if (error instanceof PalimpsestError) {
    return { ...place, ...error.place, code: error.code, message: error.message };
  }
  if (isCancelled(error)) return { ...place, code: 'cancelled', message: 'Cancelled.' };
  const message = error instanceof Error ? error.message : String(error);
  if (/array buffer allocation failed|invalid array length|out of memory|bad_alloc/i.test(message)) {
    return { ...place, code: 'out-of-memory', message: `Not enough memory: ${message}` };
  }
  return { ...place, code: 'internal', message };
}

export function fromErrorData(data: ErrorData): PalimpsestError {
  const { code, message, ...place } = data;
  return new PalimpsestError(code, message, place);
}

/** Throws `cancelled` when the signal is aborted. Call it between two engine runs. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PalimpsestError('cancelled', 'Cancelled.');
}

export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
