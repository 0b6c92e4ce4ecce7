import { Injectable, type StreamableFile } from '@nestjs/common';
import { refusals } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';
import { imageReply, Proofs, readProof, runProofs } from './affiliate/proofs.ts';

/** Pictures of the payment of whole payout runs, kept as those of cashouts are. */
@Injectable()
export class RunProofs {
  constructor(private readonly proofs: Proofs) {}

  /** Stores the image of a data URL and returns what a command carries of it. @throws Refused */
  async store(runId: string, dataUrl: string): Promise<{ sha256: string; mime: string; bytes: number }> {
    return this.proofs.store(runProofs(runId), await readProof(dataUrl));
  }

  /** @throws Refused where there is none */
  async reply(runId: string): Promise<StreamableFile> {
    const proof = await this.proofs.findOfRun(runId);
    if (!proof) throw new Refused(refusals.notFound, 'missing');
    return imageReply(proof);
  }
}
