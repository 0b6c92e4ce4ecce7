import { type Fact, fact, payoutRefusals, refusals } from '@framelift/contracts';
import { refuseIf } from '../../platform/refused.ts';
import type { Admin } from '../sign-in/admin.decider.ts';
import type { ApproveFourEyes, RefuseFourEyes } from './terms.commands.ts';
import { type Programme, termsSet } from './terms.decider.ts';

interface OnFourEyes {
  programme: Programme;
  admin: Admin;
}
const pendingOf = ({ programme: { pending }, admin }: OnFourEyes, editBase: number) => {
  refuseIf(!admin.active, payoutRefusals.revoked, 'forbidden');
  refuseIf(!pending, payoutRefusals.noPendingFourEyes, 'conflict');
  refuseIf(pending!.position > editBase, refusals.changedMeanwhile('amount asked for'), 'conflict');
  return pending!;
};

/** A second admin, not the requester, approves the requested limits. */
export const approveFourEyes = (on: OnFourEyes, { meta, editBase }: ApproveFourEyes): { programme: Fact[] } => {
  const { by, limits } = pendingOf(on, editBase);
  refuseIf(by.kind === meta.actor.kind && by.id === meta.actor.id, payoutRefusals.ownFourEyes, 'forbidden');
  return { programme: [termsSet({ ...on.programme.terms, ...limits }, on.programme.setAt)] };
};

/** Any admin, including the requester. */
export const refuseFourEyes = (on: OnFourEyes, { editBase }: RefuseFourEyes): { programme: Fact[] } => {
  pendingOf(on, editBase);
  return { programme: [fact('FourEyesChangeRefused', {})] };
};
