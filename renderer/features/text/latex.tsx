/**
 * A formula drawn by KaTeX. It comes from a recogniser and is hostile: no trust, bounded size and expansion, built as
 * elements and not as markup. What does not parse is shown as it is.
 */
import katex from 'katex';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from './text.module.css';

/** Longer formulas are shown as text: nobody reads them, and drawing them takes seconds. */
const longest = 4000;

export function Latex({ latex, display }: { readonly latex: string; readonly display: boolean }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [failed, setFailed] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    try {
      if (latex.length > longest) throw new Error('too long');
      katex.render(latex, element, {
        displayMode: display,
        throwOnError: true,
        trust: false,
        strict: 'ignore',
        maxSize: 20,
        maxExpand: 300,
        output: 'htmlAndMathml',
      });
      setFailed(false);
    } catch {
      element.replaceChildren();
      setFailed(true);
    }
  }, [latex, display]);
  return (
    <>
      <span ref={ref} className={styles.latex} hidden={failed} />
      {failed && <code className={styles.source}>{latex}</code>}
    </>
  );
}
