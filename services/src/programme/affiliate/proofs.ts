import { createHash } from 'node:crypto';
import { refusals, rules } from '@framelift/contracts';
import sharp from 'sharp';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';

export interface ProofImage {
  sha256: string;
  mime: string;
  bytes: Buffer;
}

/** What an event says of an image. */
export const named = ({ sha256, mime, bytes }: ProofImage) => ({ sha256, mime, bytes: bytes.length });

const FORMATS = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const;
const DATA_URL = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/]+={0,2})$/;
const MOST_PIXELS = 24_000_000;

/**
 * Reads an uploaded proof (data URL): PNG, JPEG or WebP by content, at most 2 MB, decoded and encoded anew, so that nothing
 * of the file but its pixels is kept. @throws Refused when it is anything else.
 */
export async function readProof(dataUrl: string): Promise<ProofImage> {
  const refused = new Refused(refusals.proofInvalid);
  if (dataUrl.length > (rules.proofImageBytes * 4) / 3 + 100) throw refused;
  const base64 = DATA_URL.exec(dataUrl)?.[1];
  if (!base64) throw refused;
  const file = Buffer.from(base64, 'base64');
  if (file.length > rules.proofImageBytes) throw refused;
  try {
    const image = sharp(file, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { format, pages = 1 } = await image.metadata();
    if (!Object.hasOwn(FORMATS, format) || pages > 1) throw refused;
    const bytes = await image
      .rotate()
      .toFormat(format as keyof typeof FORMATS)
      .toBuffer();
    return { bytes, mime: FORMATS[format as keyof typeof FORMATS], sha256: createHash('sha256').update(bytes).digest('hex') };
  } catch {
    throw refused;
  }
}

/** Proofs of payment, outside the log; the event holds their hash. */
export class Proofs {
  constructor(private readonly pool: Pool) {}

  async keep(client: PoolClient, cashoutId: string, affiliateId: string, { mime, bytes }: ProofImage): Promise<void> {
    await client.query(
      `insert into affiliate.proofs (cashout_id, affiliate_id, mime, image) values ($1, $2, $3, $4)
       on conflict (cashout_id) do update set mime = excluded.mime, image = excluded.image, created_at = now()`,
      [cashoutId, affiliateId, mime, bytes],
    );
  }

  async of(cashoutId: string): Promise<{ affiliateId: string; mime: string; image: Buffer } | undefined> {
    const { rows } = await this.pool.query('select affiliate_id, mime, image from affiliate.proofs where cashout_id = $1', [cashoutId]);
    return rows[0] && { affiliateId: rows[0].affiliate_id, mime: rows[0].mime, image: rows[0].image };
  }

  /** Part of an erasure's transaction. */
  static async erase(client: PoolClient, affiliateId: string): Promise<void> {
    await client.query('delete from affiliate.proofs where affiliate_id = $1', [affiliateId]);
  }
}
