/** Readings that were decoded token by token; those of the line reader have none, and nothing to show or to check. */
import type { Page, Reading, Region } from '../../../engine/document';
import type { State } from '../../store/state';

/** The last reading with tokens, which is the one whose trace and check are asked for. */
export const tokenReading = (region: Region): Reading | undefined =>
  region.readings.filter(({ tokens }) => tokens !== undefined && tokens.length > 0).at(-1);

export const hasTokens = (page: Page | undefined): boolean =>
  page?.regions.some((region) => tokenReading(region) !== undefined) ?? false;

export function regionWithTokens(
  state: State,
  regionId: string | undefined,
): { documentId: string; pageId: string; region: Region; reading: Reading } | undefined {
  const page = state.pages[state.pageId ?? ''];
  const region = page?.regions.find(({ id }) => id === regionId);
  const documentId = state.documentOfPage[page?.id ?? ''];
  const reading = region && tokenReading(region);
  if (!page || !region || !reading || documentId === undefined) return undefined;
  return { documentId, pageId: page.id, region, reading };
}
