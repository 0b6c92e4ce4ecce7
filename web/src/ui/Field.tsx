import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Field.module.css';

interface Labelled {
  label: string;
  error?: string;
  hint?: ReactNode;
}

interface Wiring {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({ label, error, hint, children }: Labelled & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, className: styles.control, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, error, hint, ...rest }: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => <input type="text" {...rest} {...wiring} />}
    </Field>
  );
}

export function AreaField({ label, error, hint, ...rest }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => <textarea rows={3} {...rest} {...wiring} />}
    </Field>
  );
}

export function SelectField({ label, error, hint, children, ...rest }: Labelled & ComponentProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => (
        <select {...rest} {...wiring}>
          {children}
        </select>
      )}
    </Field>
  );
}
