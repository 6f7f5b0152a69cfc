import { z } from 'zod';
import type { PageStatus, RegionLabel, RegionMarkKind, RegionState } from '../../document';
import { defineRequest } from '../define';

/** Left-out pages are counted under `excluded` and their regions not at all. */
export interface Counts {
  readonly pages: Readonly<Record<PageStatus, number>>;
  readonly excluded: number;
  readonly regions: number;
  readonly states: Readonly<Record<RegionState, number>>;
  readonly labels: Readonly<Record<RegionLabel, number>>;
  /** Regions that carry the mark. */
  readonly marks: Readonly<Record<RegionMarkKind, number>>;
}

/** What there is to review, in one document or in the whole project. */
export const counts = defineRequest<Counts>()('counts', z.object({ documentId: z.string().optional() }));
