import { Controller, Param, type RawBodyRequest, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type CheckoutBody,
  type CheckoutView,
  type CreditMissingSaleBody,
  type CreditSaleBody,
  invoiceNamed,
  type InvoiceRef,
  refusals,
  type ReleaseHoldBody,
  type ReverseSaleBody,
  SELLING,
  type SellingProvider,
} from '@framelift/contracts';
import type { FastifyRequest } from 'fastify';
import type { CommandMeta } from '../engine/log/deciding/command.ts';
import { Answers, Body } from '../http/answers.ts';
import { Meta } from '../http/meta.ts';
import { done, type Reply } from '../http/reply.ts';
import { Altcha } from './altcha.ts';
import { CHECKOUT_FORM, Checkouts } from './checkouts.ts';
import { HandCredits } from './hand-credits.ts';
import { Jobs } from '../platform/jobs.ts';
import { Refused } from '../platform/refused.ts';
import { NotificationInbox } from './notification-inbox.ts';
import { SignedInBuyers } from './signed-in-buyers.ts';
import { ReleaseHold, ReverseSaleByHand } from './store.commands.ts';

/** The shop window's side of the store (docs/architecture.md#from-click-to-sale), and the store's own. */
@Controller()
export class StoreController {
  constructor(
    private readonly checkouts: Checkouts,
    private readonly buyers: SignedInBuyers,
    private readonly altcha: Altcha,
    private readonly inbox: NotificationInbox,
    private readonly jobs: Jobs,
  ) {}

  @Answers('POST /api/store/checkout')
  async checkout(@Body() body: CheckoutBody, @Req() request: FastifyRequest, @Meta() meta: CommandMeta): Promise<Reply<CheckoutView>> {
    return this.checkouts.open(body, { id: await this.buyers.of(request), address: request.ip }, meta);
  }

  @Answers('GET /api/store/altcha')
  challenge() {
    return this.altcha.challenge(CHECKOUT_FORM);
  }

  /** Notifications of the first provider; the others have their names in the path. */
  @Answers('POST /api/store/notifications')
  notification(@Req() request: RawBodyRequest<FastifyRequest>): Promise<{ success: true }> {
    return this.kept(SELLING[0], request);
  }

  @Answers('POST /api/store/notifications/:provider')
  notificationOf(@Param('provider') name: string, @Req() request: RawBodyRequest<FastifyRequest>): Promise<{ success: true }> {
    const provider = SELLING.find((known) => known === name);
    if (!provider) throw new Refused(refusals.notFound, 'missing');
    return this.kept(provider, request);
  }

  private async kept(provider: SellingProvider, { rawBody, headers }: RawBodyRequest<FastifyRequest>): Promise<{ success: true }> {
    await this.inbox.keep(provider, rawBody, headers);
    this.jobs.wake(NotificationInbox, 'work');
    return { success: true };
  }
}

/** @throws Refused where a key names no invoice of a provider's */
function named(key: string): InvoiceRef {
  const invoice = invoiceNamed(key);
  if (!invoice) throw new Refused(refusals.saleNotFound, 'missing');
  return invoice;
}

/** Admins' decisions on single sales (docs/rules.md#6-crediting). */
@Controller()
export class SalesAdminController {
  constructor(
    private readonly commands: CommandBus,
    private readonly handCredits: HandCredits,
  ) {}

  @Answers('POST /api/admin/sales/:invoice/credit')
  async credit(@Param('invoice') invoice: string, @Body() { username, reason }: CreditSaleBody, @Meta() meta: CommandMeta) {
    return done(await this.handCredits.credit(named(invoice), username, reason, meta));
  }

  @Answers('POST /api/admin/missing-sales/:id/credit')
  async creditMissing(@Param('id') id: string, @Body() { transactionId, ...written }: CreditMissingSaleBody, @Meta() meta: CommandMeta) {
    return done(await this.handCredits.creditMissing(id, named(transactionId), written, meta));
  }

  @Answers('POST /api/admin/sales/:invoice/reverse')
  async reverse(@Param('invoice') invoice: string, @Body() body: ReverseSaleBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new ReverseSaleByHand({ meta, ref: named(invoice), ...body })));
  }

  @Answers('POST /api/admin/sales/:invoice/release')
  async release(@Param('invoice') invoice: string, @Body() { reason }: ReleaseHoldBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new ReleaseHold({ meta, ref: named(invoice), reason })));
  }
}
