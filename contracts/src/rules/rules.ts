import { says } from './text.ts';

/** Business constants and refusals (docs/rules.md). Integer cents (EUR), basis points (10000 = 100 %), milliseconds. */

export const STATUSES = ['active', 'suspended', 'banned'] as const;
/** The last one: it was completed by a payout run, and the payment came back. */
export const CASHOUT_STATUSES = ['pending', 'approved', 'completed', 'rejected', 'returned'] as const;
export const PAYMENT_TYPES = ['paypal', 'solana'] as const;

/** Which rule found the affiliate of a sale; the first goes before the second. */
export const ATTRIBUTED_BY = ['coupon', 'click', 'hand'] as const;
export type AttributedBy = (typeof ATTRIBUTED_BY)[number];

/** Days a chart looks back, today included. */
export const TREND_RANGES = ['7', '30', '90', 'all'] as const;

export type TrendRange = (typeof TREND_RANGES)[number];
export type Status = (typeof STATUSES)[number];
export type CashoutStatus = (typeof CASHOUT_STATUSES)[number];
export type PaymentType = (typeof PAYMENT_TYPES)[number];

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

const asIs = (text: string) => text;
const quoted = (name: string) => JSON.stringify(name.slice(0, 60));
const sized = (bytes: number) => (bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`);
/** Letters that a screen may not show either, by their numbers. */
const readable = (letters: readonly string[]) =>
  letters
    .slice(0, 5)
    .map((letter) => (/[\p{C}\p{Z}]/u.test(letter) ? `U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}` : letter))
    .join(' ');

/** What a request is refused with. The key is the `code` of the answer, as contracts/src/calls/refusal-codes.ts says. */
export const refusals = {
  // Registration, in the order of the checks (docs/product.md#registration-and-login)
  passwordTooShort: `Password must be at least ${rules.passwordMinimum} characters long`,
  passwordsDiffer: 'Passwords do not match',
  emailInvalid: 'Please enter a valid email address',
  usernameTooShort: `Username must be at least ${rules.username.minimum} characters long`,
  usernameInvalid: `Username must be at most ${rules.username.maximum} characters: letters, digits, _ and -`,
  passwordTooLong: `Password must be at most ${rules.passwordMaximum} characters long`,
  passwordTooCommon: 'This password is too common. Please choose another one',
  fieldsRequired: 'Please fill in all required fields',
  usernameTaken: 'This username is already taken',
  emailTaken: 'This email address is already registered',
  rateInvalid: 'Commission rate must be between 0 and 100, with at most two decimals',
  textTooLong: `Text must be at most ${rules.textMaximum} characters long`,
  // Sign-in
  signInFailed: 'Invalid username or password',
  banned: 'This account has been banned',
  unauthorized: 'Please log in',
  // The account (docs/rules.md#11-sign-in)
  passwordWrong: 'The password is not correct',
  passwordSame: 'The new password must differ from the current one',
  passwordLinkInvalid: 'This link is no longer valid. Please request a new one',
  mailLinkInvalid: 'This link is no longer valid',
  emailChangedAlready: 'This address is already confirmed. Please contact us to restore the earlier one',
  noMail: 'This site sends no e-mail. Please ask an admin',
  emailSame: 'This is already your confirmed address',
  accountNotFound: 'Account not found',
  deletedAccount: 'This account has been deleted',
  confirmFirst: 'Please confirm your password first',
  codeRequired: 'Please enter the code from your authenticator app',
  codeWrong: 'The code is not correct or was used before',
  totpFirst: 'Please turn on two-factor sign-in first',
  totpOn: 'Two-factor sign-in is already on',
  totpOff: 'Two-factor sign-in is not on',
  adminOnly: 'Access denied. Admin privileges required.',
  affiliateOnly: 'This is only for affiliates',
  tooManyRequests: 'Too many requests. Please wait a moment and try again.',
  // Cashouts (docs/rules.md#8-cashouts)
  amountInvalid: 'Cashout amount must have at most two decimals',
  belowMinimum: says`Minimum cashout amount is ${shortEuros}`,
  insufficientBalance: 'Insufficient balance',
  noPaymentMethod: 'Payment method not found',
  cashoutNotFound: 'Cashout not found',
  cashoutNotPending: 'Only a pending cashout can be processed',
  cashoutNotApproved: 'Only an approved cashout can be settled',
  cashoutStatusInvalid: 'Please choose approved, completed or rejected',
  settleStatusInvalid: 'Please choose completed or rejected',
  inDebt: says`This affiliate owes ${euros}; settle the debt or reject the cashout`,
  notActive: 'Your account is suspended. Cashouts are not available',
  tooManyPaymentMethods: 'You have reached the maximum number of payment methods',
  paymentMethodTwice: 'You have this payment method already',
  paymentDetailsFormula: 'Payment details cannot begin with =, +, - or @: a spreadsheet would take them for a formula',
  paymentDetailsInvalid: 'Please enter valid payment details',
  unprintable: says`A document cannot show ${readable}. Please use other letters`,
  billingTooLong: 'One of these texts is too long',
  noStatement: 'There is no statement for this period',
  paymentTypeNotOffered: 'This payment type is not offered at the moment',
  // Admin
  affiliateNotFound: 'Affiliate not found',
  deletedAffiliate: 'This affiliate has been deleted',
  openCashouts: 'This affiliate has cashouts that are not settled yet',
  editBaseMissing: 'This edit needs the header Edit-Base: the position the form was filled from',
  changedMeanwhile: says`Someone changed the ${asIs} meanwhile. Please reload and try again`,
  saleNotFound: 'Sale not found',
  saleAlreadyCredited: 'This sale is already credited',
  saleReversed: 'This sale has been reversed',
  saleNotCredited: 'This sale was never credited',
  notOnHold: 'This commission is not on hold',
  noSuchTier: 'There is no such tier',
  ownTermsNeedReason: 'Please give the reason for another minimum cashout or holding period',
  // Terms (docs/rules.md#17-terms)
  tierNameMissing: 'Every tier needs a name',
  tierNamesEqual: 'Each tier needs a different name',
  firstTierFromZero: 'The first tier begins at 0 sales',
  thresholdsNotRising: 'Each tier must begin at more sales than the one before',
  tiersInvalid: 'Please give 1 to 50 tiers, each with a name of at most 40 characters and a whole number of sales',
  campaignInvalid: 'A campaign has at most 40 letters, digits, _ and -',
  holdInvalid: 'The holding period must be a whole number of days from 0 to 365',
  windowInvalid: 'The attribution window must be a whole number of days from 1 to 365',
  minimumCashoutInvalid: 'The minimum cashout must be between €1 and €100,000, with at most two decimals',
  fourEyesInvalid: 'The second-approval amount must be between €0.01 and €1,000,000, with at most two decimals',
  paymentTypesMissing: 'Please offer at least one payment type',
  rebuilding: 'This is being rebuilt from the log. Please try again in a moment',
  behind: 'This is not up to date yet. Please try again in a moment',
  parkedChanged: 'These parked events have changed. Please look again',
  rowTooLong: 'Too many events changed this row to show each of them',
  backupsOff: 'Backups are off. Set BACKUP_TO to turn them on',
  backupRunning: 'A backup is already running. Please wait for it',
  maintenanceRunning: 'Another verification or replay is running. Please wait for it',
  invoiceNotCompleted: 'This invoice is not completed',
  providerMissing: 'The store of this sale is no longer set up here',
  // Proof images, checkout, store notifications
  proofInvalid: `Proof must be a PNG, JPEG or WebP image of at most ${rules.proofImageBytes / 1024 / 1024} MB`,
  cartInvalid: 'This product is not available',
  captchaMissing: 'Please complete the captcha',
  captchaInvalid: 'Captcha verification failed. Please try again',
  checkoutFailed: 'Checkout failed',
  signatureInvalid: 'The signature is not valid',
  // Requests
  commandReused: 'This Idempotency-Key was used for another request',
  badRequest: 'The request is not valid',
  notAnObject: 'The body must be a JSON object',
  unknownParameter: says`The parameter ${quoted} is not known here`,
  oneText: says`${asIs} must be one text`,
  otherCursor: 'after must be the `next` of an earlier page of this list',
  positionInvalid: 'A position of the log is a whole number',
  bodyTooLarge: says`The body must be at most ${sized}`,
  keyInvalid: 'key must be a JSON array of the values that a row is found by',
  noBody: 'This call takes no body',
  unknownField: says`The field ${quoted} is not known here`,
  notFound: 'Not found',
  busy: 'Too many people are asking at once. Please try again in a moment',
  full: 'Nothing can be saved at the moment. Please try again later',
  unavailable: 'This is not available at the moment. Please try again in a moment',
  conflict: 'Someone else changed this at the same time. Please try again',
  internal: 'An error occurred',
} as const;

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
