import { Controller, Query } from '@nestjs/common';
import type { AdminActionsView } from '@framelift/contracts';
import { LogAfter } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { parseListQuery, type QueryParams } from '../../http/list-query.ts';
import { Reply } from '../../http/reply.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { ActionLog } from './action-log.view.ts';

@Controller()
export class ActionLogController {
  constructor(
    private readonly log: ActionLog,
    private readonly freshness: Freshness,
  ) {}

  @Answers('GET /api/admin/actions')
  async actions(@Query() query: QueryParams, @LogAfter() seen: number | undefined): Promise<Reply<AdminActionsView>> {
    const asked = parseListQuery(query);
    const position = await this.freshness.upTo(['action-log', 'accounts'], 'all', seen);
    return new Reply(await this.log.actions(asked), position);
  }
}
