import type { Decimal, PaymentOutcome, PaymentType, PayoutResult, Return } from '@framelift/contracts';
import type { TransferFields } from './providers/bank/credit-transfer.ts';
import { command } from '../../engine/log/deciding/command.ts';

/** A run as it was shown: what changed in it after `editBase`, the position it was read at, is refused. */
interface ShownRun {
  runId: string;
  editBase?: number;
}
export class StartPayoutRun extends command<{ runId: string; cashoutIds: readonly string[] }>() {}
export class ApprovePayoutRun extends command<ShownRun>() {}
/** `hash`: of the file's bytes; `count` and `cents`: of what it pays; `rateMicro`: millionths of a USDC for one euro. */
export class MakePayoutFile extends command<
  ShownRun & {
    type: PaymentType;
    hash: string;
    count: number;
    cents: number;
    decimal?: Decimal;
    rateMicro?: number;
    transfer?: TransferFields;
  }
>() {}
/** `refused`: the bank refused the whole file, perhaps with a reason. */
export class DiscardPayoutFile extends command<{ runId: string; hash: string; refused?: { bankCode?: string } }>() {}
export class RemoveFromPayoutRun extends command<{ runId: string; cashoutId: string }>() {}
export class CancelPayoutRun extends command<ShownRun>() {}
/** `reference`: the payer's id of the payment; `proof`: of an already stored picture. */
export class SettlePayoutRun extends command<ShownRun & { reference: string; proof?: { sha256: string; mime: string; bytes: number } }>() {}
/** `reference`: where it is seen, such as the bank’s statement. */
export class StatePayoutOutcome extends command<ShownRun & { outcome: PaymentOutcome; reference: string; reason: string }>() {}
/** Completes one affiliate's cashouts of a settled run. Applied once: its id derives from the two. */
export class PayCashouts extends command<{ runId: string; affiliateId: string }>() {}
/** Why it has not arrived: `paypalCode` in PayPal's short word, `bankCode` as ISO 20022 codes it. */
export class NotePayoutResult extends command<{ runId: string; cashoutId: string; result: PayoutResult; paypalCode?: string }>() {}
export class ReturnPayment extends command<{
  runId: string;
  cashoutId: string;
  because: Return;
  /** What came back; absent: all that has not yet. */
  amountCents?: number;
  paypalCode?: string;
  bankCode?: string;
}>() {}
/** Says what a payment at a payer that no run has is about. */
export class AcknowledgeUnmatchedPayment extends command<{ runId: string; itemId: string; reason: string }>() {}
