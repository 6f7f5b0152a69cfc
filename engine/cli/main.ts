/**
 * Entry of `dist/cli.cjs`: runs by itself under Node, and is called with `main` by a packaged application that was
 * started with `--cli`.
 */
import { join } from 'node:path';
import { userModelsFolder, usualDeviceFile } from '../index';
import { runCli } from './run';

export interface CliStreams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Relative paths are the caller's. */
  readonly cwd: string;
}

const ownStreams: CliStreams = { stdout: process.stdout, stderr: process.stderr, cwd: process.cwd() };

/** Runs one command line (without program names) and returns the exit code. Ctrl+C stops between two engine runs. */
export async function main(argv: readonly string[], streams: CliStreams = ownStreams): Promise<number> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await runCli(argv, {
      stdout: (text) => void streams.stdout.write(text),
      stderr: (text) => void streams.stderr.write(text),
      cwd: streams.cwd,
      // dist/cli.cjs lies beside assets/ in a checkout and in the packaged application alike.
      assetsDir: join(__dirname, '..', 'assets'),
      vendorDir: __dirname,
      modelsDir: userModelsFolder(),
      deviceFile: usualDeviceFile(),
      hub: process.env.HF_ENDPOINT || undefined,
      signal: controller.signal,
    });
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

if (require.main === module) {
  main(process.argv.slice(2)).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(
        `palimpsest: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
      process.exitCode = 1;
    },
  );
}
