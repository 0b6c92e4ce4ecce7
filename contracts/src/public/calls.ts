import { signInCalls, accountCalls } from '../calls/account.ts';
import { affiliateCalls, tierCalls } from '../calls/affiliates.ts';
import { cashoutCalls, adminCashoutCalls } from '../calls/cashouts.ts';
import { checkoutCalls, storeCalls } from '../calls/checkout.ts';
import { adminCouponCalls, couponCalls } from '../calls/coupons.ts';
import { currencyRateCalls } from '../calls/currency-rates.ts';
import { dashboardCalls, notificationCalls, liveCalls } from '../calls/dashboard.ts';
import { figureCalls, adminFigureCalls } from '../calls/figures.ts';
import { keyCalls } from '../calls/keys.ts';
import { actionCalls, logCalls } from '../calls/log.ts';
import { missingSaleCalls, adminMissingSaleCalls } from '../calls/missing-sales.ts';
import { payoutCalls } from '../calls/payouts.ts';
import { readModelCalls } from '../calls/read-models.ts';
import { reviewCalls } from '../calls/review.ts';
import { elsewhereCalls } from '../calls/sales-elsewhere.ts';
import { saleCalls, adminSaleCalls } from '../calls/sales.ts';
import { siteCalls } from '../calls/site.ts';
import { ledgerCalls, statementCalls } from '../calls/statements.ts';
import { systemCalls } from '../calls/system.ts';
import { termsCalls } from '../calls/terms.ts';
import { webhookCalls } from '../calls/webhooks.ts';
import { feedCalls } from './feed.ts';
import type { Call } from '../calls/call.ts';

/** Every HTTP call, `METHOD /path` → what it takes and answers. openapi.json is generated from this (docs/product.md#calls). */
export const calls = {
  ...signInCalls,
  ...dashboardCalls,
  ...saleCalls,
  ...missingSaleCalls,
  ...figureCalls,
  ...ledgerCalls,
  ...statementCalls,
  ...cashoutCalls,
  ...notificationCalls,
  ...accountCalls,
  ...adminFigureCalls,
  ...affiliateCalls,
  ...adminCouponCalls,
  ...tierCalls,
  ...adminCashoutCalls,
  ...actionCalls,
  ...adminSaleCalls,
  ...elsewhereCalls,
  ...adminMissingSaleCalls,
  ...payoutCalls,
  ...reviewCalls,
  ...termsCalls,
  ...currencyRateCalls,
  ...keyCalls,
  ...webhookCalls,
  ...feedCalls,
  ...logCalls,
  ...readModelCalls,
  ...checkoutCalls,
  ...couponCalls,
  ...storeCalls,
  ...siteCalls,
  ...liveCalls,
  ...systemCalls,
} as const satisfies Record<string, Call>;
