import { availableCents, type Books, emptyBooks, type EventName, idOf, type Stored } from '@framelift/contracts';
import type { AuditedEvent, MeaningCheck, Problem } from '../log/audit.ts';

interface Account {
  books: Books;
  /** Cashouts that hold money, and how much. */
  open: Map<string, number>;
}

interface Invoice {
  affiliateId: string;
  amountCents: number;
  commissionCents: number;
  reversed: boolean;
}

type Checks = { [N in EventName]?: (account: Account, data: Stored<N>, wrong: (what: string) => void, event: AuditedEvent) => void };

/**
 * Holds the books against the events alone: no bucket is ever negative, every cashout is resolved once with the amount it was
 * requested for, every invoice earns once and is taken back once with the cents recorded, and both of its streams agree.
 */
export class BooksAudit implements MeaningCheck {
  private readonly accounts = new Map<string, Account>();
  private readonly invoices = new Map<string, Invoice>();
  /** Facts on an affiliate's stream that the checkout's stream must state too. */
  private readonly unmatched = new Map<string, { position: number; commissionCents: number }>();

  private readonly checks: Checks = {
    SaleRecorded: ({ books }, d, wrong, { streamId, position }) => {
      if (this.invoices.has(d.invoiceId)) wrong(`invoice ${d.invoiceId} earned twice`);
      const { amountCents, commissionCents } = d;
      this.invoices.set(d.invoiceId, { affiliateId: idOf(streamId), amountCents, commissionCents, reversed: false });
      books.earnedCents += commissionCents;
      this.unmatched.set(`credited ${d.invoiceId}`, { position, commissionCents });
    },
    SaleReversed: ({ books }, d, wrong, { streamId, position }) => {
      const sale = this.invoices.get(d.invoiceId);
      if (!sale || sale.affiliateId !== idOf(streamId)) wrong(`invoice ${d.invoiceId} was reversed but never recorded here`);
      else if (sale.reversed) wrong(`invoice ${d.invoiceId} was reversed twice`);
      else if (sale.commissionCents !== d.commissionCents || sale.amountCents !== d.amountCents)
        wrong(`invoice ${d.invoiceId} was reversed with other cents than recorded`);
      if (sale) sale.reversed = true;
      books.reversedCents += d.commissionCents;
      this.unmatched.set(`reversed ${d.invoiceId}`, { position, commissionCents: d.commissionCents });
    },
    CashoutRequested: ({ books, open }, { cashoutId, amountCents }, wrong) => {
      if (amountCents > availableCents(books)) wrong(`cashout ${cashoutId} asks for more than is available`);
      open.set(cashoutId, amountCents);
      books.reservedCents += amountCents;
    },
    CashoutProcessed: ({ books, open }, { cashoutId, amountCents, status }, wrong) => {
      if (open.get(cashoutId) !== amountCents) wrong(`cashout ${cashoutId} is resolved twice or with another amount`);
      if (status === 'approved') return;
      open.delete(cashoutId);
      books.reservedCents -= amountCents;
      if (status === 'completed') books.paidCents += amountCents;
    },
    AffiliateDeleted: ({ books, open }, { forfeitedCents }, wrong) => {
      if (open.size) wrong('deleted with open cashouts');
      if (forfeitedCents !== Math.max(0, availableCents(books))) wrong('forfeited something else than what was available');
      books.forfeitedCents += forfeitedCents;
    },
    SaleCredited: (_, d, wrong) => this.match(`credited ${d.invoiceId}`, d.commissionCents, wrong),
    SaleCreditReversed: (_, d, wrong) => this.match(`reversed ${d.invoiceId}`, d.commissionCents, wrong),
  };

  add(event: AuditedEvent): Problem[] {
    const check = this.checks[event.type as EventName] as ((...args: unknown[]) => void) | undefined;
    if (!check) return [];
    const problems: Problem[] = [];
    const wrong = (what: string) => problems.push({ position: event.position, what });
    const account = this.account(event.streamId);
    check(account, event.data, wrong, event);
    for (const [bucket, cents] of Object.entries(account.books)) if (cents < 0) wrong(`${bucket} of ${event.streamId} is negative`);
    return problems;
  }

  end(): Problem[] {
    return [...this.unmatched].map(([what, { position }]) => ({
      position,
      what: `${what} on the affiliate’s stream, not on the checkout’s`,
    }));
  }

  private account(streamId: string): Account {
    let account = this.accounts.get(streamId);
    if (!account) this.accounts.set(streamId, (account = { books: { ...emptyBooks }, open: new Map() }));
    return account;
  }

  private match(what: string, commissionCents: number, wrong: (what: string) => void): void {
    if (this.unmatched.get(what)?.commissionCents !== commissionCents) wrong(`${what} does not agree with the affiliate’s stream`);
    this.unmatched.delete(what);
  }
}
