import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { payoutRefusals, type PayoutReportView, RETURNS, rules } from '@framelift/contracts';
import type { CommandMeta, Outcome } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { entryOf } from '../../platform/entry.ts';
import { uuidFrom } from '../../platform/keys.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { type PaidFile, readReport, type ReportRow } from './payer-report.ts';
import { DiscardPayoutFile, NotePayoutResult, ReturnPayment } from './payout-run.commands.ts';
import { type PayoutRun, payoutRunSource } from './payout-run.decider.ts';
import type { PayerReports } from './provider.ts';
import { payoutProviders } from './providers/paying.ts';

/** The payer whose own format a report has; undefined: it is CSV. */
const payerOf = (report: string): PayerReports | undefined =>
  Object.values(payoutProviders).find(({ reports }) => reports?.recognises(report))?.reports;

/** Whether a row is about a payment of the run. */
const isOfRun = ({ cashouts }: PayoutRun, row: ReportRow, payer: PayerReports | undefined, paid: PaidFile | undefined): boolean => {
  const cashout = entryOf(cashouts, row.cashoutId);
  return cashout !== undefined && cashout.state !== 'removed' && (!payer || payer.isAbout(cashout, row, paid));
};

/** Why a row of the run is ignored; undefined: it is used. */
function problemOf(run: PayoutRun, row: ReportRow, payer: PayerReports | undefined): string | undefined {
  const { cashoutId, amountCents, currency = rules.currency, says } = row;
  const cashout = run.cashouts[cashoutId]!;
  if (row.problem) return row.problem;
  if (currency !== rules.currency) return 'The amount is not in euros';
  if (says === 'again') return payer!.again;
  const isPart = payer && says === 'returned' && amountCents !== undefined && amountCents > 0 && amountCents < cashout.amountCents;
  if (amountCents !== undefined && amountCents !== cashout.amountCents && !isPart) return 'The amount is not the cashout’s';
  return says ? undefined : 'The status is unknown';
}
/** Refusals that are about one payment. */
const ROW_REFUSALS: readonly string[] = [payoutRefusals.ownPayment, payoutRefusals.returnedMore];

/** Rows about the run. Of a report about an account, payments of others are one problem, and alone they are refused. */
function rowsOf(run: PayoutRun, report: string): { rows: ReportRow[]; problems: PayoutReportView['problems'] } {
  const payer = payerOf(report);
  const paid = payer?.paidFile(run);
  const all = payer ? payer.read(report, paid) : readReport(report);
  const rows = all.filter((row) => isOfRun(run, row, payer, paid));
  const others = all.filter((row) => !isOfRun(run, row, payer, paid));
  const what = 'No cashout of this run has this id';
  if (!payer) return { rows, problems: others.map(({ row }) => ({ row, what })) };
  refuseIf(!rows.length, payer.ofOthers, 'conflict');
  const more = others.length - 1;
  const alsoNot = more < 1 ? 'This payment is not' : `This payment and ${more} ${more > 1 ? 'others' : 'other'} are not`;
  return { rows, problems: others.slice(0, 1).map(({ row }) => ({ row, what: `${alsoNot} of this run` })) };
}

/** Whether a payer refused every payment of the file of a run that is not settled, and why. */
function refusedFile(run: PayoutRun, report: string): { hash: string; refused: { bankCode?: string } } | undefined {
  const paid = payerOf(report)?.paidFile(run);
  if (!paid) return undefined;
  const { rows } = rowsOf(run, report);
  const isRefused = ({ cashoutId }: { cashoutId: string }) => rows.some((row) => row.cashoutId === cashoutId && row.says === 'failed');
  if (!paid.cashouts.every(isRefused) || rows.some(({ says }) => says !== 'failed')) return undefined;
  const why = rows.find(({ bankCode }) => bankCode)?.bankCode;
  return { hash: paid.hash, refused: why ? { bankCode: why } : {} };
}
const nothing = { completed: 0, unclaimed: 0, returned: 0, unchanged: 0 };

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
    const refused = run.state === 'open' ? refusedFile(run, report) : undefined;
    if (refused) return this.discard(runId, refused, meta);
    refuseIf(run.state !== 'settled', payoutRefusals.notSettled, 'conflict');
    const { rows, problems } = rowsOf(run, report);
    const view: PayoutReportView = { ...nothing, problems };
    let position = 0;
    for (const row of rows) {
      const what = problemOf(run, row, payerOf(report));
      if (what) {
        view.problems.push({ row: row.row, what });
        continue;
      }
      if (row.says === 'accepted') {
        view.unchanged++;
        continue;
      }
      const outcome = await this.take(runId, row, meta).catch((error: unknown) => {
        // One payment that cannot be booked does not keep the others from it.
        if (error instanceof Refused && ROW_REFUSALS.includes(error.message)) return error.message;
        throw error;
      });
      if (typeof outcome === 'string') {
        view.problems.push({ row: row.row, what: outcome });
        continue;
      }
      position = Math.max(position, outcome.position);
      const kind = RETURNS.some((because) => because === row.says) ? 'returned' : (row.says as 'completed' | 'unclaimed');
      view[outcome.events.length ? kind : 'unchanged']++;
    }
    view.problems.sort((a, b) => a.row - b.row);
    return { view, position };
  }

  /** Nothing of the file is paid: it is as if it had not been used. */
  private async discard(runId: string, file: NonNullable<ReturnType<typeof refusedFile>>, meta: CommandMeta) {
    const { position } = await this.commands.execute<DiscardPayoutFile, Outcome>(new DiscardPayoutFile({ meta, runId, ...file }));
    return { view: { ...nothing, problems: [] }, position };
  }

  private take(runId: string, { cashoutId, says, amountCents, bankCode }: ReportRow, meta: CommandMeta): Promise<Outcome> {
    const commandId = uuidFrom(`${meta.commandId} ${cashoutId} ${says} ${amountCents ?? ''}`);
    const derived = { ...meta, commandId, causationId: meta.commandId };
    const because = RETURNS.find((known) => known === says);
    return because
      ? this.commands.execute(
          new ReturnPayment({ meta: derived, runId, cashoutId, because, bankCode, ...(because === 'returned' ? { amountCents } : {}) }),
        )
      : this.commands.execute(new NotePayoutResult({ meta: derived, runId, cashoutId, result: says as 'completed' }));
  }
}
