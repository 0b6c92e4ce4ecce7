import { Controller, Query } from '@nestjs/common';
import { type NotCreditedView, rules } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { parseListQuery, positionAfter, type QueryParams } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Attributions } from './attribution.view.ts';

@Controller()
export class AttributionController {
  constructor(private readonly attributions: Attributions) {}

  @Answers('GET /api/affiliate/not-credited')
  @ReadsFrom('attribution')
  notCredited(@Who() { id }: Account, @Query() query: QueryParams): Promise<NotCreditedView> {
    const asked = parseListQuery(query, rules.recentSales);
    // Checkouts are streams of their own, so any partition may hold one of this affiliate's.
    return this.attributions.notCredited(id, asked.limit, positionAfter(asked));
  }
}
