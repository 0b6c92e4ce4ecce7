export const KEPT_SANDBOX = [
  { name: 'sandbox_store.invoices', rows: 1_000 },
  { name: 'sandbox_store.coupons', rows: 1_000 },
  { name: 'sandbox_store.stripe_sessions', rows: 1_000 },
  { name: 'sandbox_store.stripe_events', rows: 1_000 },
  { name: 'sandbox_store.stripe_promotions', rows: 1_000 },
];
