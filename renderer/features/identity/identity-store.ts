/** The check against plain decoding: what is being checked and what came of it. */
import { useStore as useZustand } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RegionIdentity } from '../../../engine/protocol/requests/check-identity';
import { errorDataOf, requestEngine } from '../../bridge';
import { translate } from '../../i18n/translate';
import { announce } from '../../store/notices';
import { get, set } from '../../store/store';
import { endLive } from '../live/live-store';
import { tokenReading } from '../live/token-reading';

export interface IdentityCheck {
  readonly documentId: string;
  readonly pageId: string;
  /** One region, or all of the page whose reading has tokens. */
  readonly regionIds: readonly string[];
  readonly state: 'running' | 'done' | 'failed' | 'stopped';
  readonly regions: readonly RegionIdentity[];
  readonly message: string | undefined;
}

const identityStore = createStore<{ readonly check: IdentityCheck | undefined }>(() => ({
  check: undefined,
}));

export const useCheck = (): IdentityCheck | undefined => useZustand(identityStore, ({ check }) => check);

/** Checks the region, or the whole page looked at. */
export async function checkIdentity(regionId?: string): Promise<void> {
  const { pageId, pages, documentOfPage } = get();
  const documentId = documentOfPage[pageId ?? ''];
  if (pageId === undefined || documentId === undefined) return;
  const regions = (pages[pageId]?.regions ?? []).filter((region) => tokenReading(region) !== undefined);
  const regionIds = regions.map(({ id }) => id).filter((id) => regionId === undefined || id === regionId);
  if (regionIds.length === 0) return;
  const begun: IdentityCheck = {
    documentId,
    pageId,
    regionIds,
    state: 'running',
    regions: [],
    message: undefined,
  };
  const put = (change: Partial<IdentityCheck>): void =>
    identityStore.setState({ check: { ...begun, ...change } });
  put({});
  set({ dialog: 'identity' });
  try {
    const { regions: found } = await requestEngine('check-identity', { documentId, regionIds });
    put({ state: 'done', regions: found });
    announce(verdict(found));
  } catch (error) {
    const { code, message } = errorDataOf(error);
    put(code === 'cancelled' ? { state: 'stopped' } : { state: 'failed', message });
  } finally {
    endLive();
  }
}

/** The outcome in one sentence. */
export function verdict(regions: readonly RegionIdentity[]): string {
  const identical = regions.filter((region) => region.identical).length;
  const tokens = regions.reduce((sum, region) => sum + region.tokens, 0);
  return identical === regions.length
    ? translate('identity.identical', { count: regions.length, tokens })
    : translate('identity.differs', { count: regions.length - identical, total: regions.length });
}

export async function stopCheck(): Promise<void> {
  await requestEngine('cancel', {});
}
