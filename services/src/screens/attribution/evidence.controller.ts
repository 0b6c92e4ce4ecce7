import { Controller, Inject, Param } from '@nestjs/common';
import {
  type AdminMissingSalesView,
  type AdminSalesView,
  type EvidenceView,
  type IntentsView,
  type MissingSaleCandidatesView,
  rules,
} from '@framelift/contracts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery } from '../../http/list-query.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Evidence } from './evidence.view.ts';
import { MissingSales } from './missing-sales.view.ts';
import { SalesLists } from './sales.view.ts';

/** The outcomes of checkouts, for admins who examine single ones (docs/product.md#admin-dashboard). */
@Controller()
export class EvidenceController {
  constructor(
    private readonly lists: SalesLists,
    private readonly evidence: Evidence,
    private readonly missing: MissingSales,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/admin/sales')
  @ReadsFrom('attribution', 'accounts')
  sales(@Query() query: QueryOf<'GET /api/admin/sales'>): Promise<AdminSalesView> {
    const page = listQuery(query, rules.recentSales);
    return this.lists.sales(page, query);
  }

  @Answers('GET /api/admin/sales/:invoice')
  @ReadsFrom('attribution', 'accounts')
  sale(@Param('invoice') invoice: string): Promise<EvidenceView> {
    return this.evidence.find(invoice);
  }

  @Answers('GET /api/admin/missing-sales')
  @ReadsFrom('attribution', 'accounts')
  missingSales(@Query() query: QueryOf<'GET /api/admin/missing-sales'>): Promise<AdminMissingSalesView> {
    const listing = listQuery(query, rules.recentSales);
    return this.missing.all(listing, query.status);
  }

  @Answers('GET /api/admin/missing-sales/:id/candidates')
  @ReadsFrom('attribution', 'accounts')
  async candidates(@Param('id') id: string): Promise<MissingSaleCandidatesView> {
    return { sales: await this.missing.candidates(id) };
  }

  @Answers('GET /api/admin/intents')
  intents(@Query() query: QueryOf<'GET /api/admin/intents'>): Promise<IntentsView> {
    const { after, limit } = listQuery(query, rules.recentSales);
    return this.lists.intents(new Date(this.now() - rules.unknownCheckoutAfter), { after, limit });
  }
}
