import { arriving } from './network/arriving.ts';

/** SHA-256. A browser has it only on secure origins (https, localhost); on others a library is loaded. */
export async function sha256(input: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle) return new Uint8Array(await subtle.digest('SHA-256', input));
  const { sha256: digest } = await arriving(() => import('@noble/hashes/sha2.js'));
  return digest(input);
}
