/** Figures that affiliates publish (docs/rules.md#33-receipts). */

/** What a receipt may show: all that was paid out, or of one cashout; what was earned in a month. */
export const RECEIPT_FIGURES = ['paid', 'earned'] as const;
export type ReceiptFigure = (typeof RECEIPT_FIGURES)[number];

/** `open`: receipts of an account at a time. `name`: characters. `proved`: events whose entries in the log a visitor checks. */
export const receiptRules = { open: 50, name: 40, proved: 200, onPage: 3 } as const;

export const receiptRefusals = {
  notFound: 'Receipt not found',
  ofInvalid: 'A receipt shows what was earned in a month, all that was paid out, or one cashout that was paid',
  nothing: 'There is nothing to show yet: this number is zero',
  off: 'Receipts are switched off in this programme',
  inactive: 'Only an active account can share a number',
  tooMany: `You have ${receiptRules.open} receipts. Withdraw one to share another number`,
} as const;

/** The page of a receipt. */
export const receiptPath = (id: string): string => `/receipt/${id}`;
