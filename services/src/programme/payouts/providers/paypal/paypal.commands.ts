import type { PayoutResult } from '@framelift/contracts';
import { command } from '../../../../engine/log/deciding/command.ts';

/** `hash`: of the payments; `count` and `cents`: of what is sent; `editBase`: as of a payout run's other commands. */
export class SendPayoutBatch extends command<{ runId: string; hash: string; count: number; cents: number; editBase?: number }>() {}

/**
 * What PayPal answered about a batch. `refused`: to a call, which is final only if no other call was made; `denied`: all of a batch that it had
 * accepted.
 */
export type Answered =
  | { state: 'accepted'; batchId: string }
  | { state: 'delayed' | 'refused' | 'denied'; code: string }
  | { state: 'processed'; feeCents?: number };
export class NotePayoutBatch extends command<{ runId: string; answered: Answered }>() {}

/** Payments of a batch that is named after the run, and that no run has. `cashoutId` empty: it names none. */
export interface UnmatchedPayment {
  itemId: string;
  cashoutId: string;
  cents: number | undefined;
  receiver: string | undefined;
  result: PayoutResult;
}
export class NoteUnmatchedPayments extends command<{ runId: string; batchId: string; payments: readonly UnmatchedPayment[] }>() {}
