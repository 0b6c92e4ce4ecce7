import { EVENTS } from '../../engine/log/event.ts';
import type { Books, EventName, Stored } from '@framelift/contracts';
import type { AuditedEvent, DomainCheck, Problem } from '../../engine/log/proving/audit.ts';
import type { Pool } from '../../platform/pg.ts';

interface Account {
  books: Books;
  /** Cashouts that hold money, and how much. */
  open: Map<string, number>;
  /** Completed by payout runs, and how much of it has not come back. */
  paid: Map<string, number>;
  /** Commissions that are on hold, by the moment it ends. */
  onHold: Map<string, number>;
}

type Checks = { [N in EventName]?: (account: Account, data: Stored<N>, wrong: (what: string) => void, event: AuditedEvent) => void };

const emptyAccount = (): Account => ({
  books: { earnedCents: 0, reversedCents: 0, reservedCents: 0, paidCents: 0, forfeitedCents: 0 },
  open: new Map(),
  paid: new Map(),
  onHold: new Map(),
});

const nameOf = ({ provider, invoiceId }: { provider: string; invoiceId: string }): string => `${provider}-${invoiceId}`;
const owned = (b: Books): number => b.earnedCents - b.reversedCents - b.reservedCents - b.paidCents - b.forfeitedCents;
const sumAfter = (onHold: Account['onHold'], now: string): number => {
  let sum = 0;
  for (const [end, cents] of onHold) if (Date.parse(end) > Date.parse(now)) sum += cents;
  return sum;
};
const add = (onHold: Account['onHold'], end: string, cents: number) => onHold.set(end, (onHold.get(end) ?? 0) + cents);

/** Moves a commission from its own hold, if any, to the hold until an admin decides; or back. */
const moveForReview = (
  onHold: Account['onHold'],
  { heldCents, availableAt }: { heldCents: number; availableAt?: string },
  sign: 1 | -1,
) => {
  add(onHold, '9999-12-31T00:00:00.000Z', sign * heldCents);
  if (availableAt) add(onHold, availableAt, -sign * heldCents);
};

/** Checks sums, cashouts, invoices and both streams of a sale. Independent on purpose: it shares no code with the folds it checks. */
export class BooksAudit implements DomainCheck {
  private readonly accounts = new Map<string, Account>();
  /** Facts on an affiliate's stream that a checkout's or payout run's stream must also have, from the same append. */
  private readonly unmatched = new Map<string, { position: number; cents: number }>();

  /** Events that were recorded again, up to the one that says so. */
  private carried = 0;
  /** Position of the terms in force. */
  private termsAt = 0;
  /** The exchange rates in force, by day and currency. */
  private readonly rates = new Map<string, number>();

