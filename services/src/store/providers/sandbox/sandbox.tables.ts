export const SANDBOX_INVOICES = 'sandbox_store.invoices';

export const KEPT_SANDBOX = [{ name: SANDBOX_INVOICES, rows: 1_000 }];
