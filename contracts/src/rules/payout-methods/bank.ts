import { rules } from '../rules.ts';
import type { PayoutMethod } from './method.ts';

const ends = (iban: string): string => `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;

export const bank = {
  name: 'Bank account',
  details: {
    iban: {
      format: 'iban',
      stored: 34,
      refusal: 'ibanInvalid',
      shown: { as: ends, description: 'The country and the last four characters' },
    },
    /** Of the account’s holder. */
    name: { format: 'printed-line', maximum: rules.accountHolder, stored: 140, refusal: 'cell' },
  },
  file: { extension: 'xml', description: 'a SEPA credit transfer as XML, pain.001.001.09', mayBeRefused: true },
} as const satisfies PayoutMethod;
