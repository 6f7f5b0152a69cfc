/** A long list of lines of equal height, of which only those in view exist. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import styles from './batch.module.css';

interface VirtualListProps {
  readonly name: string;
  readonly count: number;
  /** Height of a line at the usual text size; it grows with the window's text. */
  readonly pixels: number;
  readonly children: (index: number) => ReactNode;
}

export function VirtualList({ name, count, pixels, children }: VirtualListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () =>
      (pixels * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16,
    overscan: 4,
  });
  return (
    <div ref={frame} className={styles.list}>
      <ul aria-label={name} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, size, start }) => (
          <li key={key} style={{ height: size, transform: `translateY(${start}px)` }}>
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
