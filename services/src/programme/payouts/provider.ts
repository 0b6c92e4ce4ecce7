import type { Refusal } from '@framelift/contracts';
import type { Programme } from '../terms/terms.decider.ts';
import type { PaidFile, ReportRow } from './payer-report.ts';
import type { MakePayoutFile } from './payout-run.commands.ts';
import type { PayoutRun, RunCashout } from './payout-run.decider.ts';

export interface Payment {
  cashoutId: string;
  amountCents: number;
  payTo: string;
  /** The account’s holder. */
  name?: string;
}
/** How a file is written besides its payments; kept in the log, so that the same file can be made again. */
export type FileOptions = Pick<MakePayoutFile, 'decimal' | 'rateMicro' | 'transfer'>;
/** What a request for a file says. */
export interface FileRequest {
  /** PayPal parses amounts in the format of the sender's country. */
  decimal?: FileOptions['decimal'];
  /** The price of one euro in USDC, as text. */
  rate?: string;
  /** The moment of the request, ISO 8601 UTC. */
  at: string;
}

/** The reports of one method's payers in their own format. It names every payment of an account, and parts of what came back. */
export interface PayerReports {
  recognises(report: string): boolean;
  /** The file that such a payer has of a run, if there is one. */
  paidFile(run: PayoutRun): (PaidFile & { hash: string }) | undefined;
  /** @throws Refused */
  read(report: string, paid: PaidFile | undefined): ReportRow[];
  /** Whether a row is about what this payer paid of a cashout. */
  isAbout(cashout: RunCashout, row: ReportRow, paid: PaidFile | undefined): boolean;
  /** The refusal of a report that names no payment of the run. */
  ofOthers: Refusal;
  /** What an admin reads about money that had come back and left again. */
  again: string;
}

/** The programme's interface to a way of paying (docs/adding.md#a-payout-method). Pure: what is kept and sent is the same for all of them. */
export interface PayoutProvider {
  /** How the file is written that a request makes; `before`: of the one that may be in use, for what the request leaves out. @throws Refused */
  optionsOf(asked: FileRequest, before: FileOptions | undefined, programme: Programme): FileOptions;
  /** The file of a run for its payer. */
  write(runId: string, payments: readonly Payment[], options: FileOptions): string;
  /** Reports in their own format; those of other payers are CSV (payer-report.ts). */
  reports?: PayerReports;
  /** Payees whom such a file cannot pay, and the refusal that lists their cashouts. */
  unpayable?: { has(payment: Pick<Payment, 'name'>, options: FileOptions): boolean; refusal(cashouts: readonly string[]): Refusal };
}
