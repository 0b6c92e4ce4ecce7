import { headText, type HeadRoots } from '@framelift/contracts';
import { isSignedText, publicKeyOf, signText } from '../../platform/signing.ts';

/** A head of the log, signed by us. */
export interface SignedHead extends Partial<HeadRoots> {
  position: number;
  /** Hex. */
  hash: string;
  /** Ed25519, SubjectPublicKeyInfo, base64. */
  publicKey: string;
  /** Base64. */
  signature: string;
}

/** `seed`: the 32 bytes of HEAD_SIGNING_KEY. */
export function signHead(seed: Buffer, position: number, hash: string, covered: Partial<HeadRoots> = {}): SignedHead {
  return { position, hash, ...covered, publicKey: publicKeyOf(seed), signature: signText(seed, headText({ position, hash, ...covered })) };
}

/** Whether the named key made the signature. The caller must check the key's owner. */
export const isSigned = ({ position, hash, from, roots, ...by }: SignedHead): boolean =>
  isSignedText(headText({ position, hash, ...(roots ? { from, roots } : {}) }), by);
