import { affiliateStream } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';

/** A proof that an event of an affiliate names, and the cashout it is for. */
export interface NamedProof {
  cashoutId: string;
  /** Hex. */
  sha256: string;
}

/** All of an affiliate, oldest first. */
export const proofDecider: Decider<NamedProof[]> = {
  name: 'proofs',
  version: 1,
  initial: [],
  evolve: {
    AffiliateDeleted: () => [],
    CashoutProcessed: (named, { cashoutId, proof }) => (proof ? [...named, { cashoutId, sha256: proof.sha256 }] : named),
  },
};

export const proofSource = (affiliateId: string): Source<NamedProof[]> => ({
  streamId: affiliateStream(affiliateId),
  decider: proofDecider,
});

/** The proof of a cashout: the last that was given. */
export const proofOf = (named: readonly NamedProof[], cashoutId: string): string | undefined =>
  named.findLast((p) => p.cashoutId === cashoutId)?.sha256;
