/** What looks wrong, and what admins decide about it (docs/rules.md#27-review). */

/** What a signal is about; a sale is named by its invoice's key. */
export const REVIEWED = ['cashout', 'sale', 'affiliate'] as const;
export type Reviewed = (typeof REVIEWED)[number];
/** One of them as text, the key of read models and the id in the API: `sale-sellauth-123`. */
export const reviewKey = (of: Reviewed, about: string) => `${of}-${about}`;
/** What a key names; undefined where it names nothing. */
export const reviewNamed = (key: string): { of: Reviewed; about: string } | undefined => {
  const [, kind, about] = /^([a-z]+)-(.{1,100})$/.exec(key) ?? [];
  const of = REVIEWED.find((known) => known === kind);
  return of && { of, about: about! };
};

/** Fine: nothing is wrong, and what is held is free again. Hold: not paid out until somebody decides. */
export const REVIEW_DECISIONS = ['fine', 'hold', 'reverse', 'suspend'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];
/** What can be decided about each. */
export const reviewChoices: Record<Reviewed, readonly ReviewDecision[]> = {
  cashout: ['fine', 'hold', 'suspend'],
  sale: ['fine', 'hold', 'reverse', 'suspend'],
  affiliate: ['fine', 'hold', 'suspend'],
};

export const REVIEW_STATES = ['open', 'held', 'decided'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** When the hold of a commission under review ends: only when somebody decides. */
export const UNTIL_DECIDED = '9999-12-31T00:00:00.000Z';

/** Where signals begin. Shares are percent, times are seconds or days as named, amounts are cents. */
export const signalLimits = {
  /** Of an account that asks for its first money: younger than this it is more than a note. */
  newAccountDays: 14,
  /** Sales that came back, of at least so many. */
  reversedSales: 8,
  reversedPercent: 25,
  /** Sales in a row, each so soon after the one before. */
  burstSales: 4,
  burstSeconds: 10,
  /** Sales from one network on one day. */
  networkSales: 3,
  /** From the click to what was paid. */
  personSeconds: 10,
  /** Sales by a click that nobody saw, and their least share of all by a click. */
  unseenSales: 3,
  unseenPercent: 50,
  /** Buyers with disposable addresses, and their least share. */
  disposableBuyers: 3,
  disposablePercent: 10,
  /** What was earned in a day, and how often the usual day it is. */
  jumpCents: 60_00,
  jumpTimes: 10,
} as const;

/** The rules by their names: their title, and what each looks for. */
export const signalRules = {
  detailsChanged: { title: 'Payment details changed', looksFor: 'details that were changed within 7 days before a cashout' },
  sharedAddress: { title: 'Shared address', looksFor: 'an address that another affiliate or a buyer has too' },
  firstCashout: { title: 'First cashout', looksFor: 'a cashout of somebody who was never paid; a new account makes it more than a note' },
  reversedShare: { title: 'High refund rate', looksFor: 'an affiliate of whose sales a quarter or more were refunded' },
  burst: { title: 'Sales within seconds', looksFor: 'sales in a row, each within seconds of the one before' },
  oneNetwork: { title: 'Sales from one network', looksFor: 'several sales on one day from one network' },
  tooFast: { title: 'Faster than a person', looksFor: 'a purchase within seconds of the click' },
  unseen: { title: 'Sales without a visit', looksFor: 'sales by clicks of which no visit is known' },
  disposable: { title: 'Disposable buyers', looksFor: 'several buyers with throw-away addresses' },
  jump: { title: 'Balance jumped', looksFor: 'a day that earned far more than this affiliate’s days do' },
} as const;
export type SignalRuleName = keyof typeof signalRules;
export const SIGNAL_RULES = Object.keys(signalRules) as [SignalRuleName, ...SignalRuleName[]];

export const reviewRefusals = {
  notFound: 'There is nothing by this name to decide on',
  decisionInvalid: 'Please choose fine, hold, reverse or suspend',
  notReversible: 'Only a sale can be reversed. Hold a cashout, or reject it under Cashouts',
  nothingToHold: 'This commission has already left the account. Hold the cashout that contains it',
  cashoutClosed: 'This cashout is no longer pending or approved',
  inRun: 'A cashout of this affiliate is in a payout run. Remove it from the run first',
  decidedMeanwhile: 'Another admin has decided on this. Please reload and look again',
  held: 'This is already on hold for a review',
  notActive: 'This account is already suspended or banned',
  /** Said to affiliates too, so it names no rule. */
  accountUnderReview: 'Your account is under review. You can ask to be paid once it is over',
  cashoutUnderReview: 'This cashout is under review. Decide on it under Review first',
  saleUnderReview: 'This sale is under review. Decide on it under Review first',
} as const;
