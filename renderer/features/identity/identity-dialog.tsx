/** Says whether the text is what plain decoding gives, or shows the first token that differs, in its context. */
import { CircleCheck, CircleStop, TriangleAlert } from 'lucide-react';
import type { RegionIdentity } from '../../../engine/protocol/requests/check-identity';
import { formatNumber } from '../../i18n/number';
import { useTranslate } from '../../i18n/translate';
import { attempt, selectRegion, showPage } from '../../store/operations';
import { set, useStore } from '../../store/store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useLive } from '../live/live-store';
import styles from './identity.module.css';
import { type IdentityCheck, stopCheck, useCheck, verdict } from './identity-store';

/** Characters of the text before the difference that are shown. */
const context = 90;

export function IdentityDialog() {
  const t = useTranslate();
  const check = useCheck();
  const close = (): void => {
    if (check?.state === 'running') void attempt(stopCheck);
    set({ dialog: undefined });
  };
  if (!check) return null;
  return (
    <Dialog
      title={t('identity.title')}
      width="narrow"
      onClose={close}
      footer={
        check.state === 'running' ? (
          <Button icon={CircleStop} onClick={() => void attempt(stopCheck)}>
            {t('job.cancel')}
          </Button>
        ) : undefined
      }
    >
      <p className={styles.about}>{t('identity.about')}</p>
      {check.state === 'running' && <Running check={check} />}
      {check.state === 'stopped' && <p>{t('identity.stopped')}</p>}
      {check.state === 'failed' && <p role="alert">{check.message}</p>}
      {check.state === 'done' && <Outcome check={check} />}
    </Dialog>
  );
}

function Running({ check }: { readonly check: IdentityCheck }) {
  const t = useTranslate();
  const at = useLive(({ current }) => check.regionIds.indexOf(current ?? ''));
  const total = check.regionIds.length;
  const done = Math.max(0, at);
  return (
    <div className={styles.running}>
      <progress max={total} value={done} aria-label={t('identity.running', { done: done + 1, total })} />
      <span>{t('identity.running', { done: done + 1, total })}</span>
    </div>
  );
}

function Outcome({ check }: { readonly check: IdentityCheck }) {
  const t = useTranslate();
  const { regions } = check;
  const different = regions.filter(({ identical }) => !identical);
  const Sign = different.length === 0 ? CircleCheck : TriangleAlert;
  const sum = (of: (region: RegionIdentity) => number): number =>
    regions.reduce((total, region) => total + of(region), 0);
  const drafted = sum(({ seconds }) => seconds.selfSpeculative);
  const plain = sum(({ seconds }) => seconds.autoregressive);
  return (
    <>
      <p className={styles.verdict} data-verdict={different.length === 0 ? 'identical' : 'different'}>
        <Sign aria-hidden size={20} />
        <strong>{verdict(regions)}</strong>
      </p>
      <table className={styles.figures}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('identity.seconds')}</th>
            <th scope="col">{t('identity.forwards')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('identity.drafted')}</th>
            <td>{formatNumber(drafted, 2)}</td>
            <td>{sum(({ forwards }) => forwards.selfSpeculative)}</td>
          </tr>
          <tr>
            <th scope="row">{t('identity.plain')}</th>
            <td>{formatNumber(plain, 2)}</td>
            <td>{sum(({ forwards }) => forwards.autoregressive)}</td>
          </tr>
        </tbody>
      </table>
      {different.map((region) => (
        <Difference key={region.regionId} region={region} pageId={check.pageId} />
      ))}
    </>
  );
}

function Difference({ region, pageId }: { readonly region: RegionIdentity; readonly pageId: string }) {
  const t = useTranslate();
  const regions = useStore((state) => state.pages[pageId]?.regions);
  const order = regions?.findIndex(({ id }) => id === region.regionId) ?? -1;
  const label = regions?.[order]?.label;
  const { difference } = region;
  if (!difference) return null;
  const { before, token } = difference;
  return (
    <section className={styles.difference}>
      <header>
        <button
          type="button"
          onClick={() => {
            set({ dialog: undefined });
            showPage(pageId);
            selectRegion(region.regionId, 'keyboard');
          }}
        >
          {label && t('live.region', { order: order + 1, label: t(`label.${label}`) })}
        </button>
        <span>{t('identity.token', { token: token + 1 })}</span>
      </header>
      <dl>
        <dt>{t('identity.drafted')}</dt>
        <dd>
          <Excerpt before={before} token={difference.selfSpeculative} />
        </dd>
        <dt>{t('identity.plain')}</dt>
        <dd>
          <Excerpt before={before} token={difference.autoregressive} />
        </dd>
      </dl>
    </section>
  );
}

function Excerpt({ before, token }: { readonly before: string; readonly token: string }) {
  const t = useTranslate();
  return (
    <code>
      {before.length > context && '…'}
      {before.slice(-context)}
      <mark>{token === '' ? t('identity.end') : token}</mark>
    </code>
  );
}
