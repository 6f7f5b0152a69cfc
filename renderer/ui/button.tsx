/** The window's buttons: one look each for the main thing to do, other things, and pictures alone. */
import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly kind?: 'primary' | 'plain' | 'quiet';
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

export function Button({ kind = 'plain', icon: Icon, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`${styles.button} ${styles[kind]}`} {...rest}>
      {Icon && <Icon aria-hidden size={16} strokeWidth={1.9} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'title'> {
  readonly icon: LucideIcon;
  /** Name for screen readers and the tip on hover. */
  readonly label: string;
  readonly shortcut?: string | undefined;
  readonly pressed?: boolean;
  readonly small?: boolean;
}

export function IconButton({ icon: Icon, label, shortcut, pressed, small, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.icon} ${small ? styles.small : ''}`}
      aria-label={label}
      aria-pressed={pressed}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      {...rest}
    >
      <Icon aria-hidden size={small ? 15 : 18} strokeWidth={1.8} />
    </button>
  );
}
