/** Form parts of the dialogs: a labelled row, a choice of a few, a checkbox, a list. Native controls underneath. */
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styles from './fields.module.css';

export function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    // A fieldset cannot be laid out as a grid in every Chromium that we run on.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div className={styles.field} role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <div className={styles.control}>{children}</div>
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

export function Choice<Value extends string>({
  name,
  value,
  options,
  onChange,
  disabled,
}: ChoiceProps<Value>) {
  return (
    <div className={styles.choice} role="radiogroup" aria-label={name}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            disabled={disabled}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly note?: string;
}

export function Check({ label, checked, onChange, note }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label}
        {note !== undefined && <small>{note}</small>}
      </span>
    </label>
  );
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  /** Without a frame, among other tools. */
  readonly quiet?: boolean;
}

export function Select<Value extends string>({ label, value, options, onChange, quiet }: SelectProps<Value>) {
  return (
    <span className={styles.selectFrame}>
      <select
        className={styles.select}
        data-quiet={quiet || undefined}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={14} strokeWidth={2} />
    </span>
  );
}
