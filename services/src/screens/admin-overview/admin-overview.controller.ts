import { Controller, Param } from '@nestjs/common';
import {
  type AdminAffiliatesView,
  type AdminTrendsView,
  MAX_PAGE,
  type OneAffiliateView,
  type OverviewView,
  type SystemStatsView,
  type TierChangesView,
} from '@framelift/contracts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { AdminOverviews } from './admin-overview.view.ts';
import { Affiliates } from './affiliates.view.ts';

@Controller()
export class AdminOverviewController {
  constructor(
    private readonly overviews: AdminOverviews,
    private readonly lists: Affiliates,
  ) {}

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
  @ReadsFrom('admin-overview', 'dashboard')
  trends(@Query() query: QueryOf<'GET /api/admin/trends'>): Promise<AdminTrendsView> {
    const range = query.range ?? '30';
    return this.overviews.trends(range);
  }

  @Answers('GET /api/admin/affiliates')
  @ReadsFrom('dashboard', 'accounts', 'admin-overview')
  affiliates(@Query() query: QueryOf<'GET /api/admin/affiliates'>): Promise<AdminAffiliatesView> {
    return this.lists.list(listQuery(query, MAX_PAGE), query);
  }

  @Answers('GET /api/admin/affiliates/:id')
  @ReadsFrom('dashboard', 'accounts', 'review')
  one(@Param('id') id: string): Promise<OneAffiliateView> {
    return this.lists.one(id);
  }

  @Answers('GET /api/admin/recalculate-tiers')
  @ReadsFrom('dashboard', 'accounts')
  tierChanges(): Promise<TierChangesView> {
    return this.overviews.tierChanges();
  }
}
