import { Inject, Injectable } from '@nestjs/common';
import type { AdminActionsView } from '@framelift/contracts';
import type { Pool } from '../../platform/pg.ts';
import { type Asked, readPage } from '../../engine/projecting/page.ts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import type { actionLog } from './action-log.projection.ts';
import { POOL } from '../../platform/tokens.ts';

const adminName = `case when x.admin_id is null then 'system' else coalesce(d.username, 'admin-' || left(x.admin_id, 8)) end`;
const targetName = `case when x.affiliate_id is null then null else coalesce(t.username, 'deleted-' || left(x.affiliate_id, 8)) end`;

/** What admins did; names are looked up, because events hold none. */
@Injectable()
export class ActionLog {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async actions(asked: Asked): Promise<AdminActionsView> {
    const page = await readPage<Omit<ReadRow<typeof actionLog, 'actions'>, 'at'> & { admin: string; target: string | null; at: Date }>(
      this.pool,
      {
        select: `x.*, ${adminName} as admin, ${targetName} as target`,
        from: `action_log.actions x left join accounts.accounts d on d.account_id = x.admin_id
          left join accounts.accounts t on t.account_id = x.affiliate_id`,
        where: [],
        values: [],
        searched: ['x.action_type', 'd.username', 't.username'],
        sorts: {
          createdAt: { by: 'x.position', type: 'bigint' },
          actionType: { by: 'x.action_type', type: 'text' },
          adminUsername: { by: `lower(${adminName})`, type: 'text' },
          targetUsername: { by: `lower(coalesce(${targetName}, ''))`, type: 'text' },
        },
        id: 'x.position::text',
        usual: '-createdAt',
      },
      asked,
    );
    const actions = page.rows.map((x) => ({
      id: String(x.position),
      actionType: x.action_type,
      adminUsername: x.admin,
      targetUsername: x.target,
      createdAt: x.at.toISOString(),
    }));
    return page.next === undefined ? { actions } : { actions, next: page.next };
  }
}
