import { Injectable } from '@nestjs/common';
import {
  NO_FORMULA,
  payeeIn,
  type PaymentFields,
  payoutRefusals,
  type PaymentType,
  rateOf,
  type Refusal,
  refusals,
  totalOfAmounts,
} from '@framelift/contracts';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Keys } from '../../platform/keys.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { affiliateSource, ownerOf } from '../affiliate/affiliate.decider.ts';
import { SamePerson } from '../same-person.ts';
import { type Programme, termsInForce } from '../terms/terms.decider.ts';
import { type FileOptions, type FileRequest, type Payment, type PayoutProvider } from './provider.ts';
import { payoutProviders } from './providers/paying.ts';
import { mayPayRun, open, payees, type PayoutRun, payoutRunSource, refuseUnknown } from './payout-run.decider.ts';
import { holdOf } from './providers/paying.decider.ts';

export interface TypedRequest extends FileRequest {
  type: PaymentType;
}
/** A file, and what it holds. */
export interface PaymentFile extends FileOptions {
  type: PaymentType;
  count: number;
  cents: number;
  content: string;
}

/** Files for payers. Amounts and details come from the log's streams, not from a read model. */
@Injectable()
export class PaymentFiles {
  constructor(
    private readonly streams: Streams,
    private readonly vault: Vault,
    private readonly keys: Keys,
    private readonly samePerson: SamePerson,
  ) {}

  /** The file that a request makes; of one that was made before, what the request leaves out. @throws Refused */
  async toMake(runId: string, { type, ...asked }: TypedRequest): Promise<PaymentFile> {
    const run = await this.openRun(runId);
    const before = run.files[type]?.open ? run.files[type] : undefined;
    const { programme } = await this.programme();
    return this.written(run, type, payoutProviders[type].optionsOf(asked, before, programme));
  }

  /** The file that was made, with the same bytes. Only of an open run: that of a settled one could pay it again. @throws Refused */
  async made(runId: string, { type, decimal, rate }: Omit<TypedRequest, 'at'>, { actor }: CommandMeta): Promise<string> {
    const run = await this.openRun(runId);
    // An admin who may not pay a run may not take its file to a payer either.
    if (actor.kind === 'admin') mayPayRun({ run, ...(await this.programme()), ...(await this.samePerson.payer(actor, payees(run))) });
    refuseUnknown(run);
    const hold = holdOf(run, type);
    if (hold) throw new Refused(hold.ofRun, 'conflict');
    const file = run.files[type];
    refuseIf(!file?.open, payoutRefusals.fileNotFound, 'missing');
    const isOther = (decimal && decimal !== file!.decimal) || (rate !== undefined && rateOf(rate) !== file!.rateMicro);
    refuseIf(Boolean(isOther), payoutRefusals.anotherFile, 'conflict');
    const { content } = await this.written(run, type, file!);
    refuseIf(this.keys.payoutFile(content) !== file!.hash, refusals.conflict, 'conflict');
    return content;
  }

  private async programme(): Promise<{ programme: Programme }> {
    return { programme: (await this.streams.load(termsInForce)).state };
  }

  private async openRun(runId: string): Promise<PayoutRun> {
    const { state: run } = await this.streams.load(payoutRunSource(runId));
    open(run);
    return run;
  }

  private async written(run: PayoutRun, type: PaymentType, { decimal, rateMicro, transfer }: FileOptions): Promise<PaymentFile> {
    const options = { ...(decimal && { decimal }), ...(rateMicro && { rateMicro }), ...(transfer && { transfer }) };
    const { payments, ...held } = await this.payments(run, type, options);
    return { type, ...held, ...options, content: payoutProviders[type].write(run.id, payments, options) };
  }

  /** All payments of a type that are in a run. @throws Refused */
  async payments(
    run: PayoutRun,
    type: PaymentType,
    options: FileOptions = {},
  ): Promise<{ count: number; cents: number; payments: Payment[] }> {
    const chosen = Object.entries(run.cashouts).filter(([, c]) => c.state === 'in' && c.paymentType === type);
    refuseIf(!chosen.length, payoutRefusals.noSuchPayee, 'missing');
    const cashouts = chosen.map(([cashoutId, { amountCents }]) => ({ cashoutId, amountCents }));
    const payments = await this.opened(cashouts, payoutProviders[type], options);
    return { count: payments.length, cents: totalOfAmounts(payments), payments };
  }

  private async opened(
    cashouts: readonly Omit<Payment, 'payTo'>[],
    { unpayable }: PayoutProvider,
    options: FileOptions,
  ): Promise<Payment[]> {
    const affiliates = await Promise.all(cashouts.map(({ cashoutId }) => this.streams.load(affiliateSource(ownerOf(cashoutId)))));
    const open = cashouts.map(({ cashoutId }, i) => affiliates[i]!.state.openCashouts.find(({ id }) => id === cashoutId)!);
    const opened = await this.vault.open([...open.map(({ payTo }) => payTo), ...affiliates.map(({ state }) => state.username)]);
    const payments = cashouts.map((cashout, i) => {
      const details = opened[i] as PaymentFields | null;
      const username = opened[cashouts.length + i];
      refuseIf(open[i]!.amountCents !== cashout.amountCents, refusals.conflict, 'conflict');
      const named = `cashout ${cashout.cashoutId}${typeof username === 'string' ? ` of ${username}` : ''}`;
      return { ...cashout, payTo: details ? payeeIn(details) : undefined, ...(details?.name ? { name: details.name } : {}), named };
    });
    const refuse = (wrong: typeof payments, refusal: (cashouts: readonly string[]) => Refusal) =>
      refuseIf(wrong.length > 0, refusal(wrong.map(({ named }) => named)), 'conflict');
    refuse(
      payments.filter(({ payTo }) => !payTo),
      payoutRefusals.payeeErased,
    );
    if (unpayable)
      refuse(
        payments.filter((payment) => unpayable.has(payment, options)),
        unpayable.refusal,
      );
    refuse(
      payments.filter(({ payTo }) => !NO_FORMULA.test(payTo!)),
      payoutRefusals.unsafeCell,
    );
    return payments.map(({ named: _named, payTo, ...payment }) => ({ ...payment, payTo: payTo! }));
  }
}
