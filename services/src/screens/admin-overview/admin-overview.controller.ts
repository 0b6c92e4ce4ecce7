import { Controller, Query } from '@nestjs/common';
import {
  type AdminAffiliatesView,
  type AdminCashoutsView,
  type AdminTrendsView,
  CASHOUT_STATUSES,
  type OverviewView,
  type SystemStatsView,
} from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { oneOf, parseListQuery, type QueryParams, rangeOf } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { AdminOverviews } from './admin-overview.view.ts';

@Controller()
export class AdminOverviewController {
  constructor(private readonly overviews: AdminOverviews) {}

  @Answers('GET /api/affiliate/system-stats')
  systemStats(): Promise<SystemStatsView> {
    return this.overviews.systemStats();
  }

  @Answers('GET /api/admin/overview')
  @ReadsFrom('admin-overview', 'dashboard')
  overview(): Promise<OverviewView> {
    return this.overviews.overview();
  }

  @Answers('GET /api/admin/trends')
  @ReadsFrom('admin-overview')
  trends(@Query() query: QueryParams): Promise<AdminTrendsView> {
    const range = rangeOf(query);
    return this.overviews.trends(range);
  }

  @Answers('GET /api/admin/affiliates')
  @ReadsFrom('dashboard', 'accounts')
  affiliates(@Query() query: QueryParams): Promise<AdminAffiliatesView> {
    const asked = parseListQuery(query);
    return this.overviews.affiliates(asked);
  }

  @Answers('GET /api/admin/cashouts')
  @ReadsFrom('dashboard', 'accounts')
  cashouts(@Query() query: QueryParams): Promise<AdminCashoutsView> {
    const asked = parseListQuery(query);
    return this.overviews.cashouts(asked, oneOf(query, 'status', CASHOUT_STATUSES));
  }
}
