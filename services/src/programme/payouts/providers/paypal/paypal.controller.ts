import { Controller, Param, type RawBodyRequest, Req } from '@nestjs/common';
import { refusals, type RemoveFromRunBody, type ShownRunBody } from '@framelift/contracts';
import type { FastifyRequest } from 'fastify';
import type { CommandMeta } from '../../../../engine/log/deciding/command.ts';
import { Answers, Body } from '../../../../http/answers.ts';
import { Meta } from '../../../../http/meta.ts';
import { done } from '../../../../http/reply.ts';
import { Refused, refuseIf } from '../../../../platform/refused.ts';
import { PaypalBatches } from './paypal-batches.ts';
import { noticeOf } from './paypal-words.ts';
import { PayPal, PaypalProblem } from './paypal.ts';

/** Payout runs that are paid through PayPal's API, and what PayPal notifies of them (docs/rules.md#25-payout-runs). */
@Controller()
export class PaypalController {
  constructor(
    private readonly batches: PaypalBatches,
    private readonly paypal: PayPal,
  ) {}

  @Answers('POST /api/admin/payout-runs/:id/send')
  async send(@Param('id') runId: string, @Body() { editBase }: ShownRunBody, @Meta() meta: CommandMeta) {
    return done(await this.batches.send(runId, meta, editBase ?? undefined));
  }

  @Answers('POST /api/admin/payout-runs/:id/take-back')
  async takeBack(@Param('id') runId: string, @Body() { cashoutId }: RemoveFromRunBody, @Meta() meta: CommandMeta) {
    return done(await this.batches.takeBack(runId, cashoutId, meta));
  }

  /** Only one about a run of ours leads to a call: others cannot make us ask PayPal. */
  @Answers('POST /api/paypal/notifications')
  async notification(@Req() { rawBody, headers }: RawBodyRequest<FastifyRequest>): Promise<{ success: true }> {
    const notice = noticeOf(rawBody ?? Buffer.alloc(0), headers);
    if (!notice) throw new Refused(refusals.badRequest);
    refuseIf(!this.paypal.isNotified, refusals.signatureInvalid, 'unauthorized');
    const runId = await this.batches.runOf(notice);
    if (!runId) return { success: true };
    const isGenuine = await this.paypal.sent(notice).catch((error: unknown) => {
      // PayPal sends it again, and the payments are polled.
      if (error instanceof PaypalProblem) throw new Refused(refusals.unavailable, 'unavailable', 60);
      throw error;
    });
    refuseIf(!isGenuine, refusals.signatureInvalid, 'unauthorized');
    this.batches.notify(runId, notice.batchId);
    return { success: true };
  }
}
