import { createHash } from 'node:crypto';
import anyAscii from 'any-ascii';
import { nextBankDay, totalOfAmounts } from '@framelift/contracts';
import { XMLBuilder } from 'fast-xml-parser';
import { SEPA_NAME, sepaText } from '../../../../platform/sepa-text.ts';
import { eurosText } from '../../../../platform/amounts.ts';

export interface BankAccount {
  iban: string;
  name: string;
}
/** What a SEPA credit transfer holds besides its payments; kept in the log, so that the same file can be made again. The account is the one that pays. */
export interface TransferFields extends BankAccount {
  /** ISO 8601 UTC. */
  createdAt: string;
  /** The day on which the bank pays, YYYY-MM-DD. */
  payOn: string;
  /** How the file is written: 2 names each attempt to pay, and keeps the names that SEPA carries. Absent: as the first files were. */
  edition?: 2;
}
/** What a file that is made at `at` (ISO 8601 UTC) holds besides its payments. */
export const transferFrom = ({ iban, name }: BankAccount, at: string): TransferFields => ({
  iban,
  name,
  createdAt: at,
  payOn: nextBankDay(at),
  edition: 2,
});

export interface Transfer {
  cashoutId: string;
  amountCents: number;
  to: BankAccount;
}

/** A text as the files of the first edition write it: they are made again with the same bytes. */
export function plainLetters(text: string, most: number): string {
  const plain = anyAscii(text)
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]+/g, ' ')
    // A field begins and ends with no slash, and has no two of them.
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^[ /]+|[ /]+$/g, '');
  return plain.slice(0, most).replaceAll(/[ /]+$/g, '') || 'NOTPROVIDED';
}

/** A name as a file writes it; empty: SEPA carries none of it. */
export const writtenName = (name: string): string => sepaText(name, SEPA_NAME);
const nameIn = ({ edition }: TransferFields, name: string): string => (edition ? writtenName(name) : plainLetters(name, SEPA_NAME));
const account = ({ iban }: BankAccount) => ({ Id: { IBAN: iban } });
const builder = new XMLBuilder({ ignoreAttributes: false, format: true });

type Attempt = Pick<TransferFields, 'createdAt' | 'edition'>;
/** The id of a run's file. Another one of the run has another id: banks refuse one that they know. */
export const transferId = (runId: string, { createdAt, edition }: Attempt): string =>
  `${runId}-${createdAt.replaceAll(/\D/g, '').slice(0, edition ? 17 : 14)}`;
const ATTEMPT_CHARACTERS = 8;
/** Names an attempt to pay: each run and each of its files has its own, also one that a restored log does not know. Undefined: before there were any. */
export const attemptOf = (runId: string, { createdAt, edition }: Attempt): string | undefined =>
  edition &&
  BigInt(`0x${createHash('sha256').update(`${runId} ${createdAt}`).digest('hex')}`)
    .toString(36)
    .slice(-ATTEMPT_CHARACTERS);
/** The end-to-end id of a payment, at most 35 characters: banks take one that they know for a repeat. */
export const paymentId = (cashoutId: string, attempt: string | undefined): string => (attempt ? `${cashoutId}-${attempt}` : cashoutId);
/** The cashout and the attempt that an end-to-end id names; some banks write it in capitals. */
export function paymentNamed(id: string): { cashoutId: string; attempt?: string } {
  const [, cashoutId, attempt] = /^(.+?-\d+)(?:-([0-9a-z]{8}))?$/.exec(id.trim().toLowerCase()) ?? [];
  return cashoutId ? { cashoutId, ...(attempt ? { attempt } : {}) } : { cashoutId: id };
}

/** The file of a run for the seller's bank: a SEPA credit transfer (ISO 20022, pain.001.001.09). Amounts are euros. */
export function creditTransfer(runId: string, from: TransferFields, transfers: readonly Transfer[]): string {
  const [id, attempt] = [transferId(runId, from), attemptOf(runId, from)];
  const party = (name: string) => ({ Nm: nameIn(from, name) });
  const sums = { NbOfTxs: transfers.length, CtrlSum: eurosText(totalOfAmounts(transfers)) };
  return builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    Document: {
      '@_xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
      CstmrCdtTrfInitn: {
        GrpHdr: { MsgId: id, CreDtTm: from.createdAt, ...sums, InitgPty: party(from.name) },
        PmtInf: {
          PmtInfId: id,
          PmtMtd: 'TRF',
          ...sums,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: from.payOn },
          Dbtr: party(from.name),
          DbtrAcct: account(from),
          // Within the SEPA area a bank is known by the account.
          DbtrAgt: { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: transfers.map(({ cashoutId, amountCents, to }) => ({
            PmtId: { EndToEndId: paymentId(cashoutId, attempt) },
            Amt: { InstdAmt: { '@_Ccy': 'EUR', '#text': eurosText(amountCents) } },
            Cdtr: party(to.name),
            CdtrAcct: account(to),
            RmtInf: { Ustrd: `Affiliate commission ${paymentId(cashoutId, attempt)}` },
          })),
        },
      },
    },
  });
}
