/** Runs of text as elements. Every string is literal: nothing here is ever parsed as markup. */
import type { Inline } from '../../../engine/document';
import { shell } from '../../bridge';
import { useTranslate } from '../../i18n/translate';
import { attempt } from '../../store/operations';
import { Latex } from './latex';
import styles from './text.module.css';

export function Inlines({ content }: { readonly content: readonly Inline[] }) {
  return content.map((inline, index) => (
    // Runs have no identity of their own; their place is it.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <InlineView key={index} inline={inline} />
  ));
}

function InlineView({ inline }: { readonly inline: Inline }) {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return <code>{inline.text}</code>;
    case 'formula':
      return <Latex latex={inline.latex} display={false} />;
    case 'break':
      return <br />;
    case 'note-reference':
      return <sup>{inline.mark}</sup>;
    case 'link':
      return <Link url={inline.url} content={inline.children} />;
    case 'strong':
      return (
        <strong>
          <Inlines content={inline.children} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines content={inline.children} />
        </em>
      );
    case 'superscript':
      return (
        <sup>
          <Inlines content={inline.children} />
        </sup>
      );
    case 'subscript':
      return (
        <sub>
          <Inlines content={inline.children} />
        </sub>
      );
  }
}

/** No anchor: there is nowhere in this window to go. The browser opens what is https, on a click. */
function Link({ url, content }: { readonly url: string; readonly content: readonly Inline[] }) {
  const t = useTranslate();
  if (!url.startsWith('https://')) return <Inlines content={content} />;
  return (
    <button
      type="button"
      className={styles.link}
      title={t('text.link', { url })}
      onClick={(event) => {
        event.stopPropagation();
        void attempt(() => shell.openExternal(url));
      }}
    >
      <Inlines content={content} />
    </button>
  );
}
