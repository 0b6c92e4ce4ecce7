import { payoutRefusals } from '@framelift/contracts';
import { type Refused, refuseIf } from '../../platform/refused.ts';
import type { Admin } from '../sign-in/admin.decider.ts';

/** The payees of a decision who are the admin who decides, as their mailbox says. */
export interface OwnPayees {
  own: readonly string[];
}

/**
 * Who may decide that money leaves or comes back: an admin whose account is in force, about others' money, and with a second admin where the terms
 * want one. Every decision about a payment asks this, and nothing else does. `withoutSecond`: the refusal, while the second one is missing.
 */
export const mayPay = ({ admin, own }: OwnPayees & { admin: Admin }, withoutSecond?: Refused): void => {
  refuseIf(!admin.active, payoutRefusals.revoked, 'forbidden');
  refuseIf(own.length > 0, payoutRefusals.ownPayment, 'forbidden');
  if (withoutSecond) throw withoutSecond;
};
