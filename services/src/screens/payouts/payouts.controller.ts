import { Controller, Param } from '@nestjs/common';
import {
  type AdminCashoutsView,
  MAX_PAGE,
  type PayoutRunsView,
  type PayoutRunView,
  type UnmatchedPaymentsView,
} from '@framelift/contracts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery, positionAfter } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Payouts } from './payouts.view.ts';
import { UnmatchedPayments } from './unmatched-payments.view.ts';

const RUNS = 50;

/** Admins' screens of cashouts and payout runs; their decisions are in programme/payouts/. */
@Controller()
export class PayoutsController {
  constructor(
    private readonly payouts: Payouts,
    private readonly unmatched: UnmatchedPayments,
  ) {}

  @Answers('GET /api/admin/cashouts')
  @ReadsFrom('dashboard', 'accounts', 'review')
  cashouts(@Query() query: QueryOf<'GET /api/admin/cashouts'>): Promise<AdminCashoutsView> {
    return this.payouts.cashouts(listQuery(query, MAX_PAGE), query);
  }

  @Answers('GET /api/admin/payout-runs')
  @ReadsFrom('payouts', 'dashboard', 'accounts')
  runs(@Query() query: QueryOf<'GET /api/admin/payout-runs'>): Promise<PayoutRunsView> {
    const listing = listQuery(query, RUNS);
    return this.payouts.list(listing.limit, positionAfter(listing));
  }

  @Answers('GET /api/admin/unmatched-payments')
  @ReadsFrom('payouts', 'accounts')
  unmatchedPayments(@Query() query: QueryOf<'GET /api/admin/unmatched-payments'>): Promise<UnmatchedPaymentsView> {
    const listing = listQuery(query, RUNS);
    return this.unmatched.list(listing.limit, positionAfter(listing));
  }

  @Answers('GET /api/admin/payout-runs/:id')
  @ReadsFrom('payouts', 'dashboard', 'accounts', 'review')
  run(@Param('id') id: string): Promise<PayoutRunView> {
    return this.payouts.find(id);
  }
}
