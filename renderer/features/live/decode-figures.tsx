/** Where a decode stands in numbers: the round, how much of its draft was accepted, and how fast it goes. */
import type { ReactNode } from 'react';
import { formatNumber } from '../../i18n/number';
import { type Translate, useTranslate } from '../../i18n/translate';
import {
  type DecodeView,
  rejectedIn,
  type ShownRound,
  tokensPerForward,
  tokensPerSecond,
} from './decode-view';
import styles from './live.module.css';

/** Drafts longer than this are drawn as one bar instead of cells. */
const mostCells = 40;

export function DecodeFigures({ view }: { readonly view: DecodeView }) {
  const t = useTranslate();
  const { last } = view;
  const number = (value: number | undefined, digits: number): string =>
    value === undefined ? '–' : formatNumber(value, digits);
  const perSecond = tokensPerSecond(view);
  return (
    <dl className={styles.figures}>
      <Figure name={t('live.round')}>{last?.round ?? '–'}</Figure>
      <Figure name={t('live.accepted')}>
        {last && last.draft.length > 0 ? (
          <>
            <span data-figure="accepted">
              {t('live.acceptedOf', { accepted: last.accepted, drafted: last.draft.length })}
            </span>
            <Acceptance round={last} />
          </>
        ) : (
          <span className={styles.faint}>{t('live.noDraft')}</span>
        )}
      </Figure>
      <Figure name={t('live.perForward')}>{number(tokensPerForward(view), 1)}</Figure>
      <Figure name={t('live.perSecond')}>
        {number(perSecond, perSecond !== undefined && perSecond < 20 ? 1 : 0)}
      </Figure>
      <Figure name={t('live.count')}>{view.tokens}</Figure>
      {last?.drafter !== undefined && last.draft.length > 0 && (
        <Figure name={t('live.drafter')}>{drafterName(last.drafter, t)}</Figure>
      )}
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** One cell for each drafted token: full, crossed out, hollow. */
function Acceptance({ round }: { readonly round: ShownRound }) {
  const t = useTranslate();
  const { draft, accepted } = round;
  const label = t('live.acceptedSpoken', { accepted, drafted: draft.length });
  if (draft.length > mostCells) {
    return (
      <span className={styles.bar} role="img" aria-label={label}>
        <span style={{ width: `${(accepted * 100) / draft.length}%` }} />
      </span>
    );
  }
  const rejected = rejectedIn(round) !== undefined;
  return (
    <span className={styles.cells} role="img" aria-label={label}>
      {draft.map((token, place) => {
        const cell = place < accepted ? 'accepted' : place === accepted && rejected ? 'rejected' : 'dropped';
        // biome-ignore lint/suspicious/noArrayIndexKey: a place of the draft is what a cell stands for
        return <i key={place} data-cell={cell} title={token.text} />;
      })}
    </span>
  );
}

function drafterName(drafter: string, t: Translate): string {
  switch (drafter) {
    case 'prior':
    case 'block-diffusion':
    case 'n-gram':
      return t(`live.drafter.${drafter}`);
    default:
      return drafter;
  }
}
