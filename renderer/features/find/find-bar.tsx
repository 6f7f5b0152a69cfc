/** Find and replace above the text: what is sought, how many there are, and each of them with what it would become. */
import { CaseSensitive, ChevronDown, ChevronUp, Regex, Replace, WholeWord, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pageName } from '../../../engine/document/page-name';
import { useTranslate } from '../../i18n/translate';
import { changeFind, closeFind, replaceHits, replaceShown, showHit, walkHits } from '../../store/find';
import { useStore } from '../../store/store';
import { Button, IconButton } from '../../ui/button';
import styles from './find.module.css';
import type { Hit } from './search';
import { useHighlights } from './use-highlights';

export function FindBar() {
  const t = useTranslate();
  const { query, replacement, options, replacing, hits, at, fault } = useStore((state) => state.find);
  useHighlights();
  const field = useRef<HTMLInputElement>(null);
  // At once: the next key is meant for it.
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const toggle = (name: 'matchCase' | 'wholeWord' | 'expression') => () =>
    changeFind({ options: { ...options, [name]: !options[name] } });
  const count = fault !== undefined ? t('find.none') : t('find.count', { at: at + 1, count: hits.length });
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than the oldest Chromium that we run on
    <div
      className={styles.bar}
      role="search"
      aria-label={t('find.name')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        closeFind();
        document.querySelector<HTMLElement>('[data-region-row][tabindex="0"]')?.focus();
      }}
    >
      <div className={styles.row}>
        <input
          className={styles.field}
          ref={field}
          data-find-field
          aria-label={t('find.query')}
          placeholder={t('find.query')}
          aria-invalid={fault !== undefined}
          value={query}
          spellCheck={false}
          onChange={(event) => changeFind({ query: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
              return;
            event.preventDefault();
            walkHits(event.shiftKey ? -1 : 1);
          }}
        />
        <IconButton
          small
          icon={CaseSensitive}
          label={t('find.case')}
          pressed={options.matchCase}
          onClick={toggle('matchCase')}
        />
        <IconButton
          small
          icon={WholeWord}
          label={t('find.word')}
          pressed={options.wholeWord}
          onClick={toggle('wholeWord')}
        />
        <IconButton
          small
          icon={Regex}
          label={t('find.expression')}
          pressed={options.expression}
          onClick={toggle('expression')}
        />
        <output className={styles.count}>{query === '' ? '' : count}</output>
        <IconButton
          small
          icon={ChevronUp}
          label={t('action.find-previous')}
          disabled={hits.length === 0}
          onClick={() => walkHits(-1)}
        />
        <IconButton
          small
          icon={ChevronDown}
          label={t('action.find-next')}
          disabled={hits.length === 0}
          onClick={() => walkHits(1)}
        />
        <IconButton
          small
          icon={Replace}
          label={t('find.showReplace')}
          pressed={replacing}
          onClick={() => changeFind({ replacing: !replacing })}
        />
        <IconButton small icon={X} label={t('find.close')} onClick={closeFind} />
      </div>
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault === 'too-slow' || fault === 'too-long' ? t(`find.${fault}`) : t('find.broken', { fault })}
        </p>
      )}
      {replacing && (
        <>
          <div className={styles.row}>
            <input
              className={styles.field}
              aria-label={t('find.replacement')}
              placeholder={t('find.replacement')}
              value={replacement}
              spellCheck={false}
              onChange={(event) => changeFind({ replacement: event.target.value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey)
                  return;
                event.preventDefault();
                void replaceShown();
              }}
            />
            <Button disabled={hits.length === 0} onClick={() => void replaceShown()}>
              {t('find.replaceOne')}
            </Button>
          </div>
          {hits.length > 0 && <Preview key={`${query} ${hits.length}`} hits={hits} at={at} />}
        </>
      )}
    </div>
  );
}

/** More are not listed; they are replaced all the same, and counted. */
const listed = 200;

function Preview({ hits, at }: { readonly hits: readonly Hit[]; readonly at: number }) {
  const t = useTranslate();
  const pages = useStore((state) => state.pages);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-hit="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const taken = hits.filter((_, index) => !left.has(index));
  const flip = (index: number): void => {
    const next = new Set(left);
    if (!next.delete(index)) next.add(index);
    setLeft(next);
  };
  return (
    <>
      <ul ref={list} className={styles.preview} aria-label={t('find.preview')}>
        {hits.slice(0, listed).map((hit, index) => {
          const holder = pages[hit.pageId];
          const page = t('live.page', { number: holder ? pageName(holder) : '' });
          return (
            <li
              key={`${hit.regionId} ${hit.part} ${hit.start}`}
              data-hit={index}
              data-current={index === at || undefined}
            >
              <input
                type="checkbox"
                checked={!left.has(index)}
                aria-label={`${page}: ${hit.before}${hit.found} → ${hit.replacement}`}
                onChange={() => flip(index)}
              />
              <button type="button" className={styles.hit} onClick={() => showHit(index)}>
                <span className={styles.before}>{hit.before}</span>
                <del>{hit.found}</del>
                {hit.replacement !== '' && <ins>{hit.replacement}</ins>}
                <span>{hit.after}</span>
              </button>
              <span className={styles.page}>{page}</span>
            </li>
          );
        })}
      </ul>
      <div className={styles.row}>
        <span className={styles.more}>
          {hits.length > listed && t('export.more', { count: hits.length - listed })}
        </span>
        <Button kind="primary" disabled={taken.length === 0} onClick={() => void replaceHits(taken)}>
          {t('find.replaceAll', { count: taken.length })}
        </Button>
      </div>
    </>
  );
}