  private readonly checks: Checks = {
    ProgrammeTermsSet: (_, _data, _wrong, { position }) => void (this.termsAt = position),
    CurrencyRateSet: (_, { day, currency, nanos }) => void this.rates.set(`${day} ${currency}`, nanos),
    SaleRecorded: ({ books, onHold }, { commissionCents, availableAt, terms, foreign, ...invoice }, wrong, { position, occurredAt }) => {
      if (foreign && this.rates.get(`${invoice.soldAt.slice(0, 10)} ${foreign.currency}`) !== foreign.rateNanos)
        wrong(`exchanged at a rate that was not in force for ${foreign.currency} on its day`);
      if (terms !== this.termsAt) wrong(`decided by the terms of ${terms}, those of ${this.termsAt} were in force`);
      books.earnedCents += commissionCents;
      if (Date.parse(availableAt) > Date.parse(occurredAt)) add(onHold, availableAt, commissionCents);
      this.unmatched.set(`credited ${nameOf(invoice)}`, { position, cents: commissionCents });
    },
    SaleReversed: ({ books, onHold }, { commissionCents, availableAt, ...invoice }, _, { position }) => {
      books.reversedCents += commissionCents;
      if (availableAt) add(onHold, availableAt, -commissionCents);
      this.unmatched.set(`reversed ${nameOf(invoice)}`, { position, cents: commissionCents });
    },
    SaleRestored: ({ books, onHold }, { commissionCents, forfeitedCents, availableAt, ...invoice }, wrong, { position }) => {
      if (forfeitedCents > commissionCents) wrong('forfeited more than was restored');
      books.reversedCents -= commissionCents;
      books.forfeitedCents += forfeitedCents;
      if (availableAt) add(onHold, availableAt, commissionCents);
      this.unmatched.set(`restored ${nameOf(invoice)}`, { position, cents: commissionCents });
    },
    HoldReleased: ({ onHold }, { commissionCents, availableAt }) => void add(onHold, availableAt, -commissionCents),
    SaleImported: ({ books, onHold }, { commissionCents, availableAt }) => {
      books.earnedCents += commissionCents;
      if (availableAt) add(onHold, availableAt, commissionCents);
    },
    PayoutImported: ({ books }, { amountCents }) => void (books.paidCents += amountCents),
    OpeningBalanceImported: ({ books }, { amountCents }) => void (books.earnedCents += amountCents),
    ReviewHoldPlaced: ({ onHold }, held) => moveForReview(onHold, held, 1),
    ReviewHoldLifted: ({ onHold }, held) => moveForReview(onHold, held, -1),
    SystemRestored: (_, { carried }, wrong) => {
      if (carried !== this.carried) wrong(`${carried} events were recorded again, and there are ${this.carried}`);
      this.carried = 0;
    },
    CashoutRequested: ({ books, open, onHold }, { cashoutId, amountCents }, wrong, { occurredAt, carried }) => {
      // What had left is owed, whether or not the sales behind it were withdrawn.
      if (!carried && amountCents > owned(books) - sumAfter(onHold, occurredAt))
        wrong(`cashout ${cashoutId} asks for more than is available`);
      open.set(cashoutId, amountCents);
      books.reservedCents += amountCents;
    },
    CashoutProcessed: ({ books, open, paid }, { cashoutId, amountCents, status, runId }, wrong, { position }) => {
      if (open.get(cashoutId) !== amountCents) wrong(`cashout ${cashoutId} is resolved twice or with another amount`);
      if (status === 'approved') return;
      open.delete(cashoutId);
      books.reservedCents -= amountCents;
      if (status === 'completed') books.paidCents += amountCents;
      if (!runId) return;
      paid.set(cashoutId, amountCents);
      this.unmatched.set(`paid ${cashoutId} by ${runId}`, { position, cents: amountCents });
    },
    PaymentReturned: ({ books, paid }, { cashoutId, amountCents, forfeitedCents }, wrong, { position }) => {
      // It may come back in parts, and never as more than it was.
      const left = (paid.get(cashoutId) ?? 0) - amountCents;
      if (left < 0 || amountCents === 0) wrong(`the payment of ${cashoutId} comes back twice, or with more than was paid`);
      if (left > 0) paid.set(cashoutId, left);
      else paid.delete(cashoutId);
      books.paidCents -= amountCents;
      books.forfeitedCents += forfeitedCents;
      this.unmatched.set(`returned ${cashoutId}`, { position, cents: amountCents });
    },
    PayoutCashoutsPaid: (_, { cashouts }, wrong, { streamId }) => {
      const run = streamId.slice(streamId.indexOf('-') + 1);
      for (const { cashoutId, amountCents } of cashouts) this.match(`paid ${cashoutId} by ${run}`, amountCents, wrong);
    },
    CashoutReturned: (_, { cashoutId, amountCents }, wrong) => this.match(`returned ${cashoutId}`, amountCents, wrong),
    AffiliateDeleted: ({ books, open, onHold }, { forfeitedCents }, wrong) => {
      if (open.size) wrong('deleted with open cashouts');
      if (forfeitedCents !== Math.max(0, owned(books))) wrong('forfeited something else than what was on the account');
      onHold.clear();
      books.forfeitedCents += forfeitedCents;
    },
    SaleCredited: (_, d, wrong) => this.match(`credited ${nameOf(d)}`, d.commissionCents, wrong),
    SaleCreditReversed: (_, d, wrong) => this.match(`reversed ${nameOf(d)}`, d.commissionCents, wrong),
    SaleCreditRestored: (_, d, wrong) => this.match(`restored ${nameOf(d)}`, d.commissionCents, wrong),
  };

