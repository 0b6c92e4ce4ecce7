import type { ReviewDecision } from '@framelift/contracts';
import type { Actor } from '../../engine/log/event.ts';

/** An item held for a review; `availableAt`: of a commission that was already on hold. */
export interface ReviewHold {
  heldCents: number;
  availableAt?: string;
}

/** A decision on a review, and its position: decisions without having seen it are refused. */
export interface Decided {
  by: Actor;
  decision: ReviewDecision;
  upTo: number;
  position: number;
}
