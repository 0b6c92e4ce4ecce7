import * as account from '../calls/account.ts';
import * as affiliates from '../calls/affiliates.ts';
import * as attention from '../calls/attention.ts';
import * as cashouts from '../calls/cashouts.ts';
import * as checkout from '../calls/checkout.ts';
import * as coupons from '../calls/coupons.ts';
import * as currencyRates from '../calls/currency-rates.ts';
import * as dashboard from '../calls/dashboard.ts';
import * as figures from '../calls/figures.ts';
import * as firstRun from '../calls/first-run.ts';
import * as invoices from '../calls/invoices.ts';
import * as keys from '../calls/keys.ts';
import * as log from '../calls/log.ts';
import * as newerVersion from '../calls/newer-version.ts';
import * as missingSales from '../calls/missing-sales.ts';
import * as payouts from '../calls/payouts.ts';
import * as unmatchedPayments from '../calls/unmatched-payments.ts';
import * as withdrawn from '../calls/withdrawn.ts';
import { paypalCalls } from '../calls/paypal.ts';
import * as pictures from '../calls/pictures.ts';
import * as backups from '../calls/backups.ts';
import * as readModels from '../calls/read-models.ts';
import * as receipts from '../calls/receipts.ts';
import * as review from '../calls/review.ts';
import * as salesElsewhere from '../calls/sales-elsewhere.ts';
import * as sales from '../calls/sales.ts';
import * as sellerSite from '../calls/seller-site.ts';
import * as site from '../calls/site.ts';
import * as statements from '../calls/statements.ts';
import * as system from '../calls/system.ts';
import * as terms from '../calls/terms.ts';
import * as webhooks from '../calls/webhooks.ts';
import * as why from '../calls/why.ts';
import * as feed from './feed.ts';
import type { Call } from '../calls/call.ts';

/** The files that calls are declared in, by the tag that OpenAPI gives theirs. The schemas they export are its named components. */
export const features = {
  account,
  affiliates,
  attention,
  cashouts,
  checkout,
  coupons,
  'currency-rates': currencyRates,
  dashboard,
  figures,
  'first-run': firstRun,
  invoices,
  keys,
  log,
  'newer-version': newerVersion,
  'missing-sales': missingSales,
  payouts: { ...payouts, ...unmatchedPayments, paypalCalls },
  pictures,
  backups: { ...backups, ...withdrawn },
  'read-models': readModels,
  receipts,
  review,
  'sales-elsewhere': salesElsewhere,
  sales,
  'seller-site': sellerSite,
  site,
  statements,
  system,
  terms,
  webhooks,
  why,
  feed,
} as const;

/** Every HTTP call, `METHOD /path` → what it takes and answers. openapi.json is generated from this (docs/product.md#calls). */
export const calls = {
  ...account.signInCalls,
  ...dashboard.dashboardCalls,
  ...sales.saleCalls,
  ...missingSales.missingSaleCalls,
  ...figures.figureCalls,
  ...why.whyCalls,
  ...statements.ledgerCalls,
  ...statements.statementCalls,
  ...invoices.invoiceCalls,
  ...receipts.receiptCalls,
  ...cashouts.cashoutCalls,
  ...dashboard.notificationCalls,
  ...account.accountCalls,
  ...attention.attentionCalls,
  ...firstRun.firstRunCalls,
  ...newerVersion.newerVersionCalls,
  ...figures.adminFigureCalls,
  ...affiliates.affiliateCalls,
  ...coupons.adminCouponCalls,
  ...affiliates.tierCalls,
  ...cashouts.adminCashoutCalls,
  ...log.actionCalls,
  ...sales.adminSaleCalls,
  ...salesElsewhere.elsewhereCalls,
  ...missingSales.adminMissingSaleCalls,
  ...payouts.payoutCalls,
  ...unmatchedPayments.unmatchedPaymentCalls,
  ...withdrawn.withdrawnCalls,
  ...paypalCalls,
  ...review.reviewCalls,
  ...terms.termsCalls,
  ...currencyRates.currencyRateCalls,
  ...sellerSite.siteContentCalls,
  ...pictures.adminPictureCalls,
  ...keys.keyCalls,
  ...webhooks.webhookCalls,
  ...feed.feedCalls,
  ...log.logCalls,
  ...backups.backupCalls,
  ...readModels.readModelCalls,
  ...checkout.checkoutCalls,
  ...coupons.couponCalls,
  ...checkout.storeCalls,
  ...site.siteCalls,
  ...sellerSite.publicSiteCalls,
  ...pictures.pictureCalls,
  ...dashboard.liveCalls,
  ...system.systemCalls,
} as const satisfies Record<string, Call>;
