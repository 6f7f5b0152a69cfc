/** Errors as they cross the port, for those who know the protocol but not the engine's base. */
export {
  type ErrorCode,
  type ErrorData,
  PalimpsestError,
  toErrorData,
} from '../base/errors';
