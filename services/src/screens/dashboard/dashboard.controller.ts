import { Controller, Query } from '@nestjs/common';
import { type AffiliateTrendsView, type DashboardView, rules, type SalesPageView } from '@framelift/contracts';
import { type Account, LogAfter, Who } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { parseListQuery, positionAfter, type QueryParams, rangeOf } from '../../http/list-query.ts';
import { Reply } from '../../http/reply.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { Dashboards } from './dashboard.view.ts';

@Controller()
export class DashboardController {
  constructor(
    private readonly dashboards: Dashboards,
    private readonly freshness: Freshness,
  ) {}

  @Answers('GET /api/affiliate/stats')
  async stats(@Who() who: Account, @LogAfter() seen: number | undefined): Promise<Reply<DashboardView>> {
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await (who.kind === 'admin' ? this.dashboards.ofAdmin(who.id) : this.dashboards.ofAffiliate(who.id)), position);
  }

  @Answers('GET /api/affiliate/trends')
  async trends(
    @Who() who: Account,
    @Query() query: QueryParams,
    @LogAfter() seen: number | undefined,
  ): Promise<Reply<AffiliateTrendsView>> {
    const range = rangeOf(query);
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await this.dashboards.trends(who.id, range), position);
  }

  @Answers('GET /api/affiliate/sales')
  async sales(@Who() who: Account, @Query() query: QueryParams, @LogAfter() seen: number | undefined): Promise<Reply<SalesPageView>> {
    const asked = parseListQuery(query, rules.recentSales);
    const after = positionAfter(asked);
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await this.dashboards.sales(who.id, asked.limit, after), position);
  }
}
