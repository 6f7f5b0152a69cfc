/** Entry of the application: the command line without a window, or the window. */
import path from 'node:path';
import { app } from 'electron';
import { runApplication } from './application';
import { hasDisplay, runCommandLineInThread } from './cli-without-display';
import { cliArguments } from './command-line';
import { declareSchemes } from './schemes';

interface CommandLine {
  main(argv: readonly string[], io: CommandLineIo): Promise<number>;
}

interface CommandLineIo {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly cwd: string;
}

/** The engine's command line is a bundle of its own, loaded only when it is wanted. */
const cliBundle = path.join(__dirname, 'cli.cjs');

async function runCommandLine(args: readonly string[]): Promise<number> {
  const bundle: CommandLine = require(cliBundle);
  return bundle.main(args, { stdout: process.stdout, stderr: process.stderr, cwd: process.cwd() });
}

// Electron leaves Chromium's switch for another profile to the application.
const profile = app.commandLine.getSwitchValue('user-data-dir');
if (profile !== '') app.setPath('userData', path.resolve(profile));

const args = cliArguments(process.argv);
if (args && !hasDisplay(process.env, process.platform)) {
  process.exit(runCommandLineInThread(cliBundle, args));
} else if (args) {
  app.disableHardwareAcceleration();
  runCommandLine(args).then(
    (code) => app.exit(code),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      app.exit(1);
    },
  );
} else if (app.requestSingleInstanceLock()) {
  declareSchemes();
  // The call would undo --no-sandbox, without which nothing starts as root (containers, tests).
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  void app.whenReady().then(runApplication);
} else {
  app.quit();
}
