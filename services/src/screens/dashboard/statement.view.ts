import { EVENTS } from '../../engine/log/log.tables.ts';
import { refusals, rules, type Sealed, type StatementView, statementText, toEuros } from '@framelift/contracts';
import type { Vault } from '../../engine/log/vault.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { publicKeyOf, signText } from '../../platform/signing.ts';
import { availableSql } from '../affiliate-sums.ts';

/** A balance with our signature under it. */
export class Statements {
  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    /** The 32 bytes of HEAD_SIGNING_KEY. */
    private readonly seed: Buffer,
    private readonly now: () => number,
  ) {}

  /** Exactly as of `position`, which the read model has reached: entries behind it do not count. @throws Refused */
  async of(affiliateId: string, position: number): Promise<StatementView> {
    const { rows } = await this.pool.query<{ username: Sealed | null; cents: number; hash: Buffer }>({
      name: 'statement',
      text: `select t.username, e.hash, ${availableSql}
               - coalesce((select sum(cents) from dashboard.ledger where affiliate_id = $1 and position > $2), 0)::bigint as cents
             from dashboard.totals t join ${EVENTS} e on e.position = $2 where t.affiliate_id = $1`,
      values: [affiliateId, position],
    });
    const [row] = rows;
    const [username] = row ? await this.vault.open([row.username]) : [];
    if (!row || typeof username !== 'string') throw new Refused(refusals.affiliateNotFound, 404);
    const statement = {
      of: rules.brand,
      affiliate: { id: affiliateId, username },
      balance: toEuros(row.cents),
      at: new Date(this.now()).toISOString(),
      head: { position, hash: row.hash.toString('hex') },
    };
    const text = statementText(statement);
    return { ...statement, signed: { text, publicKey: publicKeyOf(this.seed), signature: signText(this.seed, text) } };
  }
}
