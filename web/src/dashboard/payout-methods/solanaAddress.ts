import { base58 } from '@scure/base';

/** Whether a text is an Ed25519 public key in base58: exactly 32 bytes, as the server takes it. */
export const isSolanaAddress = (text: string): boolean => {
  try {
    return text.length <= 44 && base58.decode(text).length === 32;
  } catch {
    return false;
  }
};
