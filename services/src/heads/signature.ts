import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** A head of the log with the proof that we said so. */
export interface SignedHead {
  position: number;
  /** Hex. */
  hash: string;
  /** Ed25519, SubjectPublicKeyInfo, base64. */
  publicKey: string;
  /** Base64. */
  signature: string;
}

/** PKCS 8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const signed = (position: number, hash: string): Buffer => Buffer.from(`framelift head ${position} ${hash}`);

const keyOf = (seed: Buffer): KeyObject => createPrivateKey({ key: Buffer.concat([PREFIX, seed]), format: 'der', type: 'pkcs8' });

/** Of HEAD_SIGNING_KEY, as affiliates and verifiers know it. */
export const publicKeyOf = (seed: Buffer): string =>
  createPublicKey(keyOf(seed)).export({ format: 'der', type: 'spki' }).toString('base64');

/** `seed`: the 32 bytes of HEAD_SIGNING_KEY. */
export function signHead(seed: Buffer, position: number, hash: string): SignedHead {
  return { position, hash, publicKey: publicKeyOf(seed), signature: sign(null, signed(position, hash), keyOf(seed)).toString('base64') };
}

/** Whether the signature is the named key's. Whose that key is, is for the caller to know. */
export function isSigned({ position, hash, publicKey, signature }: SignedHead): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, signed(position, hash), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
