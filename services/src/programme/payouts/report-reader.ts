import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { payoutRefusals, type PayoutReportView, RETURNS } from '@framelift/contracts';
import type { CommandMeta, Outcome } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { uuidFrom } from '../../platform/keys.ts';
import { refuseIf } from '../../platform/refused.ts';
import { readReport, type ReportRow } from './payer-report.ts';
import { NotePayoutResult, ReturnPayment } from './payout-run.commands.ts';
import { type PayoutRun, payoutRunSource } from './payout-run.decider.ts';

/** Why a row is ignored; undefined: it is used. */
function problemOf(run: PayoutRun, { cashoutId, amountCents, says }: ReportRow): string | undefined {
  const cashout = run.cashouts[cashoutId];
  if (!cashout || cashout.state === 'removed') return 'No cashout of this run has this id';
  if (amountCents !== undefined && amountCents !== cashout.amountCents) return 'The amount is not the cashout’s';
  return says ? undefined : 'The status is unknown';
}

/** Reads a payer's report on a run’s payments: each row is a separate command, and a repeated report changes nothing. */
@Injectable()
export class ReportReader {
  constructor(
    private readonly streams: Streams,
    private readonly commands: CommandBus,
  ) {}

  async read(runId: string, report: string, meta: CommandMeta): Promise<{ view: PayoutReportView; position: number }> {
    const { state: run } = await this.streams.load(payoutRunSource(runId));
    refuseIf(run.state === 'none', payoutRefusals.runNotFound, 'missing');
    refuseIf(run.state !== 'settled', payoutRefusals.notSettled, 'conflict');
    const view: PayoutReportView = { completed: 0, unclaimed: 0, returned: 0, unchanged: 0, problems: [] };
    let position = 0;
    for (const row of readReport(report)) {
      const what = problemOf(run, row);
      if (what) {
        view.problems.push({ row: row.row, what });
        continue;
      }
      const outcome = await this.take(runId, row, meta);
      position = Math.max(position, outcome.position);
      const kind = RETURNS.some((because) => because === row.says) ? 'returned' : (row.says as 'completed' | 'unclaimed');
      view[outcome.events.length ? kind : 'unchanged']++;
    }
    return { view, position };
  }

  private take(runId: string, { cashoutId, says }: ReportRow, meta: CommandMeta): Promise<Outcome> {
    const derived = { ...meta, commandId: uuidFrom(`${meta.commandId} ${cashoutId} ${says}`), causationId: meta.commandId };
    const because = RETURNS.find((known) => known === says);
    return because
      ? this.commands.execute(new ReturnPayment({ meta: derived, runId, cashoutId, because }))
      : this.commands.execute(new NotePayoutResult({ meta: derived, runId, cashoutId, result: says as 'completed' }));
  }
}
