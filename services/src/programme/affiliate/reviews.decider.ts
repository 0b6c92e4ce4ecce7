import type { ReviewDecision } from '@framelift/contracts';
import type { Actor } from '../../engine/log/event.ts';

/** What a review holds back; `availableAt`: of a commission that was on hold anyway. */
export interface ReviewHold {
  heldCents: number;
  availableAt?: string;
}

/** A decision about what signals pointed at, and its position: who decides without having seen it is refused. */
export interface Decided {
  by: Actor;
  decision: ReviewDecision;
  upTo: number;
  position: number;
}
