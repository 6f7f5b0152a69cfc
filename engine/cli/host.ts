/** What a command line runs in. */
export interface CliHost {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Relative paths are the caller's. */
  readonly cwd: string;
  /** Folder that holds `models`. */
  readonly assetsDir: string;
  /** Where the user's own models are installed. */
  readonly modelsDir?: string | undefined;
  /** Address of a mirror of the model hub. */
  readonly hub?: string | undefined;
  readonly vendorDir?: string;
  /** Where measurements of devices are kept; nowhere when left out. */
  readonly deviceFile?: string | undefined;
  readonly signal?: AbortSignal;
}
