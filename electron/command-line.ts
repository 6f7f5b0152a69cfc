/** The application's own arguments: files to open, or `--cli …` to work without a window. */
import fs from 'node:fs';
import path from 'node:path';

/** What stands behind `--cli`; undefined when the window is wanted. */
export function cliArguments(argv: readonly string[]): readonly string[] | undefined {
  const at = argv.indexOf('--cli');
  return at < 0 ? undefined : argv.slice(at + 1);
}

/**
 * Existing files and folders among the arguments. Outside a package the first argument that is no switch is the
 * application's own folder.
 */
export function filesOfCommandLine(
  argv: readonly string[],
  folder: string,
  packaged: boolean,
): readonly string[] {
  const words = argv.slice(1).filter((each) => !each.startsWith('-'));
  return words
    .slice(packaged ? 0 : 1)
    .map((each) => path.resolve(folder, each))
    .filter((each) => fs.existsSync(each));
}
