/** The application's own arguments: files and a project to open, or `--cli …` to work without a window. */
import fs from 'node:fs';
import path from 'node:path';

/** What stands behind `--cli`; undefined when the window is wanted. */
export function cliArguments(argv: readonly string[]): readonly string[] | undefined {
  const at = argv.indexOf('--cli');
  return at < 0 ? undefined : argv.slice(at + 1);
}

const projectSwitch = '--project';

/** The folder behind `--project`, absolute; undefined for the window's own project. */
export function projectOfCommandLine(argv: readonly string[], folder: string): string | undefined {
  const at = argv.indexOf(projectSwitch);
  const joined = argv.find((each) => each.startsWith(`${projectSwitch}=`))?.slice(projectSwitch.length + 1);
  const named = at < 0 ? joined : argv[at + 1];
  return named === undefined || named === '' ? undefined : path.resolve(folder, named);
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
  const words = argv.slice(1).filter((each, at) => !each.startsWith('-') && argv[at] !== projectSwitch);
  return words
    .slice(packaged ? 0 : 1)
    .map((each) => path.resolve(folder, each))
    .filter((each) => fs.existsSync(each));
}
