/** Where the shell and the engine say what they do: standard error. Recognised text is never logged. */
export interface Log {
  info(message: string): void;
  error(message: string): void;
}

export const stderrLog: Log = {
  info: (message) => process.stderr.write(`palimpsest: ${message}\n`),
  error: (message) => process.stderr.write(`palimpsest: error: ${message}\n`),
};
