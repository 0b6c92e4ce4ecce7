import { Injectable } from '@nestjs/common';
import {
  type Decimal,
  NO_FORMULA,
  payeeIn,
  type PaymentFields,
  payoutRefusals,
  paypalRefusals,
  type PaymentType,
  rateOf,
  type Refusal,
  refusals,
  solanaPayLink,
  usdcOf,
} from '@framelift/contracts';
import { stringify } from 'csv-stringify/sync';
import type { CommandMeta } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Keys } from '../../platform/keys.ts';
import { refuseIf } from '../../platform/refused.ts';
import { affiliateSource, ownerOf } from '../affiliate/affiliate.decider.ts';
import { SamePerson } from '../same-person.ts';
import { type Programme, termsInForce } from '../terms/terms.decider.ts';
import { amountOf, creditTransfer, type TransferFields, transferFrom, writtenName } from './credit-transfer.ts';
import type { MakePayoutFile } from './payout-run.commands.ts';
import { mayPayRun, open, payees, type PayoutRun, payoutRunSource } from './payout-run.decider.ts';
import { isAtPaypal } from './payout-batch.decider.ts';

export interface FileRequest {
  type: PaymentType;
  /** PayPal parses amounts in the format of the sender's country. */
  decimal?: Decimal;
  /** The price of one euro in USDC, as text. */
  rate?: string;
  /** The moment of the request, ISO 8601 UTC. */
  at: string;
}
/** A file, and what it holds. */
export interface PaymentFile extends Pick<MakePayoutFile, 'type' | 'count' | 'cents' | 'decimal' | 'rateMicro' | 'transfer'> {
  content: string;
}
type Written = Pick<PaymentFile, 'type' | 'decimal' | 'rateMicro' | 'transfer'>;
export interface Payment {
  cashoutId: string;
  amountCents: number;
  payTo: string;
  /** The account’s holder. */
  name?: string;
}

export const NOTE = 'Affiliate commission';

/** PayPal's file for mass payments: no line of names; recipient, amount, currency, our id, a note, the wallet. */
export const paypalFile = (payments: readonly Payment[], decimal: Decimal): string =>
  stringify(
    payments.map((p) => [p.payTo, amountOf(p.amountCents, decimal === 'comma' ? ',' : '.'), 'EUR', p.cashoutId, NOTE, 'PAYPAL']),
    { record_delimiter: 'windows' },
  );

/** What a treasurer pays in USDC, with a link that a wallet opens. `rateMicro`: millionths of a USDC for a euro. */
export const solanaFile = (payments: readonly Payment[], rateMicro: number): string =>
  stringify(
    payments.map((p) => {
      const usdc = usdcOf(p.amountCents, rateMicro);
      return {
        cashout: p.cashoutId,
        address: p.payTo,
        eur: amountOf(p.amountCents),
        usdc,
        link: solanaPayLink(p.payTo, usdc, p.cashoutId),
      };
    }),
    { header: true, record_delimiter: 'windows' },
  );

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
  async toMake(runId: string, { type, decimal, rate, at }: FileRequest): Promise<PaymentFile> {
    const run = await this.openRun(runId);
    const before = run.files[type]?.open ? run.files[type] : undefined;
    if (type === 'paypal') return this.written(run, { type, decimal: decimal ?? before?.decimal ?? 'point' });
    if (type === 'bank') {
      const { payoutAccount } = (await this.programme()).programme;
      refuseIf(!before && !payoutAccount, payoutRefusals.noAccount, 'conflict');
      refuseIf(!before && !writtenName(payoutAccount!.name), payoutRefusals.accountUnwritable, 'conflict');
      return this.written(run, { type, transfer: before?.transfer ?? transferFrom(payoutAccount!, at) });
    }
    const rateMicro = rate === undefined ? before?.rateMicro : rateOf(rate);
    refuseIf(rateMicro === undefined, payoutRefusals.rateInvalid);
    return this.written(run, { type, rateMicro });
  }

  /** The file that was made, with the same bytes. Only of an open run: that of a settled one could pay it again. @throws Refused */
  async made(runId: string, { type, decimal, rate }: Omit<FileRequest, 'at'>, { actor }: CommandMeta): Promise<string> {
    const run = await this.openRun(runId);
    // An admin who may not pay a run may not take its file to a payer either.
    if (actor.kind === 'admin') mayPayRun({ run, ...(await this.programme()), ...(await this.samePerson.payer(actor, payees(run))) });
    refuseIf(type === 'paypal' && isAtPaypal(run.batch), paypalRefusals.runAtPaypal, 'conflict');
    const file = run.files[type];
    refuseIf(!file?.open, payoutRefusals.fileNotFound, 'missing');
    const isOther = (decimal && decimal !== file!.decimal) || (rate !== undefined && rateOf(rate) !== file!.rateMicro);
    refuseIf(Boolean(isOther), payoutRefusals.anotherFile, 'conflict');
    const { content } = await this.written(run, { ...file!, type });
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

  private async written(run: PayoutRun, { type, ...how }: Written): Promise<PaymentFile> {
    const { decimal, rateMicro, transfer } = how;
    const { payments, ...held } = await this.payments(run, type, transfer);
    if (type === 'paypal') return { ...held, decimal, content: paypalFile(payments, decimal!) };
    if (type === 'solana') return { ...held, rateMicro, content: solanaFile(payments, rateMicro!) };
    const transfers = payments.map(({ payTo, name, ...payment }) => ({ ...payment, to: { iban: payTo, name: name! } }));
    return { ...held, transfer, content: creditTransfer(run.id, transfer!, transfers) };
  }

  /** All payments of a type that are in a run. @throws Refused */
  async payments<T extends PaymentType>(
    run: PayoutRun,
    type: T,
    transfer?: TransferFields,
  ): Promise<{ type: T; count: number; cents: number; payments: Payment[] }> {
    const chosen = Object.entries(run.cashouts).filter(([, c]) => c.state === 'in' && c.paymentType === type);
    refuseIf(!chosen.length, payoutRefusals.noSuchPayee, 'missing');
    const cashouts = chosen.map(([cashoutId, { amountCents }]) => ({ cashoutId, amountCents }));
    const payments = await this.opened(cashouts, transfer?.edition === 2);
    return { type, count: payments.length, cents: payments.reduce((sum, { amountCents }) => sum + amountCents, 0), payments };
  }

  private async opened(cashouts: readonly Omit<Payment, 'payTo'>[], needsNames: boolean): Promise<Payment[]> {
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
    if (needsNames)
      refuse(
        payments.filter(({ name }) => !writtenName(name ?? '')),
        payoutRefusals.payeeUnwritable,
      );
    refuse(
      payments.filter(({ payTo }) => !NO_FORMULA.test(payTo!)),
      payoutRefusals.unsafeCell,
    );
    return payments.map(({ named: _named, payTo, ...payment }) => ({ ...payment, payTo: payTo! }));
  }
}
