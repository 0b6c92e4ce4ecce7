import { Module } from '@nestjs/common';
import { Freshness } from '../engine/projecting/freshness.ts';
import { accounts } from './accounts/accounts.projection.ts';
import { ActionLogController } from './action-log/action-log.controller.ts';
import { actionLog } from './action-log/action-log.projection.ts';
import { ActionLog } from './action-log/action-log.view.ts';
import { AdminOverviewController } from './admin-overview/admin-overview.controller.ts';
import { adminOverview } from './admin-overview/admin-overview.projection.ts';
import { AdminOverviews } from './admin-overview/admin-overview.view.ts';
import { Affiliates } from './admin-overview/affiliates.view.ts';
import { AttributionController } from './attribution/attribution.controller.ts';
import { attribution } from './attribution/attribution.projection.ts';
import { Attributions } from './attribution/attribution.view.ts';
import { EvidenceController } from './attribution/evidence.controller.ts';
import { Evidence } from './attribution/evidence.view.ts';
import { MissingSales } from './attribution/missing-sales.view.ts';
import { SalesLists } from './attribution/sales.view.ts';
import { BreakdownController } from './breakdown/breakdown.controller.ts';
import { breakdown } from './breakdown/breakdown.projection.ts';
import { Breakdowns } from './breakdown/breakdown.view.ts';
import { AccountExports } from './dashboard/account-export.ts';
import { DashboardController } from './dashboard/dashboard.controller.ts';
import { dashboard } from './dashboard/dashboard.projection.ts';
import { Dashboards } from './dashboard/dashboard.view.ts';
import { Histories } from './dashboard/history.view.ts';
import { Bookkeeping } from './dashboard/bookkeeping.ts';
import { InvoicesController } from './dashboard/invoices.controller.ts';
import { Invoices } from './dashboard/invoices.ts';
import { LedgerController } from './dashboard/ledger.controller.ts';
import { Ledgers } from './dashboard/ledger.view.ts';
import { ProofController } from './dashboard/proof.controller.ts';
import { Proofs } from './dashboard/proof.view.ts';
import { Statements } from './dashboard/statement.view.ts';
import { EventHistoryController } from './event-history/event-history.controller.ts';
import { EventHistory } from './event-history/event-history.view.ts';
import { LiveController } from './live/live.controller.ts';
import { Live } from './live/live.ts';
import { OwnDataController } from './own-data/own-data.controller.ts';
import { EventFeed } from '../engine/feed/event-feed.ts';
import { LogWakeup } from '../engine/feed/log-wakeup.ts';
import { Log } from '../engine/log/log.ts';
import { EventFeedController } from './event-feed/event-feed.controller.ts';
import { PayoutsController } from './payouts/payouts.controller.ts';
import { payouts } from './payouts/payouts.projection.ts';
import { Payouts } from './payouts/payouts.view.ts';
import { UnmatchedPayments } from './payouts/unmatched-payments.view.ts';
import { ReceiptsScreenController } from './receipts/receipts-screen.controller.ts';
import { receipts } from './receipts/receipts.projection.ts';
import { Receipts } from './receipts/receipts.view.ts';
import { ReviewController } from './review/review.controller.ts';
import { review } from './review/review.projection.ts';
import { Reviews } from './review/review.view.ts';
import { PublicFeedsController } from './public-feeds/public-feeds.controller.ts';
import { PublicFeeds } from './public-feeds/public-feeds.ts';
import { SiteScreenController } from './site/site-screen.controller.ts';
import { site } from './site/site.projection.ts';
import { SiteViews } from './site/site.view.ts';
import { StatementMaker } from './dashboard/month-statement.ts';
import { StatementsController } from './dashboard/statements.controller.ts';
import { TermsScreenController } from './terms/terms-screen.controller.ts';
import { TermsViews } from './terms/terms.view.ts';
import { Parts } from './parts.ts';
import { WhyController } from './why/why.controller.ts';
import { Whys } from './why/why.view.ts';
import { ExampleFilesController } from './sandbox-sources/example-files.controller.ts';

/** Every read model there is. */
export const projections = [dashboard, adminOverview, actionLog, accounts, attribution, breakdown, payouts, review, site, receipts];

/** Controllers of the screens, and their views. */
@Module({
  controllers: [
    LiveController,
    DashboardController,
    BreakdownController,
    LedgerController,
    WhyController,
    StatementsController,
    InvoicesController,
    ProofController,
    AdminOverviewController,
    ActionLogController,
    AttributionController,
    EvidenceController,
    PayoutsController,
    ReceiptsScreenController,
    ReviewController,
    EventHistoryController,
    EventFeedController,
    OwnDataController,
    TermsScreenController,
    SiteScreenController,
    PublicFeedsController,
    ExampleFilesController,
  ],
  providers: [
    Freshness,
    Live,
    Dashboards,
    Breakdowns,
    Parts,
    Whys,
    Ledgers,
    Statements,
    Proofs,
    StatementMaker,
    Invoices,
    AccountExports,
    Histories,
    AdminOverviews,
    Affiliates,
    ActionLog,
    Attributions,
    SalesLists,
    MissingSales,
    Evidence,
    Payouts,
    UnmatchedPayments,
    Bookkeeping,
    Receipts,
    Reviews,
    EventHistory,
    { provide: EventFeed, useFactory: (log: Log, wakeup: LogWakeup) => new EventFeed(log, wakeup), inject: [Log, LogWakeup] },
    TermsViews,
    SiteViews,
    PublicFeeds,
  ],
  exports: [Freshness, MissingSales, Payouts, Reviews],
})
export class ScreensModule {}
