/** Tells screen readers how far a decode is: when a region is done, and no more often than every few seconds. */
import { useEffect, useRef } from 'react';
import { translate } from '../../i18n/translate';
import { announce } from '../../store/notices';
import { get } from '../../store/store';
import type { DecodeLog } from './decode-log';

const everyMs = 8000;

export function useCalmAnnouncements(log: DecodeLog | undefined): void {
  const spoken = useRef(Number.NEGATIVE_INFINITY);
  const ended = log?.view.end !== undefined;
  const regionId = log?.regionId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: spoken at the end of a region, not at each token
  useEffect(() => {
    const now = performance.now();
    if (!log || !ended || now - spoken.current < everyMs) return;
    spoken.current = now;
    const regions = get().pages[log.pageId]?.regions ?? [];
    const index = regions.findIndex(({ id }) => id === log.regionId);
    const region = regions[index];
    if (!region) return;
    const label = translate(`label.${region.label}`);
    announce(translate('live.spoken', { order: index + 1, label, count: log.view.tokens }));
  }, [regionId, ended]);
}
