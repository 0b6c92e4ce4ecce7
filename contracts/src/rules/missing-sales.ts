/** Sales that affiliates miss (docs/rules.md#24-missing-sales): how many may wait for an answer, how long ago the purchase may be, and text lengths. */
export const missingSaleRules = { open: 20, withinDays: 366, invoice: 100 } as const;

export const missingSaleRefusals = {
  dayInvalid: 'The day of the purchase must be a day within the last year',
  nothingToFindItBy: 'Please give the transaction or the buyer’s e-mail address, so that we can find the sale',
  invoiceTooLong: `The transaction must be at most ${missingSaleRules.invoice} characters long`,
  tooMany: `${missingSaleRules.open} missing sales are already waiting for an answer`,
  notFound: 'Missing sale not found',
  answered: 'This missing sale has already been answered',
} as const;
