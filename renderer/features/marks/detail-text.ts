import type { MarkDetail } from '../../../engine/document';
import { formatNumber } from '../../i18n/number';
import type { Translate } from '../../i18n/translate';

/** What a mark says beyond its kind, in the window's language. */
export function detailText(t: Translate, { code, number = 0 }: MarkDetail): string {
  return t(`detail.${code}`, { number: formatNumber(number, code === 'straightened' ? 1 : 0) });
}
