import type { InvoiceRef } from '../../contracts/src/index.ts';

/** The invoice of this id at the provider there is. */
export const ref = (invoiceId: string): InvoiceRef => ({ provider: 'sellauth', invoiceId });
