import { rules } from '@framelift/contracts/rules';
import { focused } from './focused.ts';
import { TextField } from './Field.tsx';

interface Props {
  label: string;
  hint?: string;
  /** A recovery code is none. */
  digitsOnly?: boolean;
  /** Takes the focus when it appears. */
  first?: boolean;
}

/** A code from an authenticator app, as phones and password managers recognise it. */
export function CodeField({ label, hint, digitsOnly, first }: Props) {
  const { digits } = rules.totp;
  return (
    <TextField
      label={label}
      hint={hint}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
      ref={first ? focused : undefined}
      {...(digitsOnly
        ? { inputMode: 'numeric', pattern: `[0-9 ]{${digits},${digits + 2}}`, title: `${digits} digits` }
        : { maxLength: 32 })}
    />
  );
}
