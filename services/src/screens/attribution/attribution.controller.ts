import { Controller, Query } from '@nestjs/common';
import { type NotCreditedView, rules } from '@framelift/contracts';
import { type Account, LogAfter, Who } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { parseListQuery, positionAfter, type QueryParams } from '../../http/list-query.ts';
import { Reply } from '../../http/reply.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { Attributions } from './attribution.view.ts';

@Controller()
export class AttributionController {
  constructor(
    private readonly attributions: Attributions,
    private readonly freshness: Freshness,
  ) {}

  @Answers('GET /api/affiliate/not-credited')
  async notCredited(
    @Who() { id }: Account,
    @Query() query: QueryParams,
    @LogAfter() seen: number | undefined,
  ): Promise<Reply<NotCreditedView>> {
    const asked = parseListQuery(query, rules.recentSales);
    const after = positionAfter(asked);
    // Checkouts are streams of their own, so any partition may hold one of this affiliate's.
    const position = await this.freshness.upTo(['attribution'], 'all', seen);
    return new Reply(await this.attributions.notCredited(id, asked.limit, after), position);
  }
}
