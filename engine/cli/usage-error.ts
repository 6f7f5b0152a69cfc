/** Wrong use of the command line: exit code 2 and one clear line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs Node's parser and makes its complaints ours. */
export function parsedOrUsage<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    // Node's own message goes on to explain `--`.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.replace(/\. To specify [\s\S]*/, '.'));
  }
}
