import { type Measures, noMeasures } from '../rules/figures.ts';
import { totalOfAmounts } from '../rules/payouts.ts';
import { UNTIL_DECIDED } from '../rules/review.ts';
import type { EventName, Stored } from './events.ts';
import { type LedgerKind, ledgerKinds, type MoneyEvent, moneyEvents, postingOf } from './postings.ts';

/** Kinds of parts without a line in the ledger, in words. */
const otherKinds = {
  cashoutApproved: { label: 'Cashout approved', why: 'Cashout {about} was approved' },
  cashoutCompleted: { label: 'Cashout paid', why: 'Cashout {about} was paid' },
  holdReleased: { label: 'Hold released', why: 'The hold of sale {about} was released early' },
  reviewBegun: { label: 'Review begun', why: 'Held until an admin has looked at it: {about}' },
  reviewOver: { label: 'Review over', why: 'The review ended: {about}' },
  tier: { label: 'Tier', why: 'The tier is {about} from here on' },
  registered: { label: 'Registration', why: 'An account was opened' },
  deleted: { label: 'Deletion', why: 'An account was deleted' },
  visit: { label: 'Click', why: 'Somebody opened a page with the link' },
  runStarted: { label: 'Run started', why: 'Cashouts were put into the run' },
  runLeft: { label: 'Left the run', why: 'Cashouts were taken out of the run' },
} as const;

/** Every kind of part, with its label and reason. */
export const partKinds = { ...ledgerKinds, ...otherKinds };
export type PartKind = LedgerKind | keyof typeof otherKinds;

/** What an event adds to figures. */
export interface Part {
  kind: PartKind;
  adds: Partial<Measures>;
  /** Until when `heldCents` counts. */
  until?: string | undefined;
}
type Parts = { [N in EventName]?: (data: Stored<N>) => Part | null };

const outcomes = { approved: 'cashoutApproved', completed: 'cashoutCompleted', rejected: 'cashoutRejected' } as const;

/** What is on hold until a moment, or until a decision. */
const held = (cents: number, until: string | null) =>
  until === UNTIL_DECIDED ? { adds: { reviewedCents: cents } } : until ? { adds: { heldCents: cents }, until } : { adds: {} };

/** A hold for a review, and the commission's own that it replaces. */
const reviewed = (kind: PartKind, sign: 1 | -1, { heldCents, availableAt }: Stored<'ReviewHoldPlaced'>): Part => ({
  kind,
  adds: { reviewedCents: sign * heldCents, heldCents: availableAt ? -sign * heldCents : 0 },
  until: availableAt,
});

/** What events of an affiliate add that is not on the account, or that no ledger shows. */
const ofAccounts = {
  AffiliateRegistered: () => ({ kind: 'registered', adds: { accounts: 1 } }),
  AffiliateDeleted: () => ({ kind: 'deleted', adds: { accounts: -1 } }),
  AffiliateEdited: ({ tier }) => (tier ? { kind: 'tier', adds: {} } : null),
  TierReached: () => ({ kind: 'tier', adds: {} }),
  TierRecalculated: () => ({ kind: 'tier', adds: {} }),
  CashoutRequested: () => ({ kind: 'cashoutRequested', adds: { waiting: 1 } }),
  CashoutProcessed: ({ from, status }) => ({ kind: outcomes[status], adds: { waiting: from === 'pending' ? -1 : 0 } }),
  HoldReleased: ({ commissionCents, availableAt }) => ({ kind: 'holdReleased', ...held(-commissionCents, availableAt) }),
  ReviewHoldPlaced: (data) => reviewed('reviewBegun', 1, data),
  ReviewHoldLifted: (data) => reviewed('reviewOver', -1, data),
} as const satisfies Parts;

/** What events add that is counted in their own streams. */
const ofStreams = {
  VisitTracked: () => ({ kind: 'visit', adds: { clicks: 1 } }),
  PayoutRunStarted: ({ cashouts }) => ({ kind: 'runStarted', adds: { inRunCents: totalOfAmounts(cashouts) } }),
  PayoutCashoutsRemoved: ({ cashouts }) => ({ kind: 'runLeft', adds: { inRunCents: -totalOfAmounts(cashouts) } }),
  PayoutRunCancelled: ({ cashouts }) => ({ kind: 'runLeft', adds: { inRunCents: -totalOfAmounts(cashouts) } }),
} as const satisfies Parts;

const others: Parts = { ...ofAccounts, ...ofStreams };
export type AccountPart = MoneyEvent | keyof typeof ofAccounts;

/** The same function for every event of an affiliate's stream that may be a part. */
export const onAccountParts = <F>(fold: F): Record<AccountPart, F> =>
  Object.fromEntries([...moneyEvents, ...Object.keys(ofAccounts)].map((name) => [name, fold])) as Record<AccountPart, F>;

/** What an event adds to figures; null: nothing. */
export function partOf({ type, data }: { type: EventName; data: unknown }): (Part & { adds: Measures }) | null {
  const posting = postingOf({ type, data });
  const other = (others[type] as ((data: unknown) => Part | null) | undefined)?.(data) ?? null;
  if (!posting) return other && { ...other, adds: { ...noMeasures, ...other.adds } };
  const hold = held(posting.heldCents, posting.availableAt);
  return {
    ...hold,
    ...(other?.until ? { until: other.until } : {}),
    kind: posting.kind ?? other!.kind,
    adds: { ...noMeasures, ...posting.books, sales: posting.sales, soldCents: posting.amountCents, ...hold.adds, ...other?.adds },
  };
}
