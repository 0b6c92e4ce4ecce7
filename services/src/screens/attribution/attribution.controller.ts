import { Controller } from '@nestjs/common';
import { type MissingSalesView, type NotCreditedView, rules } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery, positionAfter } from '../../http/list-query.ts';
import { ReadsFrom, ReadsOwnFrom } from '../../http/reads-from.ts';
import { Attributions } from './attribution.view.ts';
import { MissingSales } from './missing-sales.view.ts';

@Controller()
export class AttributionController {
  constructor(
    private readonly attributions: Attributions,
    private readonly missing: MissingSales,
  ) {}

  @Answers('GET /api/affiliate/missing-sales')
  @ReadsOwnFrom('attribution')
  missingSales(@Who() { id }: Account, @Query() query: QueryOf<'GET /api/affiliate/missing-sales'>): Promise<MissingSalesView> {
    const page = listQuery(query, rules.recentSales);
    return this.missing.ofAffiliate(id, page.limit, positionAfter(page));
  }

  @Answers('GET /api/affiliate/not-credited')
  @ReadsFrom('attribution')
  notCredited(@Who() { id }: Account, @Query() query: QueryOf<'GET /api/affiliate/not-credited'>): Promise<NotCreditedView> {
    const listing = listQuery(query, rules.recentSales);
    // Checkouts are separate streams, so any partition may hold one of this affiliate's.
    return this.attributions.notCredited(id, listing.limit, positionAfter(listing));
  }
}
