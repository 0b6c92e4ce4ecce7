import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** PKCS 8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const keyOf = (seed: Buffer): KeyObject => createPrivateKey({ key: Buffer.concat([PREFIX, seed]), format: 'der', type: 'pkcs8' });

/** The public key of HEAD_SIGNING_KEY, for affiliates and verifiers: SubjectPublicKeyInfo, base64. */
export const publicKeyOf = (seed: Buffer): string =>
  createPublicKey(keyOf(seed)).export({ format: 'der', type: 'spki' }).toString('base64');

/** `seed`: the 32 bytes of HEAD_SIGNING_KEY. Returns base64. */
export const signText = (seed: Buffer, text: string): string => sign(null, Buffer.from(text), keyOf(seed)).toString('base64');

/** Whether the named key made the signature. The caller must check the key's owner. */
export function isSignedText(text: string, { publicKey, signature }: { publicKey: string; signature: string }): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
