import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import { HOUR_MS, refusals, rules } from '@framelift/contracts';
import { Erases } from '../../engine/log/sealing/erasure.ts';
import type { Person } from '../../engine/log/sealing/erasure-list.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Every } from '../../platform/jobs.ts';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import { fileOf, readPicture } from '../../platform/pictures.ts';
import { Refused } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';
import { payoutRunSource } from '../payouts/payout-run.decider.ts';
import { ownerOf } from './affiliate.decider.ts';
import { proofOf, proofSource } from './proof.decider.ts';

/** A restored system needs the proofs. They are pictures, so few are written together. */
export const KEPT_PROOFS = [{ name: 'affiliate.proofs', rows: 10 }];

export interface ProofImage {
  sha256: string;
  mime: string;
  bytes: Buffer;
}

const PIXELS = 24_000_000;

/** Reads an uploaded proof (data URL). @throws Refused */
export async function readProof(dataUrl: string): Promise<ProofImage> {
  const file = fileOf(dataUrl, rules.proofImageBytes);
  const picture = file && (await readPicture(file, PIXELS));
  if (!picture) throw new Refused(refusals.proofInvalid);
  return picture;
}

/** A proof image with its fixed type; the security headers of every reply keep it from being anything else. */
export const imageReply = ({ image, mime }: { image: Buffer; mime: string }): StreamableFile =>
  new StreamableFile(image, { type: mime, disposition: 'inline', length: image.length });

const RUN = 'run-';
/** Owner, in place of an affiliate, of the proof of a whole payout run. It shows all payees, so only admins see it. */
export const runProofs = (runId: string): string => `${RUN}${runId}`;

/** Proofs of payment, outside the log: stored by their hash before the event that names it. */
@Injectable()
export class Proofs {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly streams: Streams,
  ) {}

  /** An image stored again counts as new. @returns its data for a command. */
  async store(owner: string, { sha256, mime, bytes }: ProofImage): Promise<{ sha256: string; mime: string; bytes: number }> {
    await this.pool.query(
      `insert into affiliate.proofs (affiliate_id, sha256, mime, image) values ($1, $2, $3, $4)
       on conflict (affiliate_id, sha256) do update set stored_at = now()`,
      [owner, sha256, mime, bytes],
    );
    return { sha256, mime, bytes: bytes.length };
  }

  /** The proof of a whole payout run. */
  async findOfRun(runId: string): Promise<{ mime: string; image: Buffer } | undefined> {
    const { state } = await this.streams.load(payoutRunSource(runId));
    return state.settled?.proof && this.image(runProofs(runId), state.settled.proof.sha256);
  }

  async find(cashoutId: string): Promise<{ affiliateId: string; mime: string; image: Buffer } | undefined> {
    const affiliateId = ownerOf(cashoutId);
    const { state } = await this.streams.load(proofSource(affiliateId));
    const sha256 = proofOf(state, cashoutId);
    if (!sha256) return undefined;
    const found = await this.image(affiliateId, sha256);
    return found && { affiliateId, ...found };
  }

  private async image(owner: string, sha256: string): Promise<{ mime: string; image: Buffer } | undefined> {
    const { rows } = await this.pool.query<{ mime: string; image: Buffer }>(
      'select mime, image from affiliate.proofs where affiliate_id = $1 and sha256 = $2',
      [owner, sha256],
    );
    return rows[0];
  }

  /** The proofs that an owner's events name. */
  private async namedBy(owner: string): Promise<string[]> {
    if (!owner.startsWith(RUN)) return (await this.streams.load(proofSource(owner))).state.map((p) => p.sha256);
    const { state } = await this.streams.load(payoutRunSource(owner.slice(RUN.length)));
    return state.settled?.proof ? [state.settled.proof.sha256] : [];
  }

  /** Removes images that no event named within a day: their command was refused, or never came. */
  @Every(HOUR_MS, 'deletes proofs of payment that no event named within a day')
  async removeUnnamed(): Promise<void> {
    const unknown = `not is_named and stored_at < now() - interval '1 day'`;
    const { rows } = await this.pool.query<{ affiliate_id: string; stored: string[] }>(
      `select affiliate_id, array_agg(sha256) as stored from affiliate.proofs where ${unknown} group by affiliate_id`,
    );
    for (const { affiliate_id, stored } of rows) {
      const named = await this.namedBy(affiliate_id);
      await this.pool.query('update affiliate.proofs set is_named = true where affiliate_id = $1 and sha256 = any($2)', [
        affiliate_id,
        named,
      ]);
      await this.pool.query(`delete from affiliate.proofs where affiliate_id = $1 and sha256 = any($2) and ${unknown}`, [
        affiliate_id,
        stored.filter((sha256) => !named.includes(sha256)),
      ]);
    }
  }

  @Erases('affiliate')
  async erase(client: PoolClient, { id }: Person): Promise<void> {
    await client.query('delete from affiliate.proofs where affiliate_id = $1', [id]);
  }
}
