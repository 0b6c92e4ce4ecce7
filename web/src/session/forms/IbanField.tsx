import { refusals } from '@framelift/contracts/refusals';
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/Field.tsx';

/** Takes an account that a SEPA payment reaches, as the server does: with spaces and small letters too. */
export const validIban = (text: string): true | string => {
  const iban = electronicFormatIBAN(text) ?? '';
  return (isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2))) || refusals.ibanInvalid;
};

/** `now`: the ends of the account that it replaces; more of it is not shown, so it is entered again. */
export function IbanField({ now, ...rest }: Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> & { now: string | null | undefined }) {
  return <TextField label="IBAN" hint={now && `Now ${now}`} autoComplete="off" spellCheck={false} required {...rest} />;
}
