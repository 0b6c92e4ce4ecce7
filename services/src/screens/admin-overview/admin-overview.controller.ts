import { Controller, Query } from '@nestjs/common';
import {
  type AdminAffiliatesView,
  type AdminCashoutsView,
  type AdminTrendsView,
  CASHOUT_STATUSES,
  type OverviewView,
  type SystemStatsView,
} from '@framelift/contracts';
import { LogAfter } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { oneOf, parseListQuery, type QueryParams, rangeOf } from '../../http/list-query.ts';
import { Reply } from '../../http/reply.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { AdminOverviews } from './admin-overview.view.ts';

@Controller()
export class AdminOverviewController {
  constructor(
    private readonly overviews: AdminOverviews,
    private readonly freshness: Freshness,
  ) {}

  @Answers('GET /api/affiliate/system-stats')
  systemStats(): Promise<SystemStatsView> {
    return this.overviews.systemStats();
  }

  @Answers('GET /api/admin/overview')
  async overview(@LogAfter() seen: number | undefined): Promise<Reply<OverviewView>> {
    const position = await this.freshness.upTo(['admin-overview', 'dashboard'], 'all', seen);
    return new Reply(await this.overviews.overview(), position);
  }

  @Answers('GET /api/admin/trends')
  async trends(@Query() query: QueryParams, @LogAfter() seen: number | undefined): Promise<Reply<AdminTrendsView>> {
    const range = rangeOf(query);
    const position = await this.freshness.upTo(['admin-overview'], 'all', seen);
    return new Reply(await this.overviews.trends(range), position);
  }

  @Answers('GET /api/admin/affiliates')
  async affiliates(@Query() query: QueryParams, @LogAfter() seen: number | undefined): Promise<Reply<AdminAffiliatesView>> {
    const asked = parseListQuery(query);
    const position = await this.freshness.upTo(['dashboard', 'accounts'], 'all', seen);
    return new Reply(await this.overviews.affiliates(asked), position);
  }

  @Answers('GET /api/admin/cashouts')
  async cashouts(@Query() query: QueryParams, @LogAfter() seen: number | undefined): Promise<Reply<AdminCashoutsView>> {
    const asked = parseListQuery(query);
    const status = oneOf(query, 'status', CASHOUT_STATUSES);
    const position = await this.freshness.upTo(['dashboard', 'accounts'], 'all', seen);
    return new Reply(await this.overviews.cashouts(asked, status), position);
  }
}
