/** What a conversion takes and what it tells on its way. */
import type { Logger } from '../base/logger';
import type { FurnitureLabel } from '../document';
import type { FileAccount } from './account';
import type { DecodeSettings } from './decode-plan';
import type { ExistingTextMode } from './existing-text';
import type { OnExists } from './output';
import type { PagePictures } from './page-pictures';
import type { SpreadPlan } from './spreads';
import type { ToolSource } from './toolbox';

export interface ConvertOptions {
  readonly paths: readonly string[];
  readonly out: string;
  readonly formats: readonly string[];
  /** A shipped reader's name, or a folder with published weights. */
  readonly model: string;
  /** For weights that decode tokens. */
  readonly decode?: DecodeSettings | undefined;
  readonly existingText: ExistingTextMode;
  /** Page numbers from 1; all when left out. */
  readonly pages?: ReadonlySet<number> | undefined;
  readonly keep: readonly FurnitureLabel[];
  /** Of encrypted PDFs; never kept. */
  readonly password?: string | undefined;
  readonly onExists: OnExists;
  /** Names of results by a pattern (`naming`); the path of the source below what was named when left out. */
  readonly naming?: string | undefined;
  /** Double pages are two pages each, in this order and cut there. */
  readonly spreads?: SpreadPlan | undefined;
  /** Folder of the project; `.palimpsest` in `out` when left out. */
  readonly project?: string | undefined;
  /** Goes on with the project's last job, with the options of that job, and adds `paths` to it. */
  readonly resume?: boolean | undefined;
  /** Of a job that goes on: what failed is tried once more. */
  readonly retryFailed?: boolean | undefined;
  /** Writes the account as a page beside the results. */
  readonly report?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ConvertEvent =
  /** `filesDone`: of a job that goes on, what need not be done again. */
  | { readonly kind: 'job'; readonly resumed: boolean; readonly files: number; readonly filesDone: number }
  | { readonly kind: 'file'; readonly relativePath: string; readonly pages: number }
  | {
      readonly kind: 'page';
      readonly relativePath: string;
      readonly page: number;
      readonly done: number;
      readonly total: number;
    }
  | { readonly kind: 'file-done'; readonly account: FileAccount };

export interface ConvertTools {
  readonly toolbox: ToolSource;
  readonly pictures: PagePictures;
  readonly vendorDir: string | undefined;
  /** The next page is prepared while one is read. */
  readonly overlap: boolean;
  readonly logger: Logger;
}
