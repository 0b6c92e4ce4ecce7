import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';
import styles from './Field.module.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; error?: string; hint?: string };

/** A password with a toggle that shows it. */
export function PasswordField({ label, error, hint, ...rest }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(wiring) => (
        <span className={styles.withToggle}>
          <input {...rest} {...wiring} type={shown ? 'text' : 'password'} />
          <button
            type="button"
            className={styles.toggle}
            aria-pressed={shown}
            aria-label={shown ? 'Hide characters' : 'Show characters'}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
          </button>
        </span>
      )}
    </Field>
  );
}
