/** A short remark on a page or region: sign and words, so that colour is never the only sign. */
import { Info, TriangleAlert } from 'lucide-react';
import styles from './chip.module.css';

export function Chip({ tone, children }: { readonly tone: 'warning' | 'plain'; readonly children: string }) {
  const Icon = tone === 'warning' ? TriangleAlert : Info;
  return (
    <span className={`${styles.chip} ${styles[tone]}`}>
      <Icon aria-hidden size={13} strokeWidth={2} />
      {children}
    </span>
  );
}
