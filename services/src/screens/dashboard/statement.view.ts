import { EVENTS } from '../../engine/log/event.ts';
import { Inject, Injectable } from '@nestjs/common';
import { refusals, type Sealed, statementText, type StatementView, toEuros } from '@framelift/contracts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Checkpoints } from '../../engine/tree/checkpoints.ts';
import { CurrentBrand } from '../../published/current-brand.ts';
import type { Secrets } from '../../platform/config.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { publicKeyOf, signText } from '../../platform/signing.ts';
import { Ledgers } from './ledger.view.ts';
import { CLOCK, type Clock, POOL, SECRETS } from '../../platform/tokens.ts';

/** A balance with our signature under it. */
@Injectable()
export class Statements {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly ledgers: Ledgers,
    private readonly vault: Vault,
    private readonly checkpoints: Checkpoints,
    private readonly brand: CurrentBrand,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Exactly as of `position`, which the read model has reached: entries behind it do not count. @throws Refused */
  async read(affiliateId: string, position: number): Promise<StatementView> {
    const [{ rows }, cents] = await Promise.all([
      this.pool.query<{ username: Sealed | null; hash: Buffer }>({
        name: 'statement',
        text: `select t.username, e.hash from dashboard.totals t join ${EVENTS} e on e.position = $2 where t.affiliate_id = $1`,
        values: [affiliateId, position],
      }),
      this.ledgers.account(affiliateId, position),
    ]);
    const [row] = rows;
    const [username] = row ? await this.vault.open([row.username]) : [];
    if (!row || typeof username !== 'string') throw new Refused(refusals.affiliateNotFound, 'missing');
    const statement = {
      of: this.brand.now.name,
      affiliate: { id: affiliateId, username },
      balance: toEuros(cents),
      at: new Date(this.now()).toISOString(),
      head: { position, hash: row.hash.toString('hex') },
    };
    const text = statementText(statement);
    await this.checkpoints.extend();
    return {
      ...statement,
      checkpoint: (await this.checkpoints.inView(async (_, { note }) => note)) ?? null,
      signed: { text, publicKey: publicKeyOf(this.secrets.headSigning), signature: signText(this.secrets.headSigning, text) },
    };
  }
}
