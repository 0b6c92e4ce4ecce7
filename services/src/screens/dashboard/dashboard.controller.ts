import { Controller, Param, type StreamableFile } from '@nestjs/common';
import { type AffiliateTrendsView, type CouponsView, type DashboardView, rules, type SalesPageView } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { attachment } from '../../http/attachment.ts';
import { Query } from '../../http/query.ts';
import { listQuery, positionAfter } from '../../http/list-query.ts';
import { ReadsFrom, ReadsOwnFrom } from '../../http/reads-from.ts';
import { Dashboards } from './dashboard.view.ts';

@Controller()
export class DashboardController {
  constructor(private readonly dashboards: Dashboards) {}

  @Answers('GET /api/affiliate/stats')
  @ReadsOwnFrom('dashboard')
  stats(@Who() who: Account): Promise<DashboardView> {
    return who.kind === 'admin' ? this.dashboards.readAdmin(who.id) : this.dashboards.readAffiliate(who.id);
  }

  @Answers('GET /api/admin/affiliates/:id/coupons')
  @ReadsFrom('dashboard')
  coupons(@Param('id') id: string): Promise<CouponsView> {
    return this.dashboards.coupons(id);
  }

  @Answers('GET /api/affiliate/trends')
  @ReadsOwnFrom('dashboard')
  trends(@Who() who: Account, @Query() query: QueryOf<'GET /api/affiliate/trends'>): Promise<AffiliateTrendsView> {
    const range = query.range ?? '30';
    return this.dashboards.trends(who.id, range);
  }

  @Answers('GET /api/affiliate/sales')
  @ReadsOwnFrom('dashboard')
  sales(@Who() who: Account, @Query() query: QueryOf<'GET /api/affiliate/sales'>): Promise<SalesPageView> {
    const page = listQuery(query, rules.recentSales);
    return this.dashboards.sales(who.id, { ...query, after: positionAfter(page), limit: page.limit });
  }

  @Answers('GET /api/affiliate/sales.csv')
  @ReadsOwnFrom('dashboard')
  async salesFile(@Who() who: Account, @Query() query: QueryOf<'GET /api/affiliate/sales.csv'>): Promise<StreamableFile> {
    return attachment(['sales', who.id], 'csv', await this.dashboards.salesCsv(who.id, query));
  }
}
