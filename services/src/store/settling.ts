import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandMeta } from '../engine/log/command.ts';
import { Streams } from '../engine/log/streams.ts';
import { Keys, uuidFrom } from '../platform/keys.ts';
import { CLOCK, type Clock } from '../platform/tokens.ts';
import { buyerOf } from './buyer.ts';
import { NotePartialRefund } from './checkout.commands.ts';
import { type Checkout, checkoutSource } from './checkout.decider.ts';
import type { Invoice } from './providers/sellauth/provider.ts';
import { RecordSale, RefundSale } from './sale.commands.ts';

/** Given back in part, as far as the store says so; nothing is reversed for it. */
const isPartlyRefunded = ({ status, refundedCents, priceCents }: Invoice): boolean =>
  status === 'completed' && refundedCents > 0 && refundedCents < priceCents;

/** What must hold of an invoice in this status for nothing to be left to do. Other statuses come to nothing yet. */
const settledIn: Record<string, (checkout: Checkout, invoice: Invoice) => boolean> = {
  completed: ({ outcome, partialRefundSeen }, invoice) => outcome !== 'none' && (partialRefundSeen || !isPartlyRefunded(invoice)),
  refunded: ({ outcome }) => outcome === 'notCredited' || outcome === 'reversed',
};

/** The one way from an invoice as the store has it to its outcome, for notifications and the reconciler alike. */
@Injectable()
export class Settling {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly keys: Keys,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** Records what the invoice came to. False when that must wait, as it does for a checkout that was not announced yet. */
  async settle(invoice: Invoice): Promise<boolean> {
    const settled = settledIn[invoice.status];
    if (!settled) return true;
    const done = async () => settled(await this.checkout(invoice.id), invoice);
    if (await done()) return true;
    const buyer = buyerOf(this.keys, invoice);
    if (invoice.status === 'refunded')
      await this.commands.execute(new RefundSale({ meta: this.meta(`refund ${invoice.id}`), invoice, buyer }));
    else await this.commands.execute(new RecordSale({ meta: this.meta(`sale ${invoice.id}`), invoice, buyer }));
    if (isPartlyRefunded(invoice))
      await this.commands.execute(new NotePartialRefund({ meta: this.meta(`partial refund ${invoice.id}`), invoice }));
    return done();
  }

  /** Whether the log holds anything of this invoice. */
  async knows(invoiceId: string): Promise<boolean> {
    const { started, outcome } = await this.checkout(invoiceId);
    return started !== null || outcome !== 'none';
  }

  private async checkout(invoiceId: string): Promise<Checkout> {
    return (await this.streams.load(checkoutSource(invoiceId))).state;
  }

  /** A store command's id is its invoice's: it happens once however it arrives, and the first wins (docs/architecture.md#exactly-once). */
  private meta(what: string): CommandMeta {
    const commandId = uuidFrom(what);
    const occurredAt = new Date(this.now()).toISOString();
    return { commandId, repeatable: true, occurredAt, actor: { kind: 'store', id: 'sellauth' }, correlationId: commandId };
  }
}
