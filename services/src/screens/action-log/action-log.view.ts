import { joinAccount, nameOf } from '../names.ts';
import { Inject, Injectable } from '@nestjs/common';
import { type AdminActionsView, toEuros } from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import type { ListQuery } from '../../http/list-query.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { readPage } from '../listing.ts';
import type { actionLog } from './action-log.projection.ts';
import { POOL } from '../../platform/tokens.ts';

const adminName = `case when x.key_id is not null then 'API key ' || k.name when x.admin_id is null then 'system' else ${nameOf('d', 'x.admin_id', 'admin')} end`;
const targetName = `case when x.affiliate_id is null then null else ${nameOf('t', 'x.affiliate_id')} end`;

/** Admins' actions; names are looked up, because events have none. */
@Injectable()
export class ActionLog {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
  ) {}

  async actions(wanted: ListQuery): Promise<AdminActionsView> {
    const page = await readPage<Omit<ReadRow<typeof actionLog, 'actions'>, 'at'> & { admin: string; target: string | null; at: Date }>(
      this.pool,
      {
        select: `x.*, ${adminName} as admin, ${targetName} as target`,
        from: `action_log.actions x left join action_log.keys k on k.key_id = x.key_id ${joinAccount('d', 'x.admin_id')} ${joinAccount('t', 'x.affiliate_id')}`,
        where: [],
        values: [],
        searched: ['x.action_type', 'd.username', 'k.name', 't.username'],
        sorts: {
          createdAt: { by: 'x.position', type: 'bigint' },
          actionType: { by: 'x.action_type', type: 'text' },
          adminUsername: { by: `folded(${adminName})`, type: 'text' },
          targetUsername: { by: `folded(coalesce(${targetName}, ''))`, type: 'text' },
        },
        id: 'x.position::text',
        defaultSort: '-createdAt',
      },
      wanted,
    );
    const notes = await this.vault.open(page.rows.map((x) => x.internal_note));
    const actions = page.rows.map((x, i) => ({
      id: String(x.position),
      actionType: x.action_type,
      adminUsername: x.admin,
      targetUsername: x.target,
      amount: x.amount_cents === null ? null : toEuros(x.amount_cents),
      internalNote: typeof notes[i] === 'string' ? notes[i] : null,
      createdAt: x.at.toISOString(),
    }));
    return { actions, next: page.next };
  }
}
