import type { PayoutRunView } from '@framelift/contracts';
import { Badge } from '../../ui/Badge.tsx';

/** Where a run is: what is to be done next, or how it ended. */
export function RunBadge({
  run: { state, needsApproval, unbooked },
}: {
  run: Pick<PayoutRunView, 'state' | 'needsApproval' | 'unbooked'>;
}) {
  if (state === 'cancelled') return <Badge>Cancelled</Badge>;
  if (state === 'settled') return unbooked ? <Badge tone="yellow">Booking</Badge> : <Badge tone="green">Paid</Badge>;
  return needsApproval ? <Badge tone="yellow">Needs a second admin</Badge> : <Badge tone="accent">Ready to pay</Badge>;
}
