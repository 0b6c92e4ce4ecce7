import { Controller, Inject, Param, Query } from '@nestjs/common';
import { type AdminSalesView, type EvidenceView, type IntentsView, refusals, rules, SALE_LISTS } from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { parseListQuery, textOf, timeFrom } from '../../engine/projecting/page.ts';
import { Evidence } from './evidence.view.ts';
import { SalesLists } from './sales.view.ts';

type Asking = Record<string, unknown>;

/** What became of checkouts, for admins who look into single ones (docs/product.md#admin-dashboard). */
@Controller()
export class EvidenceController {
  constructor(
    private readonly lists: SalesLists,
    private readonly evidence: Evidence,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/admin/sales')
  @ReadsFrom('attribution', 'accounts')
  sales(@Query() query: Asking): Promise<AdminSalesView> {
    const asked = parseListQuery(query, rules.recentSales);
    const status = textOf(query, 'status');
    const list = SALE_LISTS.find((known) => known === status);
    if (status !== undefined && !list) throw new Refused(refusals.badRequest);
    return this.lists.sales(asked, list);
  }

  @Answers('GET /api/admin/sales/:invoice')
  @ReadsFrom('attribution', 'accounts')
  sale(@Param('invoice') invoice: string): Promise<EvidenceView> {
    return this.evidence.of(invoice);
  }

  @Answers('GET /api/admin/intents')
  intents(@Query() query: Asking): Promise<IntentsView> {
    const { after, limit } = parseListQuery(query, rules.recentSales);
    return this.lists.intents(new Date(this.now() - rules.unknownCheckoutAfter), limit!, after === undefined ? undefined : behind(after));
  }
}

const behind = (after: string): [Date, string] => {
  const [at, id] = after.split(' ');
  return [timeFrom(at ?? ''), id ?? ''];
};
