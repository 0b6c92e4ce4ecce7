import { createHash, createPublicKey, verify } from 'node:crypto';
import { Damaged, Newer, type Options, Refused, use, type Verified, verifyAccount } from '../../deploy/framelift-verify.mjs';
import type { ExportLine } from './forger.ts';

const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
use({
  sha256: (...parts) => {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest();
  },
  verify: (raw, text, signature) =>
    verify(null, text, createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' }), signature),
});

export const asLines = (lines: readonly (ExportLine | string)[]): string[] =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));

/** What the program says: the name of a cheat, `ok`, `problem` without a name, or why it does not check the file. */
export async function verdictOf(
  lines: readonly (ExportLine | string)[],
  options: Options = {},
): Promise<{ said: string; result?: Verified }> {
  try {
    const result = await verifyAccount(asLines(lines), options);
    return { said: result.verdict ?? (result.problems.length ? 'problem' : 'ok'), result };
  } catch (error) {
    if (error instanceof Damaged) return { said: 'damaged' };
    if (error instanceof Newer) return { said: 'newer' };
    if (error instanceof Refused) return { said: 'refused' };
    throw error;
  }
}
