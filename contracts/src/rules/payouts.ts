import { says } from './text.ts';

/** What payout runs go by (docs/rules.md#25-payout-runs). */
export const payoutRules = {
  /** Cashouts of one run. */
  most: 1_000,
  /** Of a list to choose from, at once. */
  candidates: 500,
  /** How long before a request a change of payment details is worth a look, in days. */
  detailsChangedDays: 7,
  /** What one admin starts or completes alone within this time counts together, in ms. */
  countedMs: 24 * 60 * 60 * 1000,
  reference: 200,
  /** Bytes of a payer's report. */
  report: 1024 * 1024,
} as const;

/** What a spreadsheet takes for no formula. A payer's file says exactly what it says, so a cell is refused, not changed. */
export const NO_FORMULA = /^[^=+\-@\t\r\n]/;

export const RUN_STATES = ['open', 'settled', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What a payer says of a payment that has not come back: it arrived, or nobody took it yet. */
export const PAYOUT_RESULTS = ['completed', 'unclaimed'] as const;
/** Why a payment is back. */
export const RETURNS = ['failed', 'returned'] as const;
export type PayoutResult = (typeof PAYOUT_RESULTS)[number];
export type Return = (typeof RETURNS)[number];

const listed = (cashouts: readonly string[]) => cashouts.join(', ');
export const payoutRefusals = {
  nothingChosen: 'Please choose at least one cashout',
  tooMany: `A payout run has at most ${payoutRules.most.toLocaleString('en-US')} cashouts`,
  notOpen: 'One of these cashouts is neither pending nor approved any more. Please reload and choose again',
  inRun: 'One of these cashouts is in a payout run',
  cashoutInRun: 'This cashout is in a payout run. Settle the run, or take the cashout out of it first',
  runNotFound: 'Payout run not found',
  notInRun: 'This cashout is not in the run',
  notOpenRun: 'This payout run is no longer open',
  notSettled: 'This payout run has not been settled yet',
  secondAdmin: 'A second admin must approve this payout run first',
  approvedBySame: 'Whoever started a payout run cannot approve it',
  ownFourEyes: 'You asked for this change yourself. Another admin must agree to it',
  noFourEyesAsked: 'Nobody has asked for another amount from which two admins are needed',
  approvalNotNeeded: 'This payout run needs no approval',
  secondAdminForCashout: 'This amount takes two admins: approve it, and let another admin complete it',
  completedBySame: 'Whoever approved this cashout cannot complete it: this amount takes two admins',
  ownPayment: 'This payment is to an account of your own. Another admin must decide about it',
  revoked: 'This admin account has been revoked',
  rateInvalid: 'Please give the price of one euro in USDC, above 0 and with at most six decimals',
  typeInvalid: 'Please choose paypal or solana',
  noSuchPayee: 'This run has no payment of this type',
  payeeErased: says`The payment details of ${listed} were erased. Please take this out of the run`,
  unsafeCell: says`The payment details of ${listed} begin like a formula. Please take this out of the run`,
  reportUnreadable:
    'This is not a report we can read. It needs a line of column names, one for the cashout’s id (such as Unique ID or Custom Number) and one for its status',
  reportTooLarge: 'The report is larger than 1 MB',
} as const;
