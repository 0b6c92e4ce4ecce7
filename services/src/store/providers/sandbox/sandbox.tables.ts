export const KEPT_SANDBOX = [{ name: 'sandbox_store.invoices', rows: 1_000 }];
