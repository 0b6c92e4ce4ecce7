/** What an affiliate's account consists of; integer cents, none ever negative (docs/rules.md#4-books). */
export interface Books {
  /** Commission of every credited sale. */
  earnedCents: number;
  /** Commission taken back by refunds, by hand and for lost disputes that were not won later. */
  reversedCents: number;
  /** In cashouts that are pending or approved. */
  reservedCents: number;
  /** In completed cashouts. */
  paidCents: number;
  /** Given up when the account was deleted. */
  forfeitedCents: number;
}

export const emptyBooks: Books = { earnedCents: 0, reversedCents: 0, reservedCents: 0, paidCents: 0, forfeitedCents: 0 };

/** Whether a sum adds to what is available or takes from it. */
export const availableSigns: Books = { earnedCents: 1, reversedCents: -1, reservedCents: -1, paidCents: -1, forfeitedCents: -1 };
const sums = Object.keys(availableSigns) as (keyof Books)[];

/** The books after a posting. */
export const posted = (books: Books, posting: Books): Books => ({
  earnedCents: books.earnedCents + posting.earnedCents,
  reversedCents: books.reversedCents + posting.reversedCents,
  reservedCents: books.reservedCents + posting.reservedCents,
  paidCents: books.paidCents + posting.paidCents,
  forfeitedCents: books.forfeitedCents + posting.forfeitedCents,
});

/** What is on an affiliate's account, on hold or not, signed; for a posting, its change. */
export const ownCents = (b: Books): number => sums.reduce((cents, sum) => cents + availableSigns[sum] * b[sum], 0);
/** What an affiliate can ask to be paid while `onHoldCents` are on hold, signed. */
export const availableCents = (b: Books, onHoldCents: number): number => ownCents(b) - onHoldCents;
/** What the programme owes an affiliate, cashouts under way included. */
/** What a deletion of the account forfeits: a debt is not. */
export const forfeitedBy = (b: Books): number => Math.max(0, ownCents(b));

export const owedCents = (b: Books): number => ownCents(b) + b.reservedCents;
export const balanceCents = (b: Books, onHoldCents: number): number => Math.max(0, availableCents(b, onHoldCents));
export const debtCents = (b: Books, onHoldCents: number): number => Math.max(0, -availableCents(b, onHoldCents));

/** Commission in cents: base × rate, rounded half up to the cent, once (docs/rules.md#1-money). Exact in integers below 2^53 / 10000. */
export const commissionCents = (baseCents: number, rateBps: number): number => Math.floor((baseCents * rateBps + 5_000) / 10_000);

/** What the signed promise of a sale binds: cents, basis points, and where its terms were set (docs/proofs.md#promises). */
export const promised = (sale: { amountCents: number; commissionCents: number; commissionBps: number; terms: number }) => ({
  amount: sale.amountCents,
  commission: sale.commissionCents,
  rate: sale.commissionBps,
  terms: sale.terms,
});
