import { hkdfSync } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@framelift/contracts';
import { type Challenge, createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Every } from '../platform/jobs.ts';
import type { Pool } from '../platform/pg.ts';

/** How long a challenge can be solved and sent. */
const LIFETIME_MS = 10 * MINUTE_MS;
const MAX_PROOF_CHARACTERS = 8_192;
/** The work of a challenge: iterations of one try, and how many tries at most and at least. */
const WORK = { cost: 1_000, most: 900, least: 300 };

/** Proof of work before a checkout. A second secret signs the key that only the work finds, so guessing fails (docs/sellauth.md#captcha). */
export class Altcha {
  /** Specs that are not about captchas lower it. */
  work = WORK;
  private readonly secrets: { hmacSignatureSecret: string; hmacKeySignatureSecret: string };

  constructor(
    private readonly pool: Pool,
    secret: Buffer,
    private readonly now: () => number,
  ) {
    const derived = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `framelift altcha ${purpose}`, 32)).toString('hex');
    this.secrets = { hmacSignatureSecret: derived('signature'), hmacKeySignatureSecret: derived('key signature') };
  }

  /** A challenge valid for one submission of one form. */
  challenge(form: string): Promise<Challenge> {
    return createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: this.work.cost,
      counter: randomInt(this.work.most, this.work.least),
      deriveKey,
      expiresAt: new Date(this.now() + LIFETIME_MS),
      data: { form },
      ...this.secrets,
    });
  }

  /** Accepts a proof of this form once. @returns false if it is invalid or was accepted before. */
  async accept(proof: string, form: string): Promise<boolean> {
    const payload = parse(proof);
    if (!payload || !(await this.holds(payload))) return false;
    // Signed from here on, so the parameters are ours.
    const { nonce, expiresAt, data } = payload.challenge.parameters;
    if (data?.['form'] !== form || !expiresAt || expiresAt * 1000 <= this.now()) return false;
    // The library keeps no memory: of any number of equal proofs, one insert wins.
    const { rowCount } = await this.pool.query(
      'insert into store.used_challenges (nonce, expires_at) values ($1, to_timestamp($2)) on conflict do nothing',
      [nonce, expiresAt],
    );
    return rowCount === 1;
  }

  /** Deletes proofs that expired a while ago: their age refuses them. */
  @Every(HOUR_MS, 'deletes spent captcha proofs that have expired')
  async purge(): Promise<void> {
    await this.pool.query('delete from store.used_challenges where expires_at < to_timestamp($1 / 1000.0)', [this.now() - LIFETIME_MS]);
  }

  private async holds({ challenge, solution }: Payload): Promise<boolean> {
    try {
      return (await verifySolution({ challenge, solution, deriveKey, ...this.secrets })).verified;
    } catch {
      return false;
    }
  }
}

/** What the widget sends: base64 of JSON. */
function parse(proof: string): Payload | null {
  if (proof.length > MAX_PROOF_CHARACTERS) return null;
  try {
    const payload = JSON.parse(Buffer.from(proof, 'base64').toString()) as Partial<Payload> | null;
    return typeof payload?.challenge?.parameters === 'object' && payload.solution ? (payload as Payload) : null;
  } catch {
    return null;
  }
}
