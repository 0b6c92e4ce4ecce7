import type { PayoutResult, Return } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

export class StartPayoutRun extends command<{ runId: string; cashoutIds: readonly string[] }>() {}
export class ApprovePayoutRun extends command<{ runId: string }>() {}
export class RemoveFromPayoutRun extends command<{ runId: string; cashoutId: string }>() {}
export class CancelPayoutRun extends command<{ runId: string }>() {}
/** `reference`: what the payer calls the payment; `proof`: of a picture that is stored already. */
export class SettlePayoutRun extends command<{
  runId: string;
  reference: string;
  proof?: { sha256: string; mime: string; bytes: number };
}>() {}
/** Completes what a settled run pays one affiliate. Happens once: its id follows from the two. */
export class PayCashouts extends command<{ runId: string; affiliateId: string }>() {}
export class NotePayoutResult extends command<{ runId: string; cashoutId: string; result: PayoutResult }>() {}
export class ReturnPayment extends command<{ runId: string; cashoutId: string; because: Return }>() {}
