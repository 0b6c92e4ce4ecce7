export * from './rules/bank-reasons.ts';
export * from './rules/books.ts';
export * from './rules/campaign.ts';
export * from './rules/coupons.ts';
export * from './rules/documents.ts';
export * from './rules/exchange.ts';
export * from './rules/figures.ts';
export * from './rules/first-run.ts';
export * from './rules/backups.ts';
export * from './rules/holds.ts';
export * from './rules/mails.ts';
export * from './rules/missing-sales.ts';
export * from './rules/notices.ts';
export * from './rules/paths.ts';
export * from './rules/payout-methods.ts';
export * from './rules/payouts.ts';
export * from './rules/withdrawn.ts';
export * from './rules/paypal.ts';
export * from './rules/pictures.ts';
export * from './rules/offers.ts';
export * from './rules/product-addresses.ts';
export * from './rules/products.ts';
export * from './rules/receipts.ts';
export * from './rules/referral-code.ts';
export * from './rules/review.ts';
export * from './rules/refusals.ts';
export * from './rules/rules.ts';
export * from './rules/scopes.ts';
export * from './rules/sellauth.ts';
export * from './rules/accent.ts';
export * from './rules/brand-fields.ts';
export * from './rules/icons.ts';
export * from './rules/brand.ts';
export * from './rules/site-fields.ts';
export * from './rules/site-examples.ts';
export * from './rules/site-sections.ts';
export * from './rules/site.ts';
export * from './rules/site-markup.ts';
export * from './rules/site-marks.ts';
export * from './rules/tweaks.ts';
export * from './content/first-site.ts';
export { firstBrand } from './content/brand.ts';
export { productPage } from './rules/product-page.ts';
export { firstProducts, premium } from './content/products.ts';
export * from './rules/sepa.ts';
export * from './rules/solana-pay.ts';
export * from './rules/terms.ts';
export * from './rules/text.ts';
export * from './rules/time.ts';
export * from './events/catalogue-page.ts';
export * from './events/catalogue.ts';
export * from './events/event-fields.ts';
export { DocumentFields } from './events/documents.ts';
export * from './events/events.ts';
export * from './events/kinds.ts';
export * from './events/parts.ts';
export * from './events/people.ts';
export * from './events/postings.ts';
export * from './events/streams.ts';
export * from './calls/account.ts';
export * from './calls/affiliates.ts';
export * from './calls/attention.ts';
export {
  bodyBytes,
  type Call,
  Done,
  type Lane,
  laneOf,
  leaves,
  pathPattern,
  type Permission,
  reasons,
  scopesOf,
  takesBase,
} from './calls/call.ts';
export * from './calls/cashouts.ts';
export * from './calls/checkout.ts';
export * from './calls/coupons.ts';
export * from './calls/currency-rates.ts';
export * from './calls/dashboard.ts';
export { Nullable, refuses, type Refuses } from './calls/fields.ts';
export * from './calls/figures.ts';
export * from './calls/first-run.ts';
export * from './calls/newer-version.ts';
export * from './calls/invoices.ts';
export * from './calls/keys.ts';
export * from './calls/log.ts';
export * from './calls/missing-sales.ts';
export * from './calls/payouts.ts';
export * from './calls/unmatched-payments.ts';
export * from './calls/withdrawn.ts';
export * from './calls/pictures.ts';
export { MAX_PAGE } from './calls/queries.ts';
export * from './calls/backups.ts';
export * from './calls/read-models.ts';
export * from './calls/refusal-codes.ts';
export * from './calls/receipts.ts';
export * from './calls/review.ts';
export * from './calls/sales-elsewhere.ts';
export * from './calls/sales.ts';
export * from './calls/seller-site.ts';
export * from './calls/site.ts';
export * from './calls/statements.ts';
export * from './calls/terms.ts';
export * from './calls/webhooks.ts';
export * from './calls/why.ts';
export * from './public/asyncapi.ts';
export * from './public/calls.ts';
export * from './public/feed.ts';
export * from './public/openapi.ts';
export * from './public/public-events.ts';
export * from './public/publishing.ts';
