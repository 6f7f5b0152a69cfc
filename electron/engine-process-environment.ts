/** What the application tells the engine process, and under which names. Both sides import this and nothing more. */
export interface EngineHostOptions {
  readonly assetsDir: string;
  readonly vendorDir: string;
  readonly cacheDir: string;
  /** The window's project. */
  readonly projectDir: string;
  /** A person's own words and dictionaries. */
  readonly spellingDir: string;
  /** 0 leaves it to the engine. */
  readonly threads: number;
}

export const optionsVariable = 'PALIMPSEST_ENGINE_OPTIONS';
export const nonceVariable = 'PALIMPSEST_ENGINE_NONCE';

/**
 * The engine needs a place for temporary files, a language, for graphics drivers the usual Unix variables, and to know
 * where a person's own models lie.
 */
const keptVariables =
  /^(PATH|HOME|USERPROFILE|TMPDIR|TEMP|TMP|LANG|LC_.*|SYSTEMROOT|WINDIR|VK_.*|LD_LIBRARY_PATH|PALIMPSEST_MODELS|XDG_(DATA|CACHE)_HOME|LOCALAPPDATA)$/i;

/** The environment without anything that is not needed (keys and tokens of other programs, Node's own switches). */
export function scrubEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && keptVariables.test(name)) kept[name] = value;
  }
  return kept;
}
