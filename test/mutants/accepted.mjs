// Why a mutant may survive. `was` and `now` are what Stryker changed, `text` is the line where that begins.
const ACCEPTED = [
  {
    was: /^'(invalid|forbidden|missing|conflict|mismatch|unauthorized|tooMany|badStore|unavailable)'$/,
    now: '""',
    reason: 'The compiler refuses a kind of refusal that does not exist',
  },
  { file: 'affiliate.decider.ts', was: "'bell'", now: '""', reason: 'Equal: every event then is looked at, and its row decides again' },
  {
    file: /rules\/(documents|paypal|review|time)\.ts$/,
    was: /^\[\]$/,
    reason: 'Equal: what is not matched is taken apart into nothing, and a first part is left out',
  },
  { file: 'contracts/src/rules/terms.ts', now: 'toUpperCase', reason: 'Equal: names are compared in one case, whichever it is' },
  {
    file: 'rules/time.ts',
    now: 'toLowerCase',
    reason: 'Equal: V8 reads the letters of a time in either case, which not every engine does',
  },
  { file: 'rules/time.ts', was: '{2}$/', now: /2\}\/$/, reason: 'Equal: no time is read where more follows the day' },
  {
    file: 'contracts/src/rules/terms.ts',
    was: 'indexOf(steps, reached) > indexOf',
    reason: 'Equal: where both are the same tier, either is returned',
  },
  { file: 'contracts/src/rules/rules.ts', was: 'Sold elsewhere', reason: 'A text that people read' },
  { file: 'stripe-invoice.ts', was: "typeof intent === 'object'", now: 'true', reason: 'Equal: a text has no charge' },
  { file: 'vault.ts', was: /vault\.(open|seal)/, reason: 'The name of a prepared statement: without one it is only slower' },
  {
    file: 'mails.decider.ts',
    was: 'at.length >= mailRules.asksAnHour',
    now: 'true',
    reason: 'Equal: fewer have no third from the end, and no time is within the hour',
  },
  {
    file: /mails|admin|profile/,
    was: /^'(renamed|deleted)'$/,
    reason: 'Equal: only a username that was renamed still leads somewhere; an address, or a name given up otherwise, does not',
  },
  {
    file: 'visit.decider.ts',
    text: 'const path = URL.canParse(pageUrl',
    was: /^'\/?'$/,
    reason: 'Equal: every path that is not a route is reported as the first page',
  },
  { file: 'visit.decider.ts', was: '/^https?:$/', reason: 'Equal: a protocol ends with its colon' },
  { file: 'api-key.decider.ts', was: 'expiresAt !== null', now: 'true', reason: 'Equal: no day is no later than now' },
  { file: 'coupon.decider.ts', was: "'taken back'", reason: 'Equal: only a username that was renamed still leads somewhere' },
  { file: 'terms.decider.ts', was: 'c.editBase !== undefined', now: 'true', reason: 'Equal: nothing is greater than undefined' },
  { file: 'profile.decider.ts', was: 'editBase !== undefined', now: 'true', reason: 'Equal: nothing is greater than undefined' },
  {
    file: 'payout-run.decider.ts',
    text: "refuseIf(run.state === 'none', payoutRefusals.runNotFound",
    reason: 'Equal: what follows refuses it in the same words',
  },
  { file: 'payout-file.decider.ts', was: /^\[\]$/, reason: 'Equal: a file that is not found is refused, whatever its type' },
  {
    file: 'review.decider.ts',
    text: 'const { affiliate = []',
    reason: 'Never used: every decision says something to the affiliate’s stream; the type needs it',
  },
  {
    file: 'checkout.decider.ts',
    was: 'referredAt !== undefined',
    now: 'true',
    reason: 'Equal: no time is later than the window after none',
  },
  { file: 'sale.decider.ts', text: "outcome === 'none' || !reported", reason: 'Equal: what was reported has an outcome' },
  { file: 'sale.decider.ts', was: 'partCents === undefined', now: 'false', reason: 'Equal: no number is above or below none' },
  {
    file: 'log/event.ts',
    text: 'for (let from = schemaVersion',
    reason: 'Equal where each version but the last has its upcast; golden events hold it',
  },
  {
    file: 'sale.decider.ts',
    text: 'checkoutDecider.evolve.SaleReported',
    reason: 'Equal: the fold of SaleReported looks at neither position, time nor actor',
  },
  {
    file: 'site.decider.ts',
    text: "former: section === 'products'",
    was: /^'products'$/,
    reason: 'Equal: what a published product may lack is not compared',
  },
  { file: 'payout.decider.ts', was: 'approvedBy?.kind', now: 'approvedBy.kind', reason: 'Equal: what is approved has who approved it' },
  {
    file: 'payout.decider.ts',
    was: "status === 'rejected'",
    now: 'true',
    reason: 'Equal: what is under review is only rejected, so nothing else has a review to end',
  },
  { file: 'fold.ts', was: 'key.length === 1', now: 'false', reason: 'Equal: one part joined is that part; the short way is faster' },
  { file: 'fold.ts', was: /^false$/, reason: 'Equal: a row in memory that is listed was changed' },
  { file: 'terms.decider.ts', was: 'key > oldest', now: '>=', reason: 'Equal: a key is a day and a currency, never a moment' },
];

const fits = (pattern, text) => pattern === undefined || (pattern instanceof RegExp ? pattern.test(text) : text.includes(pattern));

/** Undefined: none is known. */
export const reasonOf = (path, { text, was, now }) =>
  ACCEPTED.find((a) => fits(a.file, path) && fits(a.text, text) && fits(a.was, was) && fits(a.now, now))?.reason;
