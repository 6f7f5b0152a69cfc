/**
 * The tokens of a decode: accepted ones as text, the model's own underlined, a rejected one struck through before it,
 * and what is drafted and not verified pale behind them. Groups of rounds that are full are never drawn again.
 */
import { memo, useLayoutEffect, useRef } from 'react';
import type { LiveId, LiveToken } from '../../../engine/protocol/events';
import { useTranslate } from '../../i18n/translate';
import { type DecodeView, rejectedIn, type ShownRound } from './decode-view';
import styles from './live.module.css';
import { signOf } from './table-tags';

interface TokenStreamProps {
  readonly regionId: string;
  readonly view: DecodeView;
}

export function TokenStream({ regionId, view }: TokenStreamProps) {
  const t = useTranslate();
  const frame = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end moves with each change of the view
  useLayoutEffect(() => {
    const element = frame.current;
    if (element && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [view]);
  const latest = view.last?.round;
  return (
    <div
      ref={frame}
      className={styles.stream}
      role="document"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
      tabIndex={0}
      data-live-region={regionId}
      aria-label={t('live.tokens')}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
    >
      {view.groups.map((rounds, index) => (
        <Rounds
          // A group keeps its place for ever.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          rounds={rounds}
          latest={index === view.groups.length - 1 && view.end === undefined ? latest : undefined}
          kept={view.end?.kept}
        />
      ))}
      {view.draft && <Drafted tokens={view.draft.tokens} />}
      {view.end === undefined && <span className={styles.caret} aria-hidden />}
    </div>
  );
}

interface RoundsProps {
  readonly rounds: readonly ShownRound[];
  readonly latest: number | undefined;
  /** Tokens from this place on are no text: an end token, or copies of a loop. */
  readonly kept: number | undefined;
}

const Rounds = memo(function Rounds({ rounds, latest, kept }: RoundsProps) {
  return rounds.map((round) => (
    <Round key={round.round} round={round} latest={round.round === latest} kept={kept} />
  ));
});

interface RoundProps {
  readonly round: ShownRound;
  readonly latest: boolean;
  readonly kept: number | undefined;
}

const Round = memo(function Round({ round, latest, kept }: RoundProps) {
  const rejected = rejectedIn(round);
  return (
    <span className={styles.round} data-round={round.round} data-latest={latest || undefined}>
      {round.tokens.map((token, place) => (
        // Tokens have no identity of their own; their place is it.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={place}>
          {place === round.accepted && rejected && <Rejected token={rejected} />}
          <Committed token={token} cut={kept !== undefined && round.before + place >= kept} />
        </span>
      ))}
    </span>
  );
});

function Committed({ token, cut }: { readonly token: LiveToken; readonly cut: boolean }) {
  const { id, text, origin } = token;
  const own = origin === 'corrected' || origin === 'bonus';
  const start = own ? text.length - text.trimStart().length : text.length;
  const sign = signOf(text);
  return (
    <span
      className={sign === undefined ? styles.token : `${styles.token} ${styles.tag}`}
      data-token={id}
      data-origin={origin}
      data-cut={cut || undefined}
      data-sign={sign}
    >
      {text.slice(0, start)}
      {start < text.length && <b className={styles.own}>{text.slice(start)}</b>}
    </span>
  );
}

function Drafted({ tokens }: { readonly tokens: readonly LiveId[] }) {
  return (
    <span className={styles.draft}>
      {tokens.map((token, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a draft is replaced as a whole
        <DraftedToken key={place} token={token} />
      ))}
    </span>
  );
}

function DraftedToken({ token: { id, text } }: { readonly token: LiveId }) {
  const sign = signOf(text);
  return (
    <span className={sign === undefined ? undefined : styles.tag} data-drafted={id} data-sign={sign}>
      {text}
    </span>
  );
}

/** Without the space before it, which would be struck as well; where it is nothing else, as a sign for it. */
function Rejected({ token: { id, text } }: { readonly token: LiveId }) {
  const sign = signOf(text);
  const word = (sign ?? text).trim() || (sign === undefined ? '' : text);
  const space = text.slice(0, text.length - text.trimStart().length);
  return (
    <>
      {word !== '' && space}
      <del className={styles.rejected} data-rejected={id}>
        {word !== '' ? word : text.includes('\n') ? '↵' : '␣'}
      </del>
    </>
  );
}
