/** Short messages in the corner. What they say is also spoken. */
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useTranslate } from '../../i18n/translate';
import { dismissToast } from '../../store/notices';
import { useStore } from '../../store/store';
import { Button, IconButton } from '../../ui/button';
import styles from './notices.module.css';

const icons = { plain: Info, success: CircleCheck, danger: CircleAlert } as const;

export function Toasts() {
  const t = useTranslate();
  const toasts = useStore((state) => state.toasts);
  return (
    <div className={styles.stack} role="log" aria-live="polite">
      {toasts.map(({ id, tone, text, action }) => {
        const Icon = icons[tone];
        return (
          <div key={id} className={styles.toast} data-tone={tone}>
            <Icon aria-hidden size={17} />
            <span>{text}</span>
            {action && (
              <Button
                onClick={() => {
                  dismissToast(id);
                  action.perform();
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton small icon={X} label={t('notice.dismiss')} onClick={() => dismissToast(id)} />
          </div>
        );
      })}
    </div>
  );
}
