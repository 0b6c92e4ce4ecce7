/** A buyer's bank asks for the money back (docs/rules.md#7-reversals): it is open until the bank decides for the buyer or for the seller. */
export const DISPUTES = ['open', 'lost', 'won'] as const;
export type DisputeState = (typeof DISPUTES)[number];

/** Why a credited sale was taken back; `dispute`: one was lost. */
export const REVERSALS = ['refund', 'hand', 'dispute'] as const;
export type ReversalCause = (typeof REVERSALS)[number];
