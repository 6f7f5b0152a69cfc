import { z } from 'zod';
import type { ModelInfo } from '../../document';
import { defineRequest } from '../define';

export interface EngineStatus {
  readonly version: string;
  readonly busy: boolean;
  readonly models: readonly (ModelInfo & { readonly usable: boolean; readonly note?: string })[];
  readonly formats: readonly { readonly id: string; readonly name: string; readonly extension: string }[];
}

export const status = defineRequest<EngineStatus>()('status', z.object({}));
