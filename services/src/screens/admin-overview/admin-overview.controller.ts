import { Controller, Query } from '@nestjs/common';
import {
  type AdminAffiliatesView,
  type AdminCashoutsView,
  type AdminTrendsView,
  CASHOUT_STATUSES,
  type OverviewView,
  refusals,
  type SystemStatsView,
} from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Refused } from '../../platform/refused.ts';
import { parseListQuery, textOf } from '../../engine/projecting/page.ts';
import { rangeOf } from '../../engine/projecting/trend.ts';
import { AdminOverviews } from './admin-overview.view.ts';

type Asking = Record<string, unknown>;

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
  trends(@Query() query: Asking): Promise<AdminTrendsView> {
    const range = rangeOf(query);
    return this.overviews.trends(range);
  }

  @Answers('GET /api/admin/affiliates')
  @ReadsFrom('dashboard', 'accounts')
  affiliates(@Query() query: Asking): Promise<AdminAffiliatesView> {
    const asked = parseListQuery(query);
    return this.overviews.affiliates(asked);
  }

  @Answers('GET /api/admin/cashouts')
  @ReadsFrom('dashboard', 'accounts')
  cashouts(@Query() query: Asking): Promise<AdminCashoutsView> {
    const asked = parseListQuery(query);
    const status = textOf(query, 'status');
    if (status !== undefined && !CASHOUT_STATUSES.some((known) => known === status)) throw new Refused(refusals.badRequest);
    return this.overviews.cashouts(asked, status);
  }
}
