import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, refusals, MINUTE_MS, SECOND_MS } from '@framelift/contracts';
import { Keys } from '../../platform/keys.ts';
import { networkOf } from '../../platform/network.ts';
import { Every } from '../../platform/jobs.ts';
import { hasCome } from '../../platform/moments.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { type Clock, CLOCK, POOL } from '../../platform/tokens.ts';

/** Failures that cost no wait; from then on each doubles it, from the first to the longest (ms). Nothing is locked permanently. */
interface Limit {
  free: number;
  first: number;
  longest: number;
}
const ACCOUNT: Limit = { free: 10, first: MINUTE_MS, longest: 15 * MINUTE_MS };
const ADDRESS: Limit = { free: 50, first: 30 * SECOND_MS, longest: 15 * MINUTE_MS };

/** A count may be lost in a power cut; waiting for the disk would hold a connection for too long. */
const NOT_SYNCED = `set_config('synchronous_commit', 'off', true)`;

/** How long failures count after the last of them, and how long an address stays known. */
const FAILURES_KEPT = '24 hours';
const KNOWN_KEPT = '30 days';

/** No wait. Not a time of this process, which could be wrong. */
const FREE = `to_timestamp(0)`;

/** Counts an attempt at $4, unless it must wait. */
const counted = ({ free, first, longest }: Limit, key: string, source: string): string =>
  `insert into sign_in.attempts as a (key, failures, free_at, last_at) select ${key}, 1, ${FREE}, $4 ${source}
   on conflict (key) do update set (failures, free_at, last_at) = (
     select n, case when n < ${free} then ${FREE} else $4::timestamptz + least(${longest}, ${first} * 2::float8 ^ least(30, n - ${free})) * interval '1 millisecond' end, $4
     from (select 1 + case when a.last_at < $4::timestamptz - interval '${FAILURES_KEPT}' then 0 else a.failures end as n) counted)
   where ${hasCome('a.free_at', '$4', `${longest} milliseconds`)} returning key`;

/** Slows guessing by account and address, in all processes. An attempt is counted before it is evaluated; a success takes it back. */
@Injectable()
export class Attempts {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** `account`: the target, existing or not. @throws Refused with the wait, or the attempt's error. */
  async run<T>(account: string, address: string, attempt: () => Promise<T>): Promise<T> {
    const network = networkOf(address);
    const [shared, pair, byAddress] = [
      ['account', account],
      ['pair', account, network],
      ['address', network],
    ].map((key) => this.keys.attempt(JSON.stringify(key))) as [string, string, string];
    const own = await this.take(byAddress, pair, shared);
    try {
      const result = await attempt();
      await this.succeeded(own, pair, byAddress);
      return result;
    } catch (error) {
      // Only a wrong guess counts.
      if (!(error instanceof Refused && error.kind === 'unauthorized')) await this.giveBack([own, byAddress]);
      throw error;
    }
  }

  /** Deletes expired counts. */
  @Every(HOUR_MS, 'deletes counts of failed sign-ins that no longer matter')
  async forget(): Promise<void> {
    await this.pool.query(
      `delete from sign_in.attempts where last_at < $1::timestamptz - case when known then interval '${KNOWN_KEPT}' else interval '${FAILURES_KEPT}' end`,
      [this.at()],
    );
  }

  private at(): Date {
    return new Date(this.now());
  }

  /** Counts an attempt in one statement. @returns the key it counts under: guesses from elsewhere never lock out a known owner. */
  private async take(byAddress: string, pair: string, shared: string): Promise<string> {
    const { rows } = await this.pool.query<{ own: string; address: boolean; account: boolean }>({
      name: 'attempts.take',
      text: `with address as (${counted(ADDRESS, '$1', `from ${NOT_SYNCED}`)}),
             own as (select case when exists (select from sign_in.attempts where key = $2 and known and last_at >= $4::timestamptz - interval '${KNOWN_KEPT}')
               then $2::text else $3::text end as key),
             account as (${counted(ACCOUNT, 'own.key', 'from own where exists (select from address)')})
             select own.key as own, exists (select from address) as address, exists (select from account) as account from own`,
      values: [byAddress, pair, shared, this.at()],
    });
    const { own, address, account } = rows[0]!;
    if (!address || !account) throw new Refused(refusals.tooManyRequests, 'tooMany', await this.wait(address ? own : byAddress));
    return own;
  }

  /** Seconds until the next attempt is evaluated. */
  private async wait(key: string): Promise<number> {
    const { rows } = await this.pool.query<{ free_at: Date }>('select free_at from sign_in.attempts where key = $1', [key]);
    const waitMs = (rows[0]?.free_at.getTime() ?? 0) - this.now();
    return Math.max(1, Math.ceil(Math.min(waitMs, ACCOUNT.longest) / SECOND_MS));
  }

  private async succeeded(own: string, pair: string, byAddress: string): Promise<void> {
    await this.pool.query(
      `insert into sign_in.attempts (key, failures, free_at, last_at, known) select $1, 0, ${FREE}, $2, true from ${NOT_SYNCED}
       on conflict (key) do update set failures = 0, free_at = ${FREE}, last_at = $2, known = true`,
      [pair, this.at()],
    );
    if (own !== pair) await this.pool.query(`delete from sign_in.attempts using ${NOT_SYNCED} where key = $1`, [own]);
    await this.giveBack([byAddress]);
  }

  private async giveBack(keys: string[]): Promise<void> {
    for (const key of keys)
      await this.pool.query({
        name: 'attempts.give-back',
        text: `update sign_in.attempts set failures = greatest(0, failures - 1), free_at = ${FREE} from ${NOT_SYNCED} where key = $1`,
        values: [key],
      });
  }
}
