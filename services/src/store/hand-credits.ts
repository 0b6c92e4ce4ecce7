import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type CreditMissingSaleBody, ELSEWHERE, type InvoiceRef, refusals } from '@framelift/contracts';
import { ownerOf } from '../programme/affiliate/affiliate.decider.ts';
import { affiliateBehind, claimSource } from '../programme/claims/claim.decider.ts';
import type { CommandMeta, Outcome } from '../engine/log/deciding/command.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Keys } from '../platform/keys.ts';
import { Refused } from '../platform/refused.ts';
import { buyerOf } from './buyer.ts';
import { checkoutSource } from './checkout.decider.ts';
import { asOf } from './invoice.ts';
import { StoreProviders } from './provider.ts';
import { CreditMissingSale, CreditSaleByHand } from './store.commands.ts';

/** Crediting by hand: reads the named affiliate and the store's current invoice; the rule does the rest. */
@Injectable()
export class HandCredits {
  constructor(
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly providers: StoreProviders,
    private readonly commands: CommandBus,
  ) {}

  async credit(ref: InvoiceRef, username: string, reason: string, meta: CommandMeta): Promise<Outcome> {
    const { state } = await this.streams.load(claimSource(this.keys.claim('username', username)));
    const affiliateId = affiliateBehind(state, meta.occurredAt);
    if (!affiliateId) throw new Refused(refusals.affiliateNotFound, 'missing');
    return this.commands.execute(
      new CreditSaleByHand({ meta, affiliateId, reason, ...(await this.found(ref, Date.parse(meta.occurredAt))) }),
    );
  }

  /** Credits a sale again that an affiliate had before the system went back. One that is theirs already stays as it is. */
  async creditAgain(affiliateId: string, ref: InvoiceRef, reason: string, meta: CommandMeta): Promise<Outcome> {
    if (await this.isTheirs(ref, affiliateId)) return { position: 0, events: [], repeated: false };
    return this.commands.execute(
      new CreditSaleByHand({ meta, affiliateId, reason, ...(await this.found(ref, Date.parse(meta.occurredAt))) }),
    );
  }

  /** Credits a sale to the affiliate who reported it. */
  async creditMissing(
    missingSaleId: string,
    ref: InvoiceRef,
    written: Omit<CreditMissingSaleBody, 'transactionId'>,
    meta: CommandMeta,
  ): Promise<Outcome> {
    const affiliateId = ownerOf(missingSaleId);
    // A sale already credited to them only needs to be named: no call to the store.
    const found = (await this.isTheirs(ref, affiliateId))
      ? { ref, invoice: null, buyer: null }
      : await this.found(ref, Date.parse(meta.occurredAt));
    return this.commands.execute(new CreditMissingSale({ meta, missingSaleId, affiliateId, ...written, ...found }));
  }

  private async isTheirs(ref: InvoiceRef, affiliateId: string): Promise<boolean> {
    const { outcome, credit } = (await this.streams.load(checkoutSource(ref))).state;
    return outcome === 'credited' && credit!.affiliateId === affiliateId;
  }

  private async found(ref: InvoiceRef, now: number) {
    if (ref.provider === ELSEWHERE) return { ref, invoice: null, buyer: null };
    const read = await this.providers.of(ref.provider).readInvoice(ref.invoiceId);
    const invoice = read && asOf(read, now);
    return { ref: invoice?.ref ?? ref, invoice, buyer: invoice && buyerOf(this.keys, invoice) };
  }
}
