import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { invoiceKey } from '@framelift/contracts';
import { type CommandMeta, metaOf } from '../engine/log/command.ts';
import { Streams } from '../engine/log/streams.ts';
import { Keys, uuidFrom } from '../platform/keys.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { buyerOf } from './buyer.ts';
import { type Checkout, checkoutSource } from './checkout.decider.ts';
import type { Invoice, InvoiceStatus } from './invoice.ts';
import { NotePartialRefund, RecordSale, RefundSale } from './store.commands.ts';

/** Given back in part, as far as the store says so; nothing is reversed for it. */
const isPartlyRefunded = ({ status, refundedCents, priceCents }: Invoice): boolean =>
  status === 'completed' && refundedCents > 0 && refundedCents < priceCents;

/** What is left to do for an invoice in this status. An open one has no outcome yet. */
const leftIn: Partial<Record<InvoiceStatus, (checkout: Checkout, invoice: Invoice) => { sale: boolean; note: boolean }>> = {
  completed: ({ outcome, partialRefundSeen }, invoice) => ({
    sale: outcome === 'none',
    note: isPartlyRefunded(invoice) && !partialRefundSeen,
  }),
  refunded: ({ outcome }) => ({ sale: outcome !== 'notCredited' && outcome !== 'reversed', note: false }),
};

/** Leads from the store's invoice to its outcome, for notifications and the reconciler. */
@Injectable()
export class Settling {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Records the outcome of an invoice. False: it must wait for its checkout. `onlyKnown`: skips an invoice the log does not know. */
  async settle(invoice: Invoice, { onlyKnown = false } = {}): Promise<boolean> {
    const left = leftIn[invoice.status];
    if (!left) return true;
    const { state: checkout } = await this.streams.load(checkoutSource(invoice.ref));
    if (onlyKnown && checkout.started === null && checkout.outcome === 'none') return true;
    const { sale, note } = left(checkout, invoice);
    const isSettled = !sale || (await this.commands.execute(this.saleCommand(invoice))).events.length > 0;
    if (note) await this.commands.execute(new NotePartialRefund({ meta: this.meta('partial refund', invoice), invoice }));
    return isSettled;
  }

  private saleCommand(invoice: Invoice): RecordSale | RefundSale {
    const buyer = buyerOf(this.keys, invoice);
    return invoice.status === 'refunded'
      ? new RefundSale({ meta: this.meta('refund', invoice), invoice, buyer })
      : new RecordSale({ meta: this.meta('sale', invoice), invoice, buyer });
  }

  /** A store command's id is its invoice's: it happens once however it arrives, and the first wins (docs/architecture.md#exactly-once). */
  private meta(what: string, { ref }: Invoice): CommandMeta {
    return metaOf({ kind: 'store', id: ref.provider }, this.now(), uuidFrom(`${what} ${invoiceKey(ref)}`), true);
  }
}
