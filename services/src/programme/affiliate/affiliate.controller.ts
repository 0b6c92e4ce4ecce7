import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { refusals } from '@framelift/contracts';
import type { CommandMeta, Outcome } from '../../engine/log/streams.ts';
import { type Account, Allow, Confirmed, Who } from '../../http/allow.ts';
import { Meta } from '../../http/meta.ts';
import { done, type Reply } from '../../http/reply.ts';
import { idFrom, Keys } from '../../platform/keys.ts';
import { Refused } from '../../platform/refused.ts';
import { CashoutRequest, PaymentMethodRequest } from './affiliate.bodies.ts';
import { AddPaymentMethod, ChangePaymentMethod, ReadNotifications, RemovePaymentMethod, RequestCashout } from './affiliate.commands.ts';
import { imageReply } from './proof.reply.ts';
import { Proofs } from './proofs.ts';

type Done = Promise<Reply<{ success: true }>>;

/** What an affiliate does with their own account (docs/product.md#affiliate-dashboard). */
@Controller('api/affiliate')
@Allow('affiliate')
export class AffiliateController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: Keys,
    private readonly proofs: Proofs,
  ) {}

  @Post('payment-methods')
  @Confirmed()
  async addPaymentMethod(@Who() { id }: Account, @Body() body: PaymentMethodRequest, @Meta() meta: CommandMeta): Done {
    const { details, detailsHash } = this.details(body);
    const methodId = idFrom(meta.commandId);
    return done(await this.execute(new AddPaymentMethod(meta, id, methodId, body.paymentType, details, detailsHash)));
  }

  @Put('payment-methods/:id')
  @Confirmed()
  async changePaymentMethod(
    @Who() who: Account,
    @Param('id') id: string,
    @Body() body: PaymentMethodRequest,
    @Meta() meta: CommandMeta,
  ): Done {
    const { details, detailsHash } = this.details(body);
    return done(await this.execute(new ChangePaymentMethod(meta, who.id, id, body.paymentType, details, detailsHash)));
  }

  @Delete('payment-methods/:id')
  @Confirmed()
  async removePaymentMethod(@Who() who: Account, @Param('id') id: string, @Meta() meta: CommandMeta): Done {
    return done(await this.execute(new RemovePaymentMethod(meta, who.id, id)));
  }

  @Post('cashouts')
  async requestCashout(@Who() { id }: Account, @Body() body: CashoutRequest, @Meta() meta: CommandMeta): Done {
    const { amount, paymentMethodId, notes } = body;
    return done(await this.execute(new RequestCashout(meta, id, Math.round(amount * 100), paymentMethodId, notes ?? undefined)));
  }

  @Get('cashouts/:id/proof')
  async proof(@Who() who: Account, @Param('id') id: string) {
    const proof = await this.proofs.of(id);
    if (proof?.affiliateId !== who.id) throw new Refused(refusals.notFound, 404);
    return imageReply(proof);
  }

  @Put('notifications/read-all')
  async readAll(@Who() { id }: Account, @Meta() meta: CommandMeta): Done {
    return done(await this.execute(new ReadNotifications(meta, id, 'all')));
  }

  @Put('notifications/:id/read')
  async read(@Who() who: Account, @Param('id') id: string, @Meta() meta: CommandMeta): Done {
    return done(await this.execute(new ReadNotifications(meta, who.id, Number(id))));
  }

  /** The payload holds only the details of the chosen type (docs/product.md#forms). */
  private details({ paymentType, paymentDetails: { email, address } }: PaymentMethodRequest) {
    const detail = paymentType === 'paypal' ? email : address;
    if (!detail || (email && address)) throw new Refused(refusals.paymentDetailsInvalid);
    return { details: paymentType === 'paypal' ? { email: detail } : { address: detail }, detailsHash: this.keys.payout(detail) };
  }

  private execute<C extends object>(command: C): Promise<Outcome> {
    return this.commands.execute<C, Outcome>(command);
  }
}
