import type { Status } from '@framelift/contracts';

export type NotificationKind =
  | 'sale'
  | 'reversal'
  | 'restored'
  | 'released'
  | 'tier'
  | 'edited'
  | 'cashoutApproved'
  | 'cashoutCompleted'
  | 'cashoutRejected'
  | 'paymentReturned'
  | 'methodAdded'
  | 'methodChanged'
  | 'methodRemoved'
  | 'missingSaleCredited'
  | 'missingSaleRefused'
  | 'couponGiven'
  | 'couponTakenBack'
  | 'password'
  | 'totpOn'
  | 'totpOff'
  | 'recoveryCodes'
  | 'reviewBegun'
  | 'reviewOver';

/** An admin's changes that notify the affiliate. */
export interface Edited {
  status?: Status;
  tier?: string;
  username?: true;
  email?: true;
}
