import { z } from 'zod';
import type { ErrorData } from '../../base/errors';
import type { ModelInfo } from '../../document';
import { defineRequest } from '../define';

export interface ProjectStatus {
  readonly folder: string;
  /** In use elsewhere, or not usable (`error`): what is read now is not kept, and edits are refused. */
  readonly readOnly: boolean;
  /** It was not closed last time: work that was going on can be gone on with. */
  readonly interrupted: boolean;
  readonly error?: ErrorData;
}

/** A reader that `start` can be asked to use, by its id. */
export interface ReaderChoice {
  readonly id: string;
  readonly name: string;
  /** Else it reads line by line, and there is no way of decoding to choose. */
  readonly decodesTokens: boolean;
  readonly usable: boolean;
  readonly note?: string;
}

export interface EngineStatus {
  readonly version: string;
  readonly busy: boolean;
  readonly models: readonly (ModelInfo & { readonly usable: boolean; readonly note?: string })[];
  readonly readers: readonly ReaderChoice[];
  readonly formats: readonly { readonly id: string; readonly name: string; readonly extension: string }[];
  readonly project: ProjectStatus;
}

export const status = defineRequest<EngineStatus>()('status', z.object({}));
