/** Speaks to screen readers what others see: beginnings, ends, and now and then how far the reading is. */
import { useStore } from '../../store/store';

export function Announcer() {
  const announcement = useStore((state) => state.announcement);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {announcement}
    </div>
  );
}
