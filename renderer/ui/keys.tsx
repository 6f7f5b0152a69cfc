/** A shortcut as key caps. */
import { keyCaps } from '../actions/shortcuts';
import { useStore } from '../store/store';
import styles from './keys.module.css';

export function Keys({ shortcut }: { readonly shortcut: string }) {
  const platform = useStore((state) => state.platform);
  return (
    <span className={styles.keys}>
      {keyCaps(shortcut, platform).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
