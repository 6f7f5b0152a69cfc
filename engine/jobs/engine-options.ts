/** What an engine is made of, and what it can be asked for. */
import type { Logger } from '../base/logger';
import type { EngineApi } from '../protocol/engine-api';
import type { Account } from './account';
import type { ConvertEvent, ConvertOptions } from './convert-options';
import type { PlannedSource, PlanOptions } from './plan';
import type { QuantiseOptions, QuantiseReport } from './quantise';
import type { CompareOptions, Comparison, ReadRegionOptions, RegionRead } from './read-region';
import type { ToolSource } from './toolbox';
import type { WatchOptions } from './watch';

export interface EngineOptions {
  /** Folder that holds `models`. */
  readonly assetsDir: string;
  /** Folder that holds the bundled PDF reader; found near the running file when left out. */
  readonly vendorDir?: string;
  /** For page pictures; may be removed whenever no engine runs. */
  readonly cacheDir: string;
  /** Keeps documents with their corrections, jobs and history; `project` in the cache folder when left out. */
  readonly projectDir?: string;
  readonly logger?: Logger;
  /** Threads of the runtime; 2 by default. */
  readonly threads?: number;
  /** Where a person's own models are installed; none when left out. */
  readonly modelsDir?: string | undefined;
  /** An ONNX file with PP-DocLayoutV3, or `shipped`; by default the installed one, else the shipped model. */
  readonly layout?: string | undefined;
  /** Where measurements of devices are kept from run to run. */
  readonly deviceFile?: string | undefined;
  /** A person's own words and dictionaries; none can be added when left out. */
  readonly spellingDir?: string | undefined;
  /** The next page is prepared while one is read, which is the default; off only to measure what that gives. */
  readonly overlap?: boolean;
  /** In place of the shipped models. */
  readonly toolbox?: ToolSource;
}

export interface Engine extends EngineApi {
  /** Files to results without keeping documents; for the command line. */
  convert(options: ConvertOptions): AsyncGenerator<ConvertEvent, Account>;
  /** Files as they come into a folder, until the signal is aborted. */
  watch(options: WatchOptions): AsyncGenerator<ConvertEvent, Account | undefined>;
  /** Names that `convert` would give to results. */
  plan(options: PlanOptions): Promise<PlannedSource[]>;
  /** Hashes every model file; fails with `model-damaged` or `model-missing`, naming the file. */
  verifyModels(): Promise<void>;
  /** One picture as one region. */
  readRegion(options: ReadRegionOptions): Promise<RegionRead>;
  /** Reads a file by draft and verify and by plain decoding, and compares the tokens. */
  compare(options: CompareOptions): Promise<Comparison>;
  /** Writes smaller weights beside a model and says what they cost. */
  quantise(options: QuantiseOptions): Promise<QuantiseReport>;
}
