import { sha256 } from '@noble/hashes/sha2.js';
import type { Tools } from '../../../../deploy/framelift-verify.mjs';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g)!, (two) => Number.parseInt(two, 16));

async function isSigned(key: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key as Uint8Array<ArrayBuffer>, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature as Uint8Array<ArrayBuffer>, text as Uint8Array<ArrayBuffer>);
}

/** What the verifier gets from a browser. */
export const browserTools: Tools = {
  sha256(...parts) {
    const hash = sha256.create();
    for (const part of parts) hash.update(part);
    return hash.digest();
  },
  // Bytes that are no key have signed nothing.
  verify: (key, text, signature) => isSigned(key, text, signature).catch(() => false),
};

/** RFC 8032, 7.1, test 1: the signature of an empty text. */
const KNOWN = {
  key: bytesOf('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
  signature: bytesOf(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ),
};

/** Whether this browser verifies Ed25519. It does only on secure origins. */
export const canVerify = async (): Promise<boolean> => browserTools.verify(KNOWN.key, new Uint8Array(), KNOWN.signature);
