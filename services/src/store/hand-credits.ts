import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ELSEWHERE, elsewhereRefusals, type InvoiceRef, refusals } from '@framelift/contracts';
import { affiliateBehind, claimSource } from '../programme/claims/claim.decider.ts';
import type { CommandMeta, Outcome } from '../engine/log/command.ts';
import { Streams } from '../engine/log/streams.ts';
import { Keys } from '../platform/keys.ts';
import { Refused } from '../platform/refused.ts';
import { buyerOf } from './buyer.ts';
import { StoreProvider } from './providers/sellauth/provider.ts';
import { CreditSaleByHand } from './store.commands.ts';

/** Crediting by hand: who is named, and what the store says of the invoice at this moment; the rule does the rest. */
@Injectable()
export class HandCredits {
  constructor(
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly provider: StoreProvider,
    private readonly commands: CommandBus,
  ) {}

  async credit(ref: InvoiceRef, username: string, reason: string, meta: CommandMeta): Promise<Outcome> {
    // Nobody can be asked whether it is completed still.
    if (ref.provider === ELSEWHERE) throw new Refused(elsewhereRefusals.notByHand, 409);
    const { state } = await this.streams.load(claimSource(this.keys.claim('username', username)));
    const affiliateId = affiliateBehind(state, meta.occurredAt);
    if (!affiliateId) throw new Refused(refusals.affiliateNotFound, 404);
    const found = await this.provider.readInvoice(ref.invoiceId);
    const buyer = found && buyerOf(this.keys, found);
    return this.commands.execute(new CreditSaleByHand({ meta, ref: found?.ref ?? ref, affiliateId, invoice: found, buyer, reason }));
  }
}
