import { Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type BillingBody,
  type CashoutBody,
  detailNames,
  payeeIn,
  type PaymentMethodBody,
  type PayoutDetails,
  type ReadAllBody,
  refusals,
} from '@framelift/contracts';
import { isDeepStrictEqual } from 'node:util';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, Body } from '../../http/answers.ts';
import { Meta } from '../../http/meta.ts';
import { done, type Reply } from '../../http/reply.ts';
import { idFrom, Keys } from '../../platform/keys.ts';
import { vatCountryOf } from '../../platform/vat-number.ts';
import { Refused } from '../../platform/refused.ts';
import {
  AddPaymentMethod,
  ChangeBilling,
  ChangePaymentMethod,
  ReadNotifications,
  RemovePaymentMethod,
  RequestCashout,
} from './affiliate.commands.ts';
import { imageReply, Proofs } from './proofs.ts';

type Done = Promise<Reply<{ success: true }>>;

/** Affiliates' calls on their own account (docs/product.md#affiliate-dashboard). */
@Controller()
export class AffiliateController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: Keys,
    private readonly proofs: Proofs,
  ) {}

  @Answers('POST /api/affiliate/payment-methods')
  async addPaymentMethod(@Who() { id }: Account, @Body() body: PaymentMethodBody, @Meta() meta: CommandMeta): Done {
    const method = { paymentMethodId: idFrom(meta.commandId), ...this.details(body) };
    return done(await this.commands.execute(new AddPaymentMethod({ meta, affiliateId: id, ...method })));
  }

  @Answers('PUT /api/affiliate/payment-methods/:id')
  async changePaymentMethod(
    @Who() who: Account,
    @Param('id') id: string,
    @Body() body: PaymentMethodBody,
    @Meta() meta: CommandMeta,
  ): Done {
    const method = { paymentMethodId: id, ...this.details(body) };
    return done(await this.commands.execute(new ChangePaymentMethod({ meta, affiliateId: who.id, ...method })));
  }

  @Answers('DELETE /api/affiliate/payment-methods/:id')
  async removePaymentMethod(@Who() who: Account, @Param('id') id: string, @Meta() meta: CommandMeta): Done {
    return done(await this.commands.execute(new RemovePaymentMethod({ meta, affiliateId: who.id, paymentMethodId: id })));
  }

  @Answers('PUT /api/affiliate/billing')
  async billing(@Who() { id }: Account, @Body() body: BillingBody, @Meta() meta: CommandMeta): Done {
    const given = Object.entries(body).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : []));
    const vatCountry = vatCountryOf(body.taxNumber);
    const details = { ...Object.fromEntries(given), ...(vatCountry ? { vatCountry } : {}) };
    return done(await this.commands.execute(new ChangeBilling({ meta, affiliateId: id, details })));
  }

  @Answers('POST /api/affiliate/cashouts')
  async requestCashout(@Who() { id }: Account, @Body() body: CashoutBody, @Meta() meta: CommandMeta): Done {
    const { amount, paymentMethodId, notes, editBase } = body;
    const optional = { notes: notes ?? undefined, editBase: editBase ?? undefined };
    const command = new RequestCashout({ meta, affiliateId: id, amountCents: Math.round(amount * 100), paymentMethodId, ...optional });
    return done(await this.commands.execute(command));
  }

  @Answers('GET /api/affiliate/cashouts/:id/proof')
  async proof(@Who() who: Account, @Param('id') id: string) {
    const proof = await this.proofs.find(id);
    if (proof?.affiliateId !== who.id) throw new Refused(refusals.notFound, 'missing');
    return imageReply(proof);
  }

  @Answers('PUT /api/affiliate/notifications/read-all')
  async readAll(@Who() { id }: Account, @Body() { upTo }: ReadAllBody, @Meta() meta: CommandMeta): Done {
    return done(
      await this.commands.execute(new ReadNotifications({ meta, affiliateId: id, notification: 'all', upTo: upTo ?? undefined })),
    );
  }

  @Answers('PUT /api/affiliate/notifications/:id/read')
  async read(@Who() who: Account, @Param('id') id: string, @Meta() meta: CommandMeta): Done {
    return done(await this.commands.execute(new ReadNotifications({ meta, affiliateId: who.id, notification: Number(id) })));
  }

  /** The payload holds only the details of the chosen type (docs/product.md#forms). */
  private details({ paymentType, paymentDetails }: PaymentMethodBody) {
    const details = Object.fromEntries(Object.entries(paymentDetails).filter(([, text]) => text)) as PayoutDetails;
    if (!isDeepStrictEqual(new Set(Object.keys(details)), new Set<string>(detailNames(paymentType))))
      throw new Refused(refusals.paymentDetailsInvalid);
    return { paymentType, details, detailsHash: this.keys.payout(payeeIn(details)!) };
  }
}
