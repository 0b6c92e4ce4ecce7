import { bank } from './payout-methods/bank.ts';
import type { Detail, PayoutMethod } from './payout-methods/method.ts';
import { paypal } from './payout-methods/paypal.ts';
import { solana } from './payout-methods/solana.ts';

/** The ways to pay affiliates, by the name that events and the API have for them permanently (docs/adding.md#a-payout-method). */
export const payoutMethods = { paypal, solana, bank } as const satisfies Record<string, PayoutMethod>;
type Methods = typeof payoutMethods;
export type PaymentType = keyof Methods;
export const PAYMENT_TYPES = Object.keys(payoutMethods) as [PaymentType, ...PaymentType[]];

/** The details of one method. */
export type DetailsOf<Type extends PaymentType> = { -readonly [Name in keyof Methods[Type]['details']]: string };
export type AnyDetails = { [Type in PaymentType]: DetailsOf<Type> }[PaymentType];
type NameIn<Details> = Details extends unknown ? keyof Details : never;
export type DetailName = NameIn<AnyDetails>;
/** Details of any method. */
export type PaymentFields = Partial<Record<DetailName, string>>;

const detailsOf = Object.values(payoutMethods).map(({ details }): Readonly<Record<string, Detail>> => details);
const known = Object.assign({}, ...detailsOf) as Record<DetailName, Detail>;
/** Something of each detail that a method has, by its name. */
export const ofEachDetail = <T>(of: (detail: Detail, name: DetailName) => T): Record<DetailName, T> =>
  Object.fromEntries(Object.entries(known).map(([name, detail]) => [name, of(detail, name as DetailName)])) as Record<DetailName, T>;
/** The names of a method's details. */
export const detailNames = (type: PaymentType): DetailName[] => Object.keys(payoutMethods[type].details) as DetailName[];

const payees = [...new Set(PAYMENT_TYPES.map((type) => detailNames(type)[0]!))];
/** Where the money goes. */
export const payeeIn = (details: PaymentFields): string | undefined =>
  payees.map((name) => details[name]).find((text) => text !== undefined);
/** Details as screens, statements and mails show them. */
export const shownDetails = <Fields extends PaymentFields>(details: Fields): Fields =>
  Object.fromEntries(
    Object.entries(details).map(([name, text]) => [name, (text && known[name as DetailName]?.shown?.as(text as string)) || text]),
  ) as Fields;
