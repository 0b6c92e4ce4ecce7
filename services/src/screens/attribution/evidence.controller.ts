import { Controller, Inject, Param, Query } from '@nestjs/common';
import { type AdminSalesView, type EvidenceView, type IntentsView, rules, SALE_LISTS } from '@framelift/contracts';
import { LogAfter } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { oneOf, parseListQuery, type QueryParams } from '../../http/list-query.ts';
import { Reply } from '../../http/reply.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { Evidence } from './evidence.view.ts';
import { SalesLists } from './sales.view.ts';

/** What became of checkouts, for admins who look into single ones (docs/product.md#admin-dashboard). */
@Controller()
export class EvidenceController {
  constructor(
    private readonly lists: SalesLists,
    private readonly evidence: Evidence,
    private readonly freshness: Freshness,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/admin/sales')
  async sales(@Query() query: QueryParams, @LogAfter() seen: number | undefined): Promise<Reply<AdminSalesView>> {
    const asked = parseListQuery(query, rules.recentSales);
    const list = oneOf(query, 'status', SALE_LISTS);
    const position = await this.freshness.upTo(['attribution', 'accounts'], 'all', seen);
    return new Reply(await this.lists.sales(asked, list), position);
  }

  @Answers('GET /api/admin/sales/:invoice')
  async sale(@Param('invoice') invoice: string, @LogAfter() seen: number | undefined): Promise<Reply<EvidenceView>> {
    const position = await this.freshness.upTo(['attribution', 'accounts'], 'all', seen);
    return new Reply(await this.evidence.of(invoice), position);
  }

  @Answers('GET /api/admin/intents')
  intents(@Query() query: QueryParams): Promise<IntentsView> {
    const { after, limit } = parseListQuery(query, rules.recentSales);
    return this.lists.intents(new Date(this.now() - rules.unknownCheckoutAfter), { after, limit });
  }
}
