import { isSignedText, publicKeyOf, signText } from '../../platform/signing.ts';

/** A head of the log, signed by us. */
export interface SignedHead {
  position: number;
  /** Hex. */
  hash: string;
  /** Ed25519, SubjectPublicKeyInfo, base64. */
  publicKey: string;
  /** Base64. */
  signature: string;
}

const signed = (position: number, hash: string): string => `framelift head ${position} ${hash}`;

/** `seed`: the 32 bytes of HEAD_SIGNING_KEY. */
export function signHead(seed: Buffer, position: number, hash: string): SignedHead {
  return { position, hash, publicKey: publicKeyOf(seed), signature: signText(seed, signed(position, hash)) };
}

/** Whether the signature is the named key's. Whose that key is, is for the caller to know. */
export const isSigned = ({ position, hash, ...by }: SignedHead): boolean => isSignedText(signed(position, hash), by);
