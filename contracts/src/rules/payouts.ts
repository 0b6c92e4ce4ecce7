import { PAYMENT_TYPES } from './payout-methods.ts';
import { oneOf, says } from './text.ts';

/** What cashouts or payments come to. */
export const totalOfAmounts = (some: readonly { amountCents: number }[]): number =>
  some.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** What payout runs go by (docs/rules.md#25-payout-runs). */
export const payoutRules = {
  /** Cashouts of one run. */
  most: 1_000,
  /** How long before a request a change of payment details is worth a look, in days. */
  detailsChangedDays: 7,
  /** What one admin starts or completes alone within this time counts together, in ms. */
  countedMs: 24 * 60 * 60 * 1000,
  reference: 200,
  reason: 500,
  /** Bytes of a payer's report. */
  report: 8 * 1024 * 1024,
} as const;

/** What a spreadsheet takes for no formula. A payer's file says exactly what it says, so a cell is refused, not changed. */
export const NO_FORMULA = /^[^=+\-@\t\r\n]/;

export const RUN_STATES = ['open', 'settled', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What separates cents in PayPal's file: it reads amounts as the sender's country writes them. */
export const DECIMALS = ['point', 'comma'] as const;
export type Decimal = (typeof DECIMALS)[number];

/** What a payer says of a payment that has not come back: it arrived, or nobody took it yet. */
export const PAYOUT_RESULTS = ['completed', 'unclaimed'] as const;
/** Why a payment is back. */
export const RETURNS = ['failed', 'returned'] as const;
/** What an admin may state of payments that were lost from the books. */
export const OUTCOMES = ['paid', 'notPaid'] as const;
export type PaymentOutcome = (typeof OUTCOMES)[number];
export type PayoutResult = (typeof PAYOUT_RESULTS)[number];
export type Return = (typeof RETURNS)[number];

const asDay = (day: string) => day;
const asFile = (id: string) => id;
const listed = (cashouts: readonly string[]) => cashouts.join(', ');
export const payoutRefusals = {
  nothingChosen: 'Please choose at least one cashout',
  tooMany: `A payout run has at most ${payoutRules.most.toLocaleString('en-US')} cashouts`,
  notOpen: 'One of these cashouts is no longer pending or approved. Please reload and choose again',
  inRun: 'One of these cashouts is in a payout run',
  cashoutInRun: 'This cashout is in a payout run. Settle the run, or remove the cashout from it first',
  runNotFound: 'Payout run not found',
  notInRun: 'This cashout is not in the run',
  notOpenRun: 'This payout run is no longer open',
  notSettled: 'This payout run has not been settled yet',
  secondAdmin: 'A second admin must approve this payout run first',
  approvedBySame: 'The admin who started a payout run cannot approve it',
  ownFourEyes: 'You requested this change. Another admin must approve it',
  noPendingFourEyes: 'There is no pending change of the second-approval amount',
  approvalNotNeeded: 'This payout run needs no approval',
  secondAdminForCashout: 'This amount needs two admins: approve it, and let another admin complete it',
  completedBySame: 'This amount needs two admins: the one who approved the cashout cannot complete it',
  ownPayment: 'This payment goes to your own account. Another admin must decide on it',
  newDetails: says`These payment details are new. The first payment to them can be made from ${asDay}`,
  revoked: 'This admin account has been revoked',
  rateInvalid: 'Please enter the EUR/USDC rate, above 0 and with at most six decimals',
  typeInvalid: `Please choose ${oneOf(PAYMENT_TYPES)}`,
  fileOpen: 'A payment file with this cashout has been made. Say that the file was not used first',
  fileOpenInRun: 'A payment file of this run has been made. Say that the file was not used first',
  outcomeUnknown: 'These payments may have been made before the system went back. State their outcome first',
  outcomeKnown: 'The outcome of these payments is known',
  unmatchedNotFound: 'There is no such payment without a payout run',
  anotherFile: 'Another payment file of this run has been made. Download that one again, or say that it was not used first',
  fileNotFound: 'This run has no such payment file',
  noAccount: 'Please set the account that pays first',
  noSuchPayee: 'This run has no payment of this type',
  payeeErased: says`The payment details of ${listed} were erased. Please remove this from the run`,
  payeeUnwritable: says`A bank cannot carry any letter of the name of ${listed}. Please ask for another name, or remove this from the run`,
  accountUnwritable: 'A bank cannot carry any letter of the name of the account that pays. Please set another name',
  unsafeCell: says`The payment details of ${listed} begin like a formula. Please remove this from the run`,
  reportUnreadable:
    'This is not a report we can read. It needs a line of column names, one for the cashout’s id (such as Unique ID or Custom Number) and one for its status',
  returnedMore: 'More would have come back than was paid. Please check this payment with your bank',
  bankFileUnreadable:
    'This is not a file we can read. A bank’s report is a pain.002, a camt.053 or a camt.054, as XML without a document type',
  bankFileOfOthers: 'This file names no payment of this run. Please choose the file of this run',
  bankFileOfOtherFile: says`This file is about the payment file ${asFile}, which is not the one of this run`,
  bankFileOfOtherSum: 'This file is about another count or sum than the payment file of this run',
  reportTooLarge: 'The report is larger than 8 MB',
} as const;
