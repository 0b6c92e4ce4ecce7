import type { PaymentType } from '@framelift/contracts';
import { Refused } from '../../../platform/refused.ts';
import type { PayerRules } from '../payer-rules.ts';
import type { PayoutRun } from '../payout-run.decider.ts';
import { paypalHolds } from './paypal/paypal.holds.decider.ts';

/** The rules of methods that are paid through an API. */
const rules: Partial<Record<PaymentType, PayerRules>> = { paypal: paypalHolds };

/** Whether the payer of a method itself holds its payments of a run. */
export const holdOf = (run: PayoutRun, type: PaymentType) => rules[type]?.holds(run);
/** All of them: a run may have payments of several. */
export const payerRules: readonly PayerRules[] = Object.values(rules);
/** Refuses what would touch all of a run while a payer holds payments of it. */
export const refuseHeld = (run: PayoutRun): void => {
  const hold = payerRules.map((payer) => payer.holds(run)).find((one) => one !== undefined);
  if (hold) throw new Refused(hold.ofRun, 'conflict');
};
