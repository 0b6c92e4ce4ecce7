import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { HOUR_MS, idOf, MINUTE_MS, OWN_CODES, payoutRefusals, paypalRefusals, refusals, RETURNS, SECOND_MS } from '@framelift/contracts';
import { type CommandMeta, metaOf, type Outcome } from '../../../../engine/log/deciding/command.ts';
import { Streams } from '../../../../engine/log/deciding/streams.ts';
import type { Config } from '../../../../platform/config.ts';
import { entryOf } from '../../../../platform/entry.ts';
import { Every, Jobs } from '../../../../platform/jobs.ts';
import { Keys } from '../../../../platform/keys.ts';
import { ifAlone, locks } from '../../../../platform/locks.ts';
import type { Logger } from '../../../../platform/logging.ts';
import type { Pool } from '../../../../platform/pg.ts';
import { Refused, refuseIf } from '../../../../platform/refused.ts';
import { CLOCK, type Clock, CONFIG, LOGGER, POOL } from '../../../../platform/tokens.ts';
import { ownerOf } from '../../../affiliate/affiliate.decider.ts';
import { SamePerson } from '../../../same-person.ts';
import { finishRun } from '../../finishing.ts';
import { meaningOf } from '../../payer-report.ts';
import { mayPay } from '../../payer.decider.ts';
import { PaymentFiles } from '../../payment-files.ts';
import type { Payment } from '../../provider.ts';
import { isAsked } from './payout-batch.decider.ts';
import { inIt, type PayoutRun, payoutRunSource } from '../../payout-run.decider.ts';
import { NotePayoutResult, ReturnPayment } from '../../payout-run.commands.ts';
import { type Answered, NotePayoutBatch, NoteUnmatchedPayments, SendPayoutBatch } from './paypal.commands.ts';
import { isOver } from './paypal.holds.decider.ts';
import { batchBody, deniedFor, type PaypalBatch, type PaypalNotice } from './paypal-words.ts';
import { PayPal, PaypalProblem } from './paypal.ts';
import { looksLikeRun, unmatchedIn } from './unmatched.ts';

const paypalActor = { kind: 'system', id: 'paypal' } as const;
/** Longer than the first call can take: only after it another one is made. */
const FIRST_CALL_MS = 2 * MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
/** Runs of an unknown batch are looked for at most this often: others cannot make us ask PayPal more. */
const LOOK_UP_MS = MINUTE_MS;

/**
 * Payout runs at PayPal (docs/rules.md#25-payout-runs). What the log says decides; PayPal is asked again after a crash or without an answer, under
 * the same id, and a notification only makes it sooner.
 */
