import type { ErrorData } from '../../base/errors';

/** Something that a person should know and that did not stop the work. */
export interface WarningEvent {
  readonly warning: ErrorData;
}
