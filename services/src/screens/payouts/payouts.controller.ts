import { Controller, Param, Query } from '@nestjs/common';
import { PAYMENT_TYPES, type PayoutCandidatesView, payoutRules, type PayoutRunsView, type PayoutRunView } from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { oneOf, parseListQuery, positionAfter, type QueryParams } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Payouts } from './payouts.view.ts';

const RUNS = 50;

/** Payout runs as admins look at them; what they decide stands in programme/payouts/. */
@Controller()
export class PayoutsController {
  constructor(private readonly payouts: Payouts) {}

  @Answers('GET /api/admin/payout-candidates')
  @ReadsFrom('dashboard', 'accounts', 'review')
  candidates(@Query() query: QueryParams): Promise<PayoutCandidatesView> {
    const asked = parseListQuery(query, payoutRules.candidates);
    return this.payouts.candidates(asked, {
      status: oneOf(query, 'status', ['pending', 'approved']),
      type: oneOf(query, 'type', PAYMENT_TYPES),
      signals: oneOf(query, 'signals', ['with', 'without']),
    });
  }

  @Answers('GET /api/admin/payout-runs')
  @ReadsFrom('payouts', 'dashboard', 'accounts')
  runs(@Query() query: QueryParams): Promise<PayoutRunsView> {
    const asked = parseListQuery(query, RUNS);
    return this.payouts.list(asked.limit, positionAfter(asked));
  }

  @Answers('GET /api/admin/payout-runs/:id')
  @ReadsFrom('payouts', 'dashboard', 'accounts', 'review')
  run(@Param('id') id: string): Promise<PayoutRunView> {
    return this.payouts.find(id);
  }
}