@Injectable()
export class PaypalBatches {
  /** When each run is due, in ms; of this process alone. */
  private readonly due = new Map<string, number>();
  /** By PayPal's name of its batch. */
  private readonly runs = new Map<string, string>();
  private lookedUpAt = -Infinity;
  private readonly notified = new Set<string>();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly streams: Streams,
    private readonly commands: CommandBus,
    private readonly files: PaymentFiles,
    private readonly samePerson: SamePerson,
    private readonly paypal: PayPal,
    private readonly keys: Keys,
    private readonly jobs: Jobs,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // What is known here may be of runs, or of their ends, that a restored database lacks.
    streams.log.onLost(() => {
      for (const known of [this.due, this.runs, this.notified]) known.clear();
    });
  }

  /** Sends the PayPal payments of a run, and waits for PayPal's first answer. @throws Refused if PayPal refuses them */
  async send(runId: string, meta: CommandMeta, editBase?: number): Promise<Outcome> {
    refuseIf(!this.paypal.isSet, paypalRefusals.notSet, 'conflict');
    const run = await this.run(runId);
    refuseIf(run.state === 'none', payoutRefusals.runNotFound, 'missing');
    // The outcome of a repeated request is known, and there may be nothing left to send.
    const isRepeated = await this.streams.isRepeated(meta);
    refuseIf(!isRepeated && run.state !== 'open', payoutRefusals.notOpenRun, 'conflict');
    // Before anything is recorded, so that a send that would have to wait is refused.
    if (!isRepeated) await this.streams.log.barrier.afterArchived();
    const { payments, count, cents } = isRepeated ? { payments: [], count: 0, cents: 0 } : await this.files.payments(run, 'paypal');
    const outcome = await this.commands.execute<SendPayoutBatch, Outcome>(
      new SendPayoutBatch({ meta, runId, hash: this.hashOf(runId, payments), count, cents, editBase }),
    );
    // Only who appended it makes the first call. If that has to wait for the archive after all, `work` makes it.
    const position = outcome.repeated ? 0 : await this.ask(runId, payments);
    const { batch } = await this.run(runId);
    if (batch?.state === 'refused') throw new Refused(paypalRefusals.refused(batch.code!), 'conflict');
    return { ...outcome, position: Math.max(outcome.position, position) };
  }

  /** Takes back a payment that its recipient has not accepted. @throws Refused */
  async takeBack(runId: string, cashoutId: string, meta: CommandMeta): Promise<{ position: number }> {
    refuseIf(!this.paypal.isSet, paypalRefusals.notSet, 'conflict');
    const { state, batch, cashouts } = await this.run(runId);
    refuseIf(state === 'none', payoutRefusals.runNotFound, 'missing');
    const cashout = cashouts[cashoutId];
    refuseIf(!cashout, payoutRefusals.notInRun, 'missing');
    if (RETURNS.some((because) => because === cashout!.state)) return { position: 0 };
    refuseIf(!batch?.batchId || cashout!.state !== 'paid', paypalRefusals.notUnclaimed, 'conflict');
    mayPay(await this.samePerson.payer(meta.actor, [ownerOf(cashoutId)]));
    try {
      const item = (await this.paypal.batch(batch!.batchId!))?.items.find((one) => one.cashoutId === cashoutId);
      const isBack = item?.status === 'RETURNED' || (item?.status === 'UNCLAIMED' && (await this.paypal.cancel(item.itemId)));
      refuseIf(!isBack, paypalRefusals.notUnclaimed, 'conflict');
      // After a crash here, the next poll finds it returned.
      return await this.commands.execute<ReturnPayment, Outcome>(new ReturnPayment({ meta, runId, cashoutId, because: 'returned' }));
    } catch (error) {
      if (!(error instanceof PaypalProblem)) throw error;
      this.logger.warn({ err: error, runId }, 'a payment could not be taken back');
      throw new Refused(paypalRefusals.noAnswer, 'unavailable', 10);
    }
  }

  /** The run that a notification is about, which the log may have lost; undefined: none of ours. @throws Refused: PayPal sends it again */
  async runOf({ batchId, senderId }: PaypalNotice): Promise<string | undefined> {
    const isOurs = senderId !== undefined && /^[0-9a-z]{1,64}$/.test(senderId) && (await this.run(senderId)).batch !== null;
    if (isOurs) return senderId;
    const known = this.runs.get(batchId);
    if (known) return known;
    if (performance.now() - this.lookedUpAt < LOOK_UP_MS) {
      if (looksLikeRun(senderId)) throw new Refused(refusals.unavailable, 'unavailable', LOOK_UP_MS / SECOND_MS);
      return undefined;
    }
    this.lookedUpAt = performance.now();
    for (const runId of await this.all()) this.remember(await this.run(runId));
    return this.runs.get(batchId) ?? (looksLikeRun(senderId) ? senderId : undefined);
  }

  /** PayPal has news of a run: reads them now. */
  notify(runId: string, batchId: string): void {
    this.notified.add(`${runId} ${batchId}`);
    this.jobs.wake(PaypalBatches, 'work');
  }

  @Every(
    ({ store }) => store.reconcileSeconds * SECOND_MS,
    'asks PayPal about payments of payout runs that are not over; also when it notifies',
  )
  async work(_now: number, stop: AbortSignal): Promise<void> {
    if (!this.paypal.isSet) return;
    const notified = [...this.notified];
    this.notified.clear();
    for (const one of notified) {
      const [runId, batchId] = one.split(' ') as [string, string];
      // What could not be read now is read with the next poll.
      if (!(await this.tried(runId, () => this.look(runId, batchId)))) this.notified.add(one);
    }
    await ifAlone(this.pool, locks.paypal, async () => {
      for (const runId of await this.all()) {
        if (stop.aborted) return;
        if ((this.due.get(runId) ?? 0) <= this.now()) await this.tried(runId, () => this.step(runId));
      }
    });
  }

  private async step(runId: string): Promise<void> {
    const run = await this.run(runId);
    const { batch } = run;
    if (!batch) return;
    // A refused one may be sent again, by another process too.
    if (isOver(run)) return void this.due.set(runId, this.now() + (run.state === 'open' ? 0 : LONGEST_PAUSE_MS));
    const age = this.now() - Date.parse(batch.sentAt);
    this.due.set(runId, this.now() + Math.min(Math.max(age / 10, this.config.store.reconcileSeconds * SECOND_MS), LONGEST_PAUSE_MS));
    if (batch.batchId) await this.look(runId, batch.batchId);
    else if (age >= FIRST_CALL_MS && isAsked(batch, new Date(this.now()).toISOString())) await this.askAgain(run);
  }

  /** Asks again for a batch that PayPal has not confirmed. It is recorded before: from then on a refusal says nothing about earlier calls. */
  private async askAgain(run: PayoutRun): Promise<void> {
    if (run.batch!.code === null) await this.note(run.id, { state: 'delayed', code: OWN_CODES.noAnswer });
    const { batch } = await this.run(run.id);
    if (batch?.state !== 'sent' || batch.code === null) return;
    const payments = await this.files.payments(run, 'paypal').then(
      (found) => found.payments,
      (error: unknown) => {
        if (error instanceof Refused) return undefined;
        throw error;
      },
    );
    // Only what was sent before: PayPal would pay something else if the first call never arrived.
    const isSame = payments !== undefined && this.hashOf(run.id, payments) === batch.hash;
    if (isSame) await this.ask(run.id, payments);
    else await this.note(run.id, { state: 'delayed', code: OWN_CODES.changed });
  }

  /** One call. @returns the last position. @throws Refused: it has to wait for the archive */
  private async ask(runId: string, payments: readonly Payment[]): Promise<number> {
    await this.streams.log.barrier.afterArchived();
    const answered = await this.paypal.send(runId, batchBody(runId, payments)).then(
      (batchId) => ({ state: 'accepted', batchId }) as const,
      (error: unknown) => {
        if (!(error instanceof PaypalProblem)) throw error;
        this.logger.warn({ err: error, runId }, 'PayPal did not take a batch');
        return { state: error.isRefusal ? 'refused' : 'delayed', code: error.code } as const;
      },
    );
    this.due.delete(runId);
    return this.note(runId, answered);
  }

  /** Reads a batch, and records what became of it and of each payment. @returns the last position */
  private async look(runId: string, batchId: string): Promise<number> {
    const found = await this.paypal.batch(batchId);
    if (!found || found.senderId !== runId) {
      this.logger.error(
        { runId, batchId },
        found ? 'a batch at PayPal is not of this payout run' : 'PayPal does not know a batch that it accepted',
      );
      return 0;
    }
    let last = await this.note(runId, { state: 'accepted', batchId: found.batchId });
    if (['DENIED', 'CANCELED'].includes(found.status)) {
      const code = deniedFor(found);
      // First: once it is recorded, PayPal is not asked about the run again.
      last = Math.max(last, await this.failAll(runId, code));
      return Math.max(last, await this.note(runId, { state: 'denied', code }));
    }
    if (found.status !== 'SUCCESS') return last;
    const { feeCents } = found;
    last = Math.max(last, await this.note(runId, { state: 'processed', ...(feeCents === undefined ? {} : { feeCents }) }));
    last = Math.max(last, await finishRun(this.streams, runId));
    const run = await this.run(runId);
    this.remember(run);
    last = Math.max(last, await this.name(run, found));
    if (run.state !== 'settled') return last;
    for (const item of found.items) last = Math.max(last, await this.take(run, item));
    return last;
  }

  /** Names the payments that no run has: an admin acknowledges them, and nothing is booked. @returns the last position */
  private async name(run: PayoutRun, { senderId, batchId, items }: PaypalBatch): Promise<number> {
    const payments = unmatchedIn(run, items);
    if (!payments.length) return 0;
    const command = new NoteUnmatchedPayments({ meta: this.meta(), runId: senderId!, batchId, payments });
    return (await this.commands.execute<NoteUnmatchedPayments, Outcome>(command)).position;
  }

  /** An admin marked the run as paid before PayPal denied it: none of its payments was made. @returns the last position */
  private async failAll(runId: string, paypalCode: string): Promise<number> {
    await finishRun(this.streams, runId);
    const run = await this.run(runId);
    let last = 0;
    for (const [cashoutId, { paymentType, state }] of inIt(run)) {
      if (paymentType !== 'paypal' || state !== 'paid') continue;
      const command = new ReturnPayment({ meta: this.meta(), runId, cashoutId, because: 'failed', paypalCode });
      last = Math.max(last, (await this.commands.execute<ReturnPayment, Outcome>(command)).position);
    }
    return last;
  }

  /** What became of one payment. */
  private async take(run: PayoutRun, { cashoutId, cents, status, code }: PaypalBatch['items'][number]): Promise<number> {
    const cashout = entryOf(run.cashouts, cashoutId);
    const says = meaningOf(status);
    if (cashout?.state !== 'paid' || cashout.paymentType !== 'paypal' || !says) return 0;
    if (cents !== cashout.amountCents) return 0;
    const because = RETURNS.find((known) => known === says);
    const about = { meta: this.meta(), runId: run.id, cashoutId, ...(code ? { paypalCode: code } : {}) };
    const command = because ? new ReturnPayment({ ...about, because }) : new NotePayoutResult({ ...about, result: says as 'completed' });
    return (await this.commands.execute<ReturnPayment | NotePayoutResult, Outcome>(command)).position;
  }

  private async note(runId: string, answered: Answered): Promise<number> {
    const { position } = await this.commands.execute<NotePayoutBatch, Outcome>(new NotePayoutBatch({ meta: this.meta(), runId, answered }));
    return position;
  }

  /** A fault of one run does not delay others. */
  private tried(runId: string, work: () => Promise<unknown>): Promise<boolean> {
    return work().then(
      () => true,
      (error: unknown) => {
        this.logger.warn({ err: error, runId }, 'PayPal could not be asked about a payout run');
        return false;
      },
    );
  }

  private remember({ id, batch }: PayoutRun): void {
    if (batch?.batchId) this.runs.set(batch.batchId, id);
  }

  private hashOf(runId: string, payments: readonly Payment[]): string {
    return this.keys.payoutFile(batchBody(runId, payments));
  }

  private async all(): Promise<string[]> {
    return (await this.streams.log.streamsWith('PayoutBatchSent')).map(idOf);
  }

  private async run(runId: string): Promise<PayoutRun> {
    return (await this.streams.load(payoutRunSource(runId))).state;
  }

  private meta(): CommandMeta {
    return metaOf(paypalActor, this.now(), randomUUID());
  }
}
