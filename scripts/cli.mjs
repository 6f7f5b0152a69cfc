// Runs the built command line as the caller would expect: their folder, their streams, its exit code.
import path from 'node:path';
import { run } from './process.mjs';
import { callerFolder, ensureDependencies, root, SetupError } from './setup.mjs';

/** First words that mean "no window". */
const commands = [
  'convert',
  'read',
  'compare',
  'models',
  'devices',
  'help',
  '--help',
  '-h',
  '--version',
  '-V',
];

/** @param {string[]} args */
export const isCommand = (args) => args[0] !== undefined && commands.includes(args[0]);

/** @param {string[]} args @returns {Promise<number>} the exit code */
export async function runCli(args) {
  await ensureDependencies();
  await buildTargets(['pdfjs', 'line-thread', 'cli']);
  const program = path.join(root, 'dist', 'cli.cjs');
  const result = await run(process.execPath, [program, ...args], { cwd: callerFolder() });
  return result.code;
}

/** @param {string[]} [only] */
export async function buildTargets(only) {
  // Loaded late: the packages it needs may just have been installed.
  const { build, BuildError } = await import('./build.mjs');
  try {
    await build({ quiet: true, ...(only ? { only } : {}) });
  } catch (error) {
    throw error instanceof BuildError ? new SetupError(error.message) : error;
  }
}
