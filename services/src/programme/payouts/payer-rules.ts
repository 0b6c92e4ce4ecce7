import type { Refusal } from '@framelift/contracts';
import type { PayoutRun } from './payout-run.decider.ts';

/** What a payer that is asked to pay, through its API, forbids until it has answered. The payer of a file forbids nothing. Pure. */
export interface PayerRules {
  /** The refusals of what would touch one of its payments, or all of the run; undefined: it may pay nothing of it. */
  holds(run: PayoutRun): { ofPayment: Refusal; ofRun: Refusal } | undefined;
  /** Allows to mark a run as paid at `now` (ISO 8601 UTC). @throws Refused */
  refuseUnfinished(run: PayoutRun, now: string): void;
  /** Allows to say that what was sent, named by its hash, was not used. @throws Refused */
  refuseUnused(run: PayoutRun, hash: string, now: string): void;
  /** Allows to return a payment of a settled run by hand. @throws Refused */
  refuseReturn(run: PayoutRun, cashoutId: string): void;
}
