import { Body, Controller, Get, HttpCode, Param, Post, type RawBodyRequest, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CheckoutView } from '@framelift/contracts';
import type { FastifyRequest } from 'fastify';
import type { CommandMeta, Outcome } from '../engine/log/streams.ts';
import { Allow } from '../http/allow.ts';
import { Meta } from '../http/meta.ts';
import { done, type Reply } from '../http/reply.ts';
import { Altcha } from './altcha.ts';
import { CHECKOUT_FORM, Checkouts } from './checkouts.ts';
import { HandCredits } from './hand-credits.ts';
import { Jobs } from '../platform/jobs.ts';
import { NotificationInbox } from './notification-inbox.ts';
import { CheckoutRequest, CreditSaleRequest, ReverseSaleRequest } from './store.bodies.ts';
import { ReverseSaleByHand } from './store.commands.ts';

/** The shop window's side of the store (docs/architecture.md#from-click-to-sale), and the store's own. */
@Controller('api/store')
@Allow('public')
export class StoreController {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly altcha: Altcha,
    private readonly inbox: NotificationInbox,
    private readonly jobs: Jobs,
  ) {}

  @Post('checkout')
  @HttpCode(200)
  checkout(@Body() body: CheckoutRequest, @Meta() meta: CommandMeta): Promise<Reply<CheckoutView>> {
    return this.checkouts.open(body, meta);
  }

  @Get('altcha')
  challenge() {
    return this.altcha.challenge(CHECKOUT_FORM);
  }

  @Post('notifications')
  @HttpCode(200)
  async notification(@Req() { rawBody, headers }: RawBodyRequest<FastifyRequest>): Promise<{ success: true }> {
    await this.inbox.keep(rawBody, headers['x-signature'], headers['idempotency-key']);
    this.jobs.wake(NotificationInbox, 'work');
    return { success: true };
  }
}

/** What admins decide about single sales (docs/rules.md#6-crediting). */
@Controller('api/admin/sales')
@Allow('admin')
export class SalesAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly handCredits: HandCredits,
  ) {}

  @Post(':invoice/credit')
  @HttpCode(200)
  async credit(@Param('invoice') invoice: string, @Body() { username, reason }: CreditSaleRequest, @Meta() meta: CommandMeta) {
    return done(await this.handCredits.credit(invoice, username, reason, meta));
  }

  @Post(':invoice/reverse')
  @HttpCode(200)
  async reverse(@Param('invoice') invoice: string, @Body() { reason }: ReverseSaleRequest, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute<ReverseSaleByHand, Outcome>(new ReverseSaleByHand(meta, invoice, reason)));
  }
}
