import { Controller, Param } from '@nestjs/common';
import {
  invoiceKey,
  type RefundElsewhereBody,
  type SaleElsewhereBody,
  type SaleElsewhereView,
  type Stored,
  toEuros,
} from '@framelift/contracts';
import type { CommandMeta, Outcome } from '../engine/log/deciding/command.ts';
import { Answers, Body } from '../http/answers.ts';
import { Meta } from '../http/meta.ts';
import { done, type Reply, replyTo } from '../http/reply.ts';
import { refElsewhere, SalesElsewhere } from './sales-elsewhere.ts';

/** The outcome of a sale, from the facts of its one append: the same for a repeat. */
function outcomeOf(id: string, { events }: Outcome): SaleElsewhereView {
  const recorded = { transactionId: invoiceKey(refElsewhere(id)) };
  const credited = events.find(({ type }) => type === 'SaleCredited')?.data as Stored<'SaleCredited'> | undefined;
  if (credited) {
    const { affiliateId, commissionCents } = credited;
    return { ...recorded, outcome: 'credited', reason: null, affiliateId, commission: toEuros(commissionCents) };
  }
  const { reason, affiliateId = null } = events.find(({ type }) => type === 'SaleNotCredited')!.data as Stored<'SaleNotCredited'>;
  return { ...recorded, outcome: 'notCredited', reason, affiliateId, commission: null };
}

@Controller()
export class SalesElsewhereController {
  constructor(private readonly sales: SalesElsewhere) {}

  @Answers('POST /api/sales')
  async report(@Body() body: SaleElsewhereBody, @Meta() meta: CommandMeta): Promise<Reply<SaleElsewhereView>> {
    const outcome = await this.sales.report(body, meta);
    return replyTo(outcome, outcomeOf(body.id, outcome));
  }

  @Answers('POST /api/sales/:id/refund')
  async refund(@Param('id') id: string, @Body() { amount }: RefundElsewhereBody, @Meta() meta: CommandMeta) {
    return done(await this.sales.refund(id, amount ?? undefined, meta));
  }
}
