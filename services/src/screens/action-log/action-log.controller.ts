import { Controller } from '@nestjs/common';
import { type AdminActionsView, MAX_PAGE } from '@framelift/contracts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { ActionLog } from './action-log.view.ts';

@Controller()
export class ActionLogController {
  constructor(private readonly actionLog: ActionLog) {}

  @Answers('GET /api/admin/actions')
  @ReadsFrom('action-log', 'accounts')
  actions(@Query() query: QueryOf<'GET /api/admin/actions'>): Promise<AdminActionsView> {
    const page = listQuery(query, MAX_PAGE);
    return this.actionLog.actions(page);
  }
}
