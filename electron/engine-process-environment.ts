/** What the application tells the engine process, and under which names. Both sides import this and nothing more. */
export interface EngineHostOptions {
  readonly assetsDir: string;
  readonly vendorDir: string;
  readonly cacheDir: string;
  /** The window's project. */
  readonly projectDir: string;
  /** 0 leaves it to the engine. */
  readonly threads: number;
}

export const optionsVariable = 'PALIMPSEST_ENGINE_OPTIONS';
export const nonceVariable = 'PALIMPSEST_ENGINE_NONCE';

/** The engine needs a place for temporary files, a language and, for graphics drivers, the usual Unix variables. */
const keptVariables =
  /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|LANG|LC_.*|SYSTEMROOT|WINDIR|VK_.*|LD_LIBRARY_PATH)$/i;

/** The environment without anything that is not needed (keys and tokens of other programs, Node's own switches). */
export function scrubEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && keptVariables.test(name)) kept[name] = value;
  }
  return kept;
}
