import { PalimpsestError } from '../base/errors';

/** What a failed write means for a person. */
export function asWriteFault(error: unknown, file: string): PalimpsestError {
  if (error instanceof PalimpsestError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason =
    code === 'ENOSPC'
      ? 'the disk is full; what was fetched is kept and need not be fetched again'
      : error instanceof Error
        ? error.message
        : String(error);
  return new PalimpsestError('write-failed', `${file} cannot be written: ${reason}.`, { file }, error);
}
