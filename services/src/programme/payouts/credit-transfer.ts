import anyAscii from 'any-ascii';
import { nextBankDay } from '@framelift/contracts';
import { XMLBuilder } from 'fast-xml-parser';

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
}
/** What a file that is made at `at` (ISO 8601 UTC) holds besides its payments. */
export const transferFrom = ({ iban, name }: BankAccount, at: string): TransferFields => ({
  iban,
  name,
  createdAt: at,
  payOn: nextBankDay(at),
});

export interface Transfer {
  cashoutId: string;
  amountCents: number;
  to: BankAccount;
}

const NAME_CHARACTERS = 70;
/** Cents of a decimal amount: its digits before the point, and at most two after it. */
export const centsFrom = (whole: string, part = ''): number => Number(`${whole}${part.padEnd(2, '0')}`);
/** Euros with two decimals, as payers read them. */
export const amountOf = (cents: number, point = '.'): string => `${Math.floor(cents / 100)}${point}${String(cents % 100).padStart(2, '0')}`;

/** A text in the letters that every bank of the SEPA area takes (EPC217-08): others as people write them without accents. */
export function plainLetters(text: string, most: number): string {
  const plain = anyAscii(text)
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]+/g, ' ')
    // A field begins and ends with no slash, and has no two of them.
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/^[ /]+|[ /]+$/g, '');
  return plain.slice(0, most).replaceAll(/[ /]+$/g, '') || 'NOTPROVIDED';
}

const party = (name: string) => ({ Nm: plainLetters(name, NAME_CHARACTERS) });
const account = ({ iban }: BankAccount) => ({ Id: { IBAN: iban } });
const builder = new XMLBuilder({ ignoreAttributes: false, format: true });

/** The id of a run's file. Another one of the run has another id: banks refuse one that they know. */
export const transferId = (runId: string, { createdAt }: Pick<TransferFields, 'createdAt'>): string =>
  `${runId}-${createdAt.replaceAll(/\D/g, '').slice(0, 14)}`;
/** Whether an id is of that form. */
export const isTransferId = (id: string): boolean => /^[a-z0-9]{16}-\d{14}$/.test(id);

/** The file of a run for the seller's bank: a SEPA credit transfer (ISO 20022, pain.001.001.09). Amounts are euros. */
export function creditTransfer(runId: string, from: TransferFields, transfers: readonly Transfer[]): string {
  const id = transferId(runId, from);
  const sums = { NbOfTxs: transfers.length, CtrlSum: amountOf(transfers.reduce((sum, { amountCents }) => sum + amountCents, 0)) };
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
            PmtId: { EndToEndId: cashoutId },
            Amt: { InstdAmt: { '@_Ccy': 'EUR', '#text': amountOf(amountCents) } },
            Cdtr: party(to.name),
            CdtrAcct: account(to),
            RmtInf: { Ustrd: `Affiliate commission ${cashoutId}` },
          })),
        },
      },
    },
  });
}