  add(event: AuditedEvent): Problem[] {
    if (event.carried) this.carried++;
    const check = this.checks[event.type as EventName] as ((...args: unknown[]) => void) | undefined;
    if (!check) return [];
    const problems: Problem[] = [];
    const wrong = (what: string) => problems.push({ position: event.position, what });
    // Checkout streams have no books; an account for each would grow with the sales.
    const account = event.streamId.startsWith('affiliate-') ? this.account(event.streamId) : emptyAccount();
    check(account, event.data, wrong, event);
    for (const [bucket, cents] of Object.entries(account.books)) if (cents < 0) wrong(`${bucket} of ${event.streamId} is negative`);
    for (const [end, cents] of account.onHold) if (cents < 0) wrong(`what is on hold until ${end} of ${event.streamId} is negative`);
    return problems;
  }

  async end(pool: Pool): Promise<Problem[]> {
    const unmatched = [...this.unmatched].map(([what, { position }]) => ({
      position,
      what: `${what} on the affiliate’s stream, and not on the other one`,
    }));
    const left = this.carried ? [{ position: 0, what: `${this.carried} events were recorded again, and no event says why` }] : [];
    return [...unmatched, ...left, ...(await invoiceProblems(pool))];
  }

  /** The sums of all affiliates, in cents. */
  totals(): Books {
    const sum = emptyAccount().books;
    for (const { books } of this.accounts.values()) for (const bucket of Object.keys(sum) as (keyof Books)[]) sum[bucket] += books[bucket];
    return sum;
  }

  private account(streamId: string): Account {
    let account = this.accounts.get(streamId);
    if (!account) this.accounts.set(streamId, (account = emptyAccount()));
    return account;
  }

  private match(what: string, cents: number, wrong: (what: string) => void): void {
    if (this.unmatched.get(what)?.cents !== cents) wrong(`${what} does not agree with the affiliate’s stream`);
    this.unmatched.delete(what);
  }
}

/** Sorted by Postgres, so memory does not grow with the log. Cents are compared as text, so damaged data cannot break the comparison. */
async function invoiceProblems(pool: Pool): Promise<Problem[]> {
  const { rows } = await pool.query<Problem>(
    `select position, format('invoice %s %s', invoice, wrong) as what from (
       select position, invoice, case
           when type = 'SaleRecorded' then case when times > 1 then 'earned twice' end
           when taken_back > 1 then 'was reversed twice'
           when taken_back < 0 then 'was restored and not taken back before'
           when first_type <> 'SaleRecorded' or first_stream <> stream_id then 'was reversed but never recorded here'
           when first_cents <> cents then 'was reversed with other cents than recorded'
         end as wrong
       from (
         select position, type, stream_id, invoice, cents, count(*) over (partition by invoice, type order by position) as times,
           sum(case type when 'SaleReversed' then 1 when 'SaleRestored' then -1 else 0 end) over w as taken_back,
           first_value(type) over w as first_type, first_value(stream_id) over w as first_stream, first_value(cents) over w as first_cents
         from (
           select position, type, stream_id, concat(data ->> 'provider', '-', data ->> 'invoiceId') as invoice,
              concat(data ->> 'amountCents', ' ', data ->> 'commissionCents') as cents
           from ${EVENTS} where type in ('SaleRecorded', 'SaleReversed', 'SaleRestored')) as of_sales
         window w as (partition by invoice order by position)) as in_order) as judged
     where wrong is not null order by position limit 1000`,
  );
  return rows;
}
