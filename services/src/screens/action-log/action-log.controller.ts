import { Controller, Query } from '@nestjs/common';
import type { AdminActionsView } from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { parseListQuery, type QueryParams } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { ActionLog } from './action-log.view.ts';

@Controller()
export class ActionLogController {
  constructor(private readonly actionLog: ActionLog) {}

  @Answers('GET /api/admin/actions')
  @ReadsFrom('action-log', 'accounts')
  actions(@Query() query: QueryParams): Promise<AdminActionsView> {
    const asked = parseListQuery(query);
    return this.actionLog.actions(asked);
  }
}
