import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { invoiceKey, type InvoiceRef } from '@framelift/contracts';
import { type CommandMeta, metaOf } from '../engine/log/deciding/command.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Keys, uuidFrom } from '../platform/keys.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { buyerOf } from './buyer.ts';
import { type Checkout, checkoutSource, waitsForDispute } from './checkout.decider.ts';
import { ownItems } from './foreign.decider.ts';
import { asOf, type Invoice, type InvoiceStatus } from './invoice.ts';
import { StoreProviders } from './provider.ts';
import { ChargeBackSale, NoteDispute, NotePartialRefund, RecordSale, RefundSale, RestoreSale } from './store.commands.ts';

/** It counts despite partial refunds, which reverse nothing. */
const countsStill = ({ status, refundedCents, priceCents }: Invoice): boolean => status === 'completed' && refundedCents < priceCents;

/** A won dispute, whatever was decided before: a sale reversed for a lost one counts again. */
const isWon = ({ dispute }: Invoice): boolean => dispute?.state === 'won';

/** Which command an invoice in this status still needs. An open one has no outcome yet. */
const leftIn: Partial<Record<InvoiceStatus, (checkout: Checkout, invoice: Invoice) => typeof RecordSale | null>> = {
  completed: (checkout, invoice) =>
    checkout.outcome === 'none' ? RecordSale : isWon(invoice) && waitsForDispute(checkout) ? RestoreSale : null,
  refunded: ({ outcome }) => (outcome === 'none' || outcome === 'credited' ? RefundSale : null),
  chargedBack: ({ outcome }) => (outcome === 'none' || outcome === 'credited' ? ChargeBackSale : null),
};

/** Outcomes that happen once per invoice. A dispute may be lost, won and lost again, so its commands are counted. */
const onceOnly = new Map([
  [RecordSale, 'sale'],
  [RefundSale, 'refund'],
]);

/** Leads from the store's invoice to its outcome, for notifications and the reconciler. */
@Injectable()
export class Settling {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly providers: StoreProviders,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Records the outcome of an invoice. False: it must wait for its checkout. `onlyKnown`: skips an invoice the log does not know. */
  async settle(read: Invoice, { onlyKnown = false } = {}): Promise<boolean> {
    const invoice = asOf(read, this.now());
    const left = leftIn[invoice.status];
    if (!left) return true;
    const { state: checkout } = await this.streams.load(checkoutSource(invoice.ref));
    const isKnown = checkout.started !== null || checkout.outcome !== 'none';
    // Other products sold under the same provider account are not recorded.
    if (!isKnown && (onlyKnown || !ownItems(invoice).length)) return true;
    const Left = left(checkout, invoice);
    const outcome = Left && (await this.commands.execute(this.command(Left, invoice, checkout)));
    await this.note(invoice, checkout);
    if (outcome?.events.length && !outcome.repeated && !onceOnly.has(Left!)) await this.settleAgain(invoice.ref);
    return !outcome || outcome.events.length > 0;
  }

  /** A dispute may have changed since the invoice was read: the first reader may be the last to write. */
  private async settleAgain({ provider, invoiceId }: InvoiceRef): Promise<void> {
    const now = await this.providers.of(provider).readInvoice(invoiceId);
    if (now) await this.settle(now);
  }

  /** Additional facts for admins. */
  private async note(invoice: Invoice, { refundedCents, refundsSeen, dispute, disputedCents, disputesSeen }: Checkout): Promise<void> {
    const seenCents = refundedCents ?? 0;
    if (countsStill(invoice) && invoice.refundedCents !== seenCents) {
      await this.commands.execute(new NotePartialRefund({ meta: this.meta(`partial refund ${refundsSeen}`, invoice), invoice }));
      // Less than before: a dispute was won, or it was read before the last part went back.
      if (invoice.refundedCents < seenCents) await this.settleAgain(invoice.ref);
    }
    if (invoice.dispute && (invoice.dispute.state !== dispute || invoice.dispute.cents !== disputedCents))
      await this.commands.execute(new NoteDispute({ meta: this.meta(`dispute ${disputesSeen}`, invoice), invoice }));
  }

  private command(Left: typeof RecordSale, invoice: Invoice, { changes }: Checkout): RecordSale {
    const what = onceOnly.get(Left) ?? `${Left === RestoreSale ? 'restore' : 'charge back'} ${changes}`;
    return new Left({ meta: this.meta(what, invoice), invoice, buyer: buyerOf(this.keys, invoice) });
  }

  /** A store command's id is its invoice's: it happens once however it arrives, and the first wins (docs/architecture.md#exactly-once). */
  private meta(what: string, { ref }: Invoice): CommandMeta {
    return metaOf({ kind: 'store', id: ref.provider }, this.now(), uuidFrom(`${what} ${invoiceKey(ref)}`), true);
  }
}
