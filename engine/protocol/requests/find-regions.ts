import { z } from 'zod';
import {
  type RegionLabel,
  type RegionState,
  regionLabels,
  regionMarkKinds,
  regionStates,
} from '../../document';
import { defineRequest } from '../define';

export interface FoundRegion {
  readonly documentId: string;
  readonly pageId: string;
  readonly pageNumber: number;
  readonly regionId: string;
  readonly label: RegionLabel;
  readonly state: RegionState;
}

/** Regions of one document, or of the whole project, that fit every list given; in the order of reading. */
export const findRegions = defineRequest<readonly FoundRegion[]>()(
  'find-regions',
  z.object({
    documentId: z.string().optional(),
    states: z.array(z.enum(regionStates)).optional(),
    labels: z.array(z.enum(regionLabels)).optional(),
    /** With any of these. */
    marks: z.array(z.enum(regionMarkKinds)).optional(),
    limit: z.number().int().min(1).optional(),
  }),
);
