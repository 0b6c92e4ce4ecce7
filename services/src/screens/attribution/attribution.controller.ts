import { Controller, Query } from '@nestjs/common';
import { type NotCreditedView, rules } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { parseListQuery, positionAfter } from '../../engine/projecting/page.ts';
import { Attributions } from './attribution.view.ts';

@Controller()
export class AttributionController {
  constructor(private readonly attributions: Attributions) {}

  @Answers('GET /api/affiliate/not-credited')
  @ReadsFrom('attribution')
  notCredited(@Who() { id }: Account, @Query() query: Record<string, unknown>): Promise<NotCreditedView> {
    const { after, limit } = parseListQuery(query, rules.recentSales);
    const behind = positionAfter(after);
    // Checkouts are streams of their own, so any partition may hold one of this affiliate's.
    return this.attributions.notCredited(id, limit!, behind);
  }
}
