import { type Static, Type } from 'typebox';
import { exchangeRefusals } from '../rules/exchange.ts';
import { firstRunRefusals } from '../rules/first-run.ts';
import { payoutRefusals } from '../rules/payouts.ts';
import { paypalRefusals } from '../rules/paypal.ts';
import { couponRefusals } from '../rules/coupons.ts';
import { missingSaleRefusals } from '../rules/missing-sales.ts';
import { receiptRefusals } from '../rules/receipts.ts';
import { refusals } from '../rules/refusals.ts';
import { notCreditedReasons } from '../rules/rules.ts';
import { productRefusals } from '../rules/products.ts';
import { keyRefusals } from '../rules/scopes.ts';
import { reviewRefusals } from '../rules/review.ts';
import { siteRefusals } from '../rules/site.ts';
import type { FilledText } from '../rules/text.ts';
import { withdrawnRefusals } from '../rules/withdrawn.ts';
import { elsewhereRefusals } from './sales-elsewhere.ts';
import { webhookRefusals } from './webhooks.ts';

/** Every text that an answer may refuse with, by the prefix of its code. A text that is in none does not compile as a refusal. */
export const refusalsByPrefix = {
  '': refusals,
  'coupon.': couponRefusals,
  'elsewhere.': elsewhereRefusals,
  'exchange.': exchangeRefusals,
  'firstRun.': firstRunRefusals,
  'key.': keyRefusals,
  'missingSale.': missingSaleRefusals,
  'notCredited.': notCreditedReasons,
  'payout.': payoutRefusals,
  'paypal.': paypalRefusals,
  'product.': productRefusals,
  'receipt.': receiptRefusals,
  'review.': reviewRefusals,
  'site.': siteRefusals,
  'webhook.': webhookRefusals,
  'withdrawn.': withdrawnRefusals,
} as const;

type Prefixed = typeof refusalsByPrefix;
type Value<M> = M[keyof M];
/** A text of the contract. */
export type Refusal = Extract<{ [P in keyof Prefixed]: Value<Prefixed[P]> }[keyof Prefixed], string> | FilledText;
/** What programs compare: the key of a refusal, such as `signInFailed` or `coupon.taken`. */
export type RefusalCode = { [P in keyof Prefixed]: `${P}${keyof Prefixed[P] & string}` }[keyof Prefixed];

const all = Object.entries(refusalsByPrefix).flatMap(([prefix, texts]) =>
  Object.entries(texts).map(([key, text]) => [`${prefix}${key}` as RefusalCode, text] as const),
);
export const REFUSAL_CODES = all.map(([code]) => code);
const byText = new Map(all.flatMap(([code, text]) => (typeof text === 'string' ? [[text as string, code]] : [])));
const filled = all.flatMap(([code, text]) => (typeof text === 'function' ? [{ code, before: text.before, after: text.after }] : []));

/** The code of a text; undefined where it is no refusal's. */
export const codeOf = (text: string): RefusalCode | undefined =>
  byText.get(text) ?? filled.find(({ before, after }) => text.startsWith(before) && text.endsWith(after))?.code;

/** The body of every answer that is an error. */
export const ErrorView = Type.Object({
  error: Type.String({ description: 'For people' }),
  code: Type.Enum(REFUSAL_CODES, { description: 'For programs' }),
});
export type ErrorView = Static<typeof ErrorView>;
export const errorView = (error: Refusal): ErrorView => ({ error, code: codeOf(error)! });
