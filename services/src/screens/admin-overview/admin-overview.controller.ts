import { Controller, Get, Query } from '@nestjs/common';
import {
  type AdminAffiliatesView,
  type AdminCashoutsView,
  type AdminTrendsView,
  CASHOUT_STATUSES,
  type OverviewView,
  refusals,
  type SystemStatsView,
} from '@framelift/contracts';
import { Allow, LogAfter } from '../../http/allow.ts';
import { Reply } from '../../http/reply.ts';
import { Refused } from '../../platform/refused.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { askedFor, textOf } from '../../engine/projecting/page.ts';
import { rangeOf } from '../../engine/projecting/trend.ts';
import { AdminOverviews } from './admin-overview.view.ts';

type Asking = Record<string, unknown>;

@Controller('api')
export class AdminOverviewController {
  constructor(
    private readonly overviews: AdminOverviews,
    private readonly freshness: Freshness,
  ) {}

  @Get('affiliate/system-stats')
  @Allow('public')
  systemStats(): Promise<SystemStatsView> {
    return this.overviews.systemStats();
  }

  @Get('admin/overview')
  @Allow('admin')
  async overview(@LogAfter() seen: number | undefined): Promise<Reply<OverviewView>> {
    const position = await this.freshness.upTo(['admin-overview', 'dashboard'], 'all', seen);
    return new Reply(await this.overviews.overview(), position);
  }

  @Get('admin/trends')
  @Allow('admin')
  async trends(@Query() query: Asking, @LogAfter() seen: number | undefined): Promise<Reply<AdminTrendsView>> {
    const range = rangeOf(query);
    const position = await this.freshness.upTo(['admin-overview'], 'all', seen);
    return new Reply(await this.overviews.trends(range), position);
  }

  @Get('admin/affiliates')
  @Allow('admin')
  async affiliates(@Query() query: Asking, @LogAfter() seen: number | undefined): Promise<Reply<AdminAffiliatesView>> {
    const asked = askedFor(query);
    const position = await this.freshness.upTo(['dashboard', 'accounts'], 'all', seen);
    return new Reply(await this.overviews.affiliates(asked), position);
  }

  @Get('admin/cashouts')
  @Allow('admin')
  async cashouts(@Query() query: Asking, @LogAfter() seen: number | undefined): Promise<Reply<AdminCashoutsView>> {
    const asked = askedFor(query);
    const status = textOf(query, 'status');
    if (status !== undefined && !CASHOUT_STATUSES.some((known) => known === status)) throw new Refused(refusals.badRequest);
    const position = await this.freshness.upTo(['dashboard', 'accounts'], 'all', seen);
    return new Reply(await this.overviews.cashouts(asked, status), position);
  }
}
