import { Inject, Injectable } from '@nestjs/common';
import { refusals } from '@framelift/contracts';
import type { Secrets } from '../../platform/config.ts';
import { type ReceiptText, receiptText, signedNote } from '../../platform/notes.ts';
import { Refused } from '../../platform/refused.ts';
import { SECRETS } from '../../platform/tokens.ts';
import { entriesAt } from '../log/hashes.ts';
import { Checkpoints } from './checkpoints.ts';
import { Origins } from './origins.ts';
import { base64, inclusionProof } from './proofs.ts';

export interface ReceiptProof {
  /** The verifier key of the log. */
  key: string;
  /** The newest one; null: another size was asked for. */
  checkpoint: string | null;
  receipt: string;
  /** Base64, in the order of the positions. */
  entries: { entry: string; proof: string[] }[];
}

/** Proves that the events of a published amount are in the log, without their content (docs/proofs.md#receipts). */
@Injectable()
export class ReceiptProofs {
  constructor(
    private readonly checkpoints: Checkpoints,
    private readonly origins: Origins,
    @Inject(SECRETS) private readonly secrets: Secrets,
  ) {}

  /** `wanted`: the size of an earlier checkpoint. @throws Refused: no checkpoint of this size has all of its events */
  async of(receipt: Omit<ReceiptText, 'origin'>, wanted?: number): Promise<ReceiptProof> {
    const { positions } = receipt;
    await this.checkpoints.extend();
    const found = await this.checkpoints.inView(async (session, last) => {
      const size = wanted ?? last.size;
      if (size > last.size || positions.some((position) => position > size)) return undefined;
      const [tree, entries] = await Promise.all([this.checkpoints.tree.at(session, size), entriesAt(session, positions)]);
      const proved: ReceiptProof['entries'] = [];
      for (const position of positions) {
        const proof = base64(await inclusionProof(tree, position - 1, size));
        proved.push({ entry: entries.get(position)!.toString('base64'), proof });
      }
      return { checkpoint: size === last.size ? last.note : null, entries: proved };
    });
    if (!found) throw new Refused(refusals.unavailable, 'unavailable');
    const origin = await this.origins.now();
    const signed = signedNote(receiptText({ ...receipt, origin }), origin, this.secrets.headSigning);
    return { ...found, key: await this.origins.key(), receipt: signed };
  }
}
