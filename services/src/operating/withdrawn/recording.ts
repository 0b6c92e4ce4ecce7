import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type InvoiceRef, RECORDED_AGAIN, withdrawnRefusals, type WithdrawnKind } from '@framelift/contracts';
import type { CommandMeta, Outcome } from '../../engine/log/deciding/command.ts';
import { isSealed, Vault } from '../../engine/log/sealing/vault.ts';
import { refuseIf } from '../../platform/refused.ts';
import * as affiliate from '../../programme/affiliate/affiliate.commands.ts';
import { HandCredits } from '../../store/hand-credits.ts';
import { ReleaseHold, ReverseSaleByHand } from '../../store/store.commands.ts';

interface About {
  meta: CommandMeta;
  affiliateId: string;
  /** Where it was listed: what changed after that is not overwritten. */
  listedAt: number;
  /** What was kept of the event, in clear. */
  data: any;
}
const refOf = ({ provider, invoiceId }: InvoiceRef): InvoiceRef => ({ provider, invoiceId });

/** Records withdrawn events again, each by the command that records such events. */
@Injectable()
export class RecordingAgain {
  constructor(
    private readonly commands: CommandBus,
    private readonly credits: HandCredits,
    private readonly vault: Vault,
  ) {}

  private readonly by: Partial<Record<WithdrawnKind, (about: About) => Promise<Outcome>>> = {
    AffiliateEdited: ({ data: { reason, ...fields }, listedAt: editBase, ...about }) =>
      this.commands.execute(new affiliate.EditAffiliate({ ...about, fields, editBase, ...(reason ? { reason } : {}) })),
    SaleRecorded: ({ meta, affiliateId, data }) => this.credits.creditAgain(affiliateId, refOf(data), data.reason ?? RECORDED_AGAIN, meta),
    SaleReversed: ({ meta, data: { reason = RECORDED_AGAIN, internalNote, ...ref } }) =>
      this.commands.execute(new ReverseSaleByHand({ meta, ref: refOf(ref), reason, internalNote })),
    HoldReleased: ({ meta, data }) => this.commands.execute(new ReleaseHold({ meta, ref: refOf(data), reason: data.reason })),
    CashoutRequested: ({ meta, affiliateId, data }) => this.commands.execute(new affiliate.RequestCashout({ meta, affiliateId, ...data })),
    CashoutProcessed: ({ meta, data }) => this.commands.execute(new affiliate.ProcessCashout({ meta, ...data })),
    PaymentMethodAdded: ({ meta, affiliateId, data }) =>
      this.commands.execute(new affiliate.AddPaymentMethod({ meta, affiliateId, ...data })),
    PaymentMethodChanged: ({ meta, affiliateId, data }) =>
      this.commands.execute(new affiliate.ChangePaymentMethod({ meta, affiliateId, ...data })),
    PaymentMethodRemoved: ({ meta, affiliateId, data }) =>
      this.commands.execute(new affiliate.RemovePaymentMethod({ meta, affiliateId, ...data })),
    BillingDetailsChanged: ({ meta, affiliateId, data }) =>
      this.commands.execute(new affiliate.ChangeBilling({ meta, affiliateId, details: data })),
  };

  /** @throws Refused, as the command does */
  async record(type: WithdrawnKind, { kept, ...about }: Omit<About, 'data'> & { kept: object }): Promise<Outcome> {
    const command = this.by[type];
    refuseIf(!command, withdrawnRefusals.notRecordable, 'conflict');
    return command!({ ...about, data: await this.opened(kept) });
  }

  private async opened(kept: object): Promise<object> {
    const entries = Object.entries(kept);
    const clear = await this.vault.open(entries.map(([, value]) => (isSealed(value) ? value : undefined)));
    const isErased = entries.some(([, value], i) => isSealed(value) && clear[i] === null);
    refuseIf(isErased, withdrawnRefusals.erased, 'conflict');
    return Object.fromEntries(entries.map(([name, value], i) => [name, isSealed(value) ? clear[i] : value]));
  }
}
