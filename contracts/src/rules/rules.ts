/** Business constants (docs/rules.md). Integer cents (EUR), basis points (10000 = 100 %), milliseconds. */

export const STATUSES = ['active', 'suspended', 'banned'] as const;
/** The last one: it was completed by a payout run, and the payment came back. */
export const CASHOUT_STATUSES = ['pending', 'approved', 'completed', 'rejected', 'returned'] as const;

/** Which rule found the affiliate of a sale; the first goes before the second. */
export const ATTRIBUTED_BY = ['coupon', 'click', 'hand'] as const;
export type AttributedBy = (typeof ATTRIBUTED_BY)[number];

/** Days a chart looks back, today included. */
export const TREND_RANGES = ['7', '30', '90', 'all'] as const;

export type TrendRange = (typeof TREND_RANGES)[number];
export type Status = (typeof STATUSES)[number];
export type CashoutStatus = (typeof CASHOUT_STATUSES)[number];

/** What an admin wrote to an affiliate, on screens, in notifications and mails: the reason, or a note with good news. */
export const writtenWords = (text: string, isGood: boolean): string => `${isGood ? 'A note from us' : 'Reason'}: ${text}`;

/** A header on answers of the public feeds whose numbers, names or pictures are made up: a sandbox answers in place of a source. */
export const EXAMPLE_DATA_HEADER = 'Example-Data';

export const rules = {
  currency: 'EUR',
  maximumRateBps: 100_00,
  maximumPaymentMethods: 20,
  /** An invoice without a CheckoutStarted is settled no earlier than this (docs/rules.md#6-crediting). */
  unknownCheckoutAfter: 15 * 60 * 1000,
  /** The same visitor, ref and page within this time is one visit (docs/rules.md#12-visits). */
  visitRepeat: 5_000,
  /** Clicks that a browser keeps beside the last one. */
  earlierClicks: 10,
  /** Most visits counted in a minute for one visitor and affiliate, and in an hour for one address, so that the log grows slowly. */
  visitsPerMinute: 30,
  visitsPerAddressHour: 1_000,
  /** How long the key that seals a day's visitors is kept (docs/rules.md#13-privacy). */
  visitorKeyDays: 30,
  username: { minimum: 3, maximum: 32, pattern: /^[A-Za-z0-9_-]+$/ },
  passwordMinimum: 6,
  passwordMaximum: 128,
  /** How long a re-entered password, or a sign-in, is good for changing payout details (docs/rules.md#11-sign-in). */
  confirmedFor: 10 * 60 * 1000,
  /** How long a link that sets another password is good (ms). */
  passwordLinkFor: 30 * 60 * 1000,
  /** RFC 6238 as authenticator apps know it: seconds a code is valid, digits, and steps of tolerance. */
  totp: { period: 30, digits: 6, window: 1, recoveryCodes: 10 },
  emailMaximum: 254,
  /** Characters of the name of an account’s holder that a SEPA payment takes. */
  accountHolder: 70,
  /** Free text (notes, reasons), characters. */
  textMaximum: 1000,
  proofImageBytes: 2 * 1024 * 1024,
  recentSales: 50,
  recentNotifications: 50,
  /** Shown on the affiliate landing page while there is no history (docs/rules.md#14-numbers). */
  systemStats: { activeAffiliates: 4, totalPayouts: 1728, successRate: 95, avgMonthlyEarnings: 500 },
} as const;

/** What the build writes where the site's own address belongs; the server puts PUBLIC_URL in its place. */
export const ADDRESS_STAND_IN = 'https://address.invalid';

/** A number that people read, with a minus as long as a plus, not a hyphen. */
export const withMinus = (format: Intl.NumberFormat, value: number): string => format.format(value).replace('-', '−');

const inEuros = new Intl.NumberFormat('en-US', { style: 'currency', currency: rules.currency });
const inShortEuros = new Intl.NumberFormat('en-US', { style: 'currency', currency: rules.currency, trailingZeroDisplay: 'stripIfInteger' });

/** Cents as screens show money: EUR, en-US (docs/rules.md#1-money). */
export const euros = (cents: number): string => withMinus(inEuros, cents / 100);

/** As `euros`, whole amounts without cents: €50. */
export const shortEuros = (cents: number): string => withMinus(inShortEuros, cents / 100);

/**
 * What holds for a sale through whichever door it comes in, a store, a program or an import: how far another clock may be ahead of ours (ms),
 * the first moment, and the most that is paid.
 */
export const saleLimits = { clockAheadMs: 5 * 60 * 1000, since: Date.UTC(2000, 0, 1), mostCents: 100_000_000_000 };
/** The moment (ms) as which a sale or payment counts at `now`; undefined: it cannot have been then. */
export const saleMoment = (at: number, now: number): number | undefined =>
  at < saleLimits.since || at > now + saleLimits.clockAheadMs ? undefined : Math.min(at, now);

/** The id of a sale made elsewhere, and its maximum age (ms). */
export const elsewhereSale = { title: 'Sold elsewhere', toldWithin: 366 * 24 * 60 * 60 * 1000 };

/** Why a sale earned no commission (docs/rules.md#6-crediting), as an affiliate reads it. */
export const notCreditedReasons = {
  noReferral: 'The buyer did not come through a referral link',
  unknownCheckout: 'unknown checkout',
  expiredReferral: 'The referral was older than the attribution window',
  suspended: 'The affiliate was suspended at the time of the sale',
  banned: 'The affiliate was banned at the time of the sale',
  deleted: 'The affiliate account no longer existed',
  ownPurchase: 'Affiliates earn nothing on their own purchases',
  disposableEmail: 'The buyer used a disposable e-mail address',
  otherCurrency: `The invoice was not paid in ${rules.currency}`,
  noRate: 'No exchange rate was set for the day of the sale',
  otherProduct: 'The invoice was for another product',
  noCommission: 'This product earns no commission',
  nothingPaid: 'Nothing was paid',
  refunded: 'The purchase was refunded before it was recorded',
  chargedBack: 'The buyer’s bank took the money back before the sale was recorded',
} as const;
export type NotCreditedReason = keyof typeof notCreditedReasons;

/** NFC, so that a password with é matches whichever way the keyboard composes it. */
export const normalPassword = (password: string): string => password.normalize('NFC');

/** Characters of a password: code points (NIST SP 800-63B). */
export const passwordLength = (password: string): number => [...normalPassword(password)].length;

/** Decimal euros of the JSON API from integer cents. */
export const toEuros = (cents: number): number => cents / 100;

/** Percent of the JSON API (two decimals) from basis points. */
export const toPercent = (bps: number): number => bps / 100;
