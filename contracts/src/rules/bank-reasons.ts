/** Why banks refuse or return a payment (ISO 20022, ExternalStatusReason1Code and ExternalReturnReason1Code), as an affiliate reads it. */
const reasons: Readonly<Record<string, string>> = {
  AC01: 'The account number is not correct',
  AC02: 'The account that pays is not correct',
  AC03: 'The account number is not correct',
  AC04: 'The account is closed',
  AC06: 'The account is blocked',
  AC07: 'The account is closed',
  AC14: 'The account does not take such payments',
  AG01: 'The account does not take such payments',
  AG02: 'The bank does not take such payments',
  AM02: 'The amount is more than the account may receive',
  AM04: 'The account that pays does not have enough money',
  AM05: 'The bank already has this payment',
  AM09: 'The amount is not correct',
  BE01: 'The name is not that of the account’s holder',
  BE04: 'The bank needs the address of the account’s holder',
  BE06: 'The bank does not know the account’s holder',
  CNOR: 'The bank cannot be reached by this kind of payment',
  CUST: 'The payment was cancelled by the payer',
  DNOR: 'The bank that pays cannot send this kind of payment',
  DUPL: 'The bank already has this payment',
  ED05: 'The banks could not settle the payment',
  ERIN: 'The bank does not take such payments',
  FF01: 'The bank could not read the payment',
  FOCR: 'The payment was cancelled by the payer',
  MD07: 'The account’s holder has died',
  MS02: 'The account’s holder did not accept the payment',
  MS03: 'The bank gave no reason',
  NARR: 'The bank gave no reason',
  NOAS: 'The account’s holder did not answer the bank',
  RC01: 'The bank is not known by this account number',
  RC04: 'The bank is not known by this account number',
  RC07: 'The bank is not known by this account number',
  RR01: 'The bank needs the account of the payer',
  RR02: 'The bank needs the name and address of the payer',
  RR03: 'The bank needs the name and address of the account’s holder',
  RR04: 'The law does not let the bank take the payment',
  SL01: 'The account’s holder does not accept such payments',
  TECH: 'The bank had a technical fault',
  TM01: 'The payment came too late for the bank',
};

/** A code of a bank's reason. */
export const BANK_REASON = /^[A-Z]{2}(?:[0-9]{2}|[A-Z]{2})$/;

/** A bank's reason as people read it; a code that this list lacks is named. Without one it gave none. */
export const bankReason = (code: string | undefined): string =>
  code ? (reasons[code] ?? `The bank’s reason has the code ${code}`) : reasons['NARR']!;
