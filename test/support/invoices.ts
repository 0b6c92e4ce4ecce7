import type { InvoiceRef } from '../../contracts/src/index.ts';

/** The invoice with this id at the default provider. */
export const ref = (invoiceId: string): InvoiceRef => ({ provider: 'sellauth', invoiceId });
