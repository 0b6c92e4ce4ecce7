import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';

/** Whether a SEPA payment reaches this account, as the server takes it: with spaces and small letters too. */
export const isIban = (text: string): boolean => {
  const iban = electronicFormatIBAN(text) ?? '';
  return isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2));
};
