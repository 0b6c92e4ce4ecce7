import { Controller, Inject, Param, Query } from '@nestjs/common';
import {
  type AdminMissingSalesView,
  type AdminSalesView,
  type EvidenceView,
  type IntentsView,
  MISSING_SALE_STATES,
  rules,
  SALE_LISTS,
} from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { oneOf, parseListQuery, type QueryParams } from '../../http/list-query.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Evidence } from './evidence.view.ts';
import { MissingSales } from './missing-sales.view.ts';
import { SalesLists } from './sales.view.ts';

/** What became of checkouts, for admins who look into single ones (docs/product.md#admin-dashboard). */
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
  sales(@Query() query: QueryParams): Promise<AdminSalesView> {
    const asked = parseListQuery(query, rules.recentSales);
    return this.lists.sales(asked, oneOf(query, 'status', SALE_LISTS));
  }

  @Answers('GET /api/admin/sales/:invoice')
  @ReadsFrom('attribution', 'accounts')
  sale(@Param('invoice') invoice: string): Promise<EvidenceView> {
    return this.evidence.find(invoice);
  }

  @Answers('GET /api/admin/missing-sales')
  @ReadsFrom('attribution', 'accounts')
  missingSales(@Query() query: QueryParams): Promise<AdminMissingSalesView> {
    const asked = parseListQuery(query, rules.recentSales);
    return this.missing.all(asked, oneOf(query, 'status', MISSING_SALE_STATES));
  }

  @Answers('GET /api/admin/intents')
  intents(@Query() query: QueryParams): Promise<IntentsView> {
    const { after, limit } = parseListQuery(query, rules.recentSales);
    return this.lists.intents(new Date(this.now() - rules.unknownCheckoutAfter), { after, limit });
  }
}
