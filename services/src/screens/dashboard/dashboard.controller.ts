import { Controller, Get, Query } from '@nestjs/common';
import { type AffiliateTrendsView, type DashboardView, rules, type SalesPageView } from '@framelift/contracts';
import { type Account, Allow, LogAfter, Who } from '../../http/allow.ts';
import { Reply } from '../../http/reply.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { askedFor, positionAfter } from '../../engine/projecting/page.ts';
import { rangeOf } from '../../engine/projecting/trend.ts';
import { Dashboards } from './dashboard.view.ts';

@Controller('api/affiliate')
export class DashboardController {
  constructor(
    private readonly dashboards: Dashboards,
    private readonly freshness: Freshness,
  ) {}

  @Get('stats')
  @Allow('account')
  async stats(@Who() who: Account, @LogAfter() seen: number | undefined): Promise<Reply<DashboardView>> {
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await (who.kind === 'admin' ? this.dashboards.ofAdmin(who.id) : this.dashboards.ofAffiliate(who.id)), position);
  }

  @Get('trends')
  @Allow('affiliate')
  async trends(
    @Who() who: Account,
    @Query() query: Record<string, unknown>,
    @LogAfter() seen: number | undefined,
  ): Promise<Reply<AffiliateTrendsView>> {
    const range = rangeOf(query);
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await this.dashboards.trends(who.id, range), position);
  }

  @Get('sales')
  @Allow('affiliate')
  async sales(
    @Who() who: Account,
    @Query() query: Record<string, unknown>,
    @LogAfter() seen: number | undefined,
  ): Promise<Reply<SalesPageView>> {
    const { after, limit } = askedFor(query, rules.recentSales);
    const behind = positionAfter(after);
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await this.dashboards.sales(who.id, limit!, behind), position);
  }
}
