import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { affiliateStream, refusals, rules, type Sealed } from '@framelift/contracts';
import { Secret, TOTP } from 'otpauth';
import { Erases } from '../../engine/log/sealing/erasure.ts';
import type { Person } from '../../engine/log/sealing/erasure-list.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { CurrentBrand } from '../../published/current-brand.ts';
import { idFrom, Keys } from '../../platform/keys.ts';
import type { Pool, PoolClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { type Clock, CLOCK, POOL } from '../../platform/tokens.ts';

/** The subject whose key seals an account's secret: `affiliate-x1` → `affiliate:x1`. An erasure destroys that key. */
const subjectOf = (accountId: string): string => accountId.replace('-', ':');

const authenticator = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: rules.totp.digits, period: rules.totp.period });

/** Written in the transaction that appends the fact. */
export const TotpTable = {
  async turnOn(client: PoolClient, accountId: string, step: number, at: string): Promise<void> {
    await client.query('update sign_in.totp set turned_on_at = $2, last_step = $3 where account_id = $1', [accountId, at, step]);
  },

  /** Replaces all existing ones. */
  async keepCodes(client: PoolClient, accountId: string, hashes: readonly string[]): Promise<void> {
    await client.query('delete from sign_in.recovery_codes where account_id = $1', [accountId]);
    await client.query('insert into sign_in.recovery_codes (account_id, hash) select $1, unnest($2::text[])', [accountId, hashes]);
  },

  async erase(client: PoolClient, accountId: string): Promise<void> {
    await client.query('delete from sign_in.totp where account_id = $1', [accountId]);
    await client.query('delete from sign_in.recovery_codes where account_id = $1', [accountId]);
  },
};

/** Codes from authenticator apps, and the recovery codes that replace them. */
@Injectable()
export class Totp {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly keys: Keys,
    private readonly brand: CurrentBrand,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Erases('affiliate')
  erase(client: PoolClient, { id }: Person): Promise<void> {
    return TotpTable.erase(client, affiliateStream(id));
  }

  /** A new secret, which is active once a code of it was given. @throws Refused if one is already active */
  async begin(accountId: string, username: string): Promise<{ secret: string; uri: string }> {
    const secret = new Secret({ size: 20 }).base32;
    const subject = subjectOf(accountId);
    const key = (await this.vault.keysToSeal([subject])).get(subject)!;
    const { rowCount } = await this.pool.query(
      `insert into sign_in.totp as t (account_id, secret) values ($1, $2)
       on conflict (account_id) do update set secret = excluded.secret where t.turned_on_at is null`,
      [accountId, JSON.stringify(this.vault.seal(key, subject, secret))],
    );
    if (!rowCount) throw new Refused(refusals.totpOn, 'conflict');
    return { secret, uri: authenticator(secret, this.brand.now.name, username).toString() };
  }

  /** The step of a code of the secret being set up. @throws Refused for a wrong code */
  async stepOf(accountId: string, code: string): Promise<number> {
    const step = await this.step(accountId, code);
    if (step === undefined) throw new Refused(refusals.codeWrong);
    return step;
  }

  /** Accepts a code from the app or a recovery code, each once. @throws Refused: 403 if missing, 401 if wrong */
  async take(accountId: string, code: string | undefined): Promise<void> {
    if (!code) throw new Refused(refusals.codeRequired, 'forbidden');
    const digits = code.replaceAll(' ', '');
    const taken = /^\d{6}$/.test(digits) ? await this.takeStep(accountId, digits) : await this.takeRecovery(accountId, code);
    if (!taken) throw new Refused(refusals.codeWrong, 'unauthorized');
  }

  async recoveryCodesLeft(accountId: string): Promise<number> {
    const { rows } = await this.pool.query('select count(*)::int as left from sign_in.recovery_codes where account_id = $1', [accountId]);
    return rows[0].left;
  }

  /** New recovery codes (60 bits each) and their stored form. */
  recoveryCodes(accountId: string): { codes: string[]; hashes: string[] } {
    const codes = Array.from({ length: rules.totp.recoveryCodes }, () =>
      idFrom(randomBytes(20).toString('hex')).slice(0, 12).match(/.{4}/g)!.join('-'),
    );
    return { codes, hashes: codes.map((code) => this.keys.recoveryCode(accountId, code)) };
  }

  /** One statement compares and moves on, so of two requests with the same code one is refused. */
  private async takeStep(accountId: string, code: string): Promise<boolean> {
    const step = await this.step(accountId, code);
    if (step === undefined) return false;
    const { rowCount } = await this.pool.query(
      // A code may be ahead or behind by the window: a later step is of a clock that was ahead, and its codes are not this one.
      'update sign_in.totp set last_step = $2 where account_id = $1 and (last_step < $2 or last_step > $2 + 2 * $3::int)',
      [accountId, step, rules.totp.window],
    );
    return rowCount === 1;
  }

  private async takeRecovery(accountId: string, code: string): Promise<boolean> {
    const hash = this.keys.recoveryCode(accountId, code);
    const { rowCount } = await this.pool.query('delete from sign_in.recovery_codes where account_id = $1 and hash = $2', [accountId, hash]);
    return rowCount === 1;
  }

  private async step(accountId: string, code: string): Promise<number | undefined> {
    // The library compares bytes and takes no other text than digits.
    if (!/^\d{6}$/.test(code)) return undefined;
    const { rows } = await this.pool.query<{ secret: Sealed }>('select secret from sign_in.totp where account_id = $1', [accountId]);
    const secret = await this.vault.openOne<string>(rows[0]?.secret);
    if (!secret) return undefined;
    const timestamp = this.now();
    const off = authenticator(secret).validate({ token: code, timestamp, window: rules.totp.window });
    return off === null ? undefined : Math.floor(timestamp / 1000 / rules.totp.period) + off;
  }
}
