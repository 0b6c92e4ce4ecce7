import { Controller, Header, Param, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type AcknowledgeBody,
  type OutcomeBody,
  type PayoutFileBody,
  payoutMethods,
  payoutRefusals,
  type PayoutReportBody,
  type PayoutReportView,
  type PayoutRunBody,
  type PayoutRunMadeView,
  type RemoveFromRunBody,
  type ReturnPaymentBody,
  type SettleRunBody,
  type ShownRunBody,
  type UnusedFileBody,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Answers, Body, type QueryOf } from '../../http/answers.ts';
import { attachment } from '../../http/attachment.ts';
import { Meta } from '../../http/meta.ts';
import { Query } from '../../http/query.ts';
import { done, Reply, replyTo } from '../../http/reply.ts';
import { idFrom, Keys } from '../../platform/keys.ts';
import { refuseIf } from '../../platform/refused.ts';
import { PaymentFiles } from './payment-files.ts';
import * as commands from './payout-run.commands.ts';
import { payoutRunSource } from './payout-run.decider.ts';
import { payerRules } from './providers/paying.decider.ts';
import { ReportReader } from './report-reader.ts';
import { RunProofs } from '../run-proofs.ts';

/** What admins decide about payout runs (docs/rules.md#25-payout-runs). No admin can pay their own account. */
@Controller()
export class PayoutRunsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly streams: Streams,
    private readonly files: PaymentFiles,
    private readonly reports: ReportReader,
    private readonly proofs: RunProofs,
    private readonly keys: Keys,
  ) {}

  @Answers('POST /api/admin/payout-runs')
  async start(@Body() { cashouts }: PayoutRunBody, @Meta() meta: CommandMeta): Promise<Reply<PayoutRunMadeView>> {
    const runId = idFrom(meta.commandId);
    const started = await this.commands.execute(new commands.StartPayoutRun({ meta, runId, cashoutIds: cashouts }));
    return replyTo(started, { id: runId });
  }

  @Answers('GET /api/admin/payout-runs/:id/file')
  @Header('Cache-Control', 'no-store')
  async file(
    @Param('id') runId: string,
    @Query() { type, decimal, rate }: QueryOf<'GET /api/admin/payout-runs/:id/file'>,
    @Meta() meta: CommandMeta,
  ): Promise<StreamableFile> {
    refuseIf(!type, payoutRefusals.typeInvalid);
    const content = await this.files.made(runId, { type: type!, decimal, rate }, meta);
    return attachment(['payments', type!, runId], payoutMethods[type!].file.extension, content);
  }

  @Answers('POST /api/admin/payout-runs/:id/file')
  async makeFile(@Param('id') runId: string, @Body() { type, decimal, rate, editBase }: PayoutFileBody, @Meta() meta: CommandMeta) {
    // The outcome of a repeated request is known, whatever the run is now.
    const isRepeated = await this.streams.isRepeated(meta);
    const { content, ...held } = isRepeated
      ? { type, count: 0, cents: 0, content: '' }
      : await this.files.toMake(runId, { type, decimal, rate, at: meta.occurredAt });
    const shown = { meta, runId, editBase: editBase ?? undefined };
    return done(await this.commands.execute(new commands.MakePayoutFile({ ...shown, hash: this.keys.payoutFile(content), ...held })));
  }

  @Answers('POST /api/admin/payout-runs/:id/unused')
  async unused(@Param('id') runId: string, @Body() { hash }: UnusedFileBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new commands.DiscardPayoutFile({ meta, runId, hash })));
  }

  @Answers('POST /api/admin/payout-runs/:id/approve')
  async approve(@Param('id') runId: string, @Body() { editBase }: ShownRunBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new commands.ApprovePayoutRun({ meta, runId, editBase: editBase ?? undefined })));
  }

  @Answers('POST /api/admin/payout-runs/:id/remove')
  async remove(@Param('id') runId: string, @Body() { cashoutId }: RemoveFromRunBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new commands.RemoveFromPayoutRun({ meta, runId, cashoutId })));
  }

  @Answers('POST /api/admin/payout-runs/:id/cancel')
  async cancel(@Param('id') runId: string, @Body() { editBase }: ShownRunBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new commands.CancelPayoutRun({ meta, runId, editBase: editBase ?? undefined })));
  }

  @Answers('POST /api/admin/payout-runs/:id/settle')
  async settle(@Param('id') runId: string, @Body() { reference, proofImage, editBase }: SettleRunBody, @Meta() meta: CommandMeta) {
    const proof = proofImage ? await this.proofs.store(runId, proofImage) : undefined;
    return done(
      await this.commands.execute(new commands.SettlePayoutRun({ meta, runId, editBase: editBase ?? undefined, reference, proof })),
    );
  }

  @Answers('POST /api/admin/payout-runs/:id/outcome')
  async outcome(@Param('id') runId: string, @Body() { editBase, ...stated }: OutcomeBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new commands.StatePayoutOutcome({ meta, runId, editBase: editBase ?? undefined, ...stated })));
  }

  @Answers('POST /api/admin/payout-runs/:id/acknowledge')
  async acknowledge(@Param('id') runId: string, @Body() { itemId, reason }: AcknowledgeBody, @Meta() meta: CommandMeta) {
    return done(await this.commands.execute(new commands.AcknowledgeUnmatchedPayment({ meta, runId, itemId, reason })));
  }

  @Answers('GET /api/admin/payout-runs/:id/proof')
  proof(@Param('id') runId: string) {
    return this.proofs.reply(runId);
  }

  @Answers('POST /api/admin/payout-runs/:id/return')
  async giveBack(@Param('id') runId: string, @Body() { cashoutId, because }: ReturnPaymentBody, @Meta() meta: CommandMeta) {
    const { state: run } = await this.streams.load(payoutRunSource(runId));
    for (const payer of payerRules) payer.refuseReturn(run, cashoutId);
    return done(await this.commands.execute(new commands.ReturnPayment({ meta, runId, cashoutId, because })));
  }

  @Answers('POST /api/admin/payout-runs/:id/report')
  async report(
    @Param('id') runId: string,
    @Body() { report }: PayoutReportBody,
    @Meta() meta: CommandMeta,
  ): Promise<Reply<PayoutReportView>> {
    const { view, position } = await this.reports.read(runId, report, meta);
    return new Reply(view, position);
  }
}
