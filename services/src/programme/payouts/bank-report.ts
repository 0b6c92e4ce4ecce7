import { payoutRefusals } from '@framelift/contracts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { entryRows } from './bank-entries.ts';
import { amountIn, at, centsOf, codeIn, text } from './bank-xml.ts';
import { isTransferId } from './credit-transfer.ts';
import type { ReportRow } from './payer-report.ts';

/** The file for a bank that paid a run: a status of the whole file is one of each payment. */
export interface PaidFile {
  id: string;
  cashouts: readonly { cashoutId: string; amountCents: number }[];
}
type Says = ReportRow['says'];
type Named = Omit<ReportRow, 'row'>;

/** The meaning of a status in a pain.002 (ISO 20022, ExternalPaymentTransactionStatus1Code). Accepted: it says nothing of the payment’s end. */
const STATUSES: Record<string, Says> = {
  ACSC: 'completed',
  ACCC: 'completed',
  RJCT: 'failed',
  CANC: 'failed',
  ACTC: 'accepted',
  ACCP: 'accepted',
  ACSP: 'accepted',
  ACWC: 'accepted',
  ACWP: 'accepted',
  ACFC: 'accepted',
  PATC: 'accepted',
  PRES: 'accepted',
  PDNG: 'accepted',
  RCVD: 'accepted',
};
const meaningOf = (status: string | undefined): Says => (status && Object.hasOwn(STATUSES, status) ? STATUSES[status] : undefined);
/** The name of a message’s format in the namespace of its root, in the versions of ISO and in those of countries. */
const FORMAT = /(pain\.002|camt\.054)\.\d{3}\.\d{2}/;

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, processEntities: false, removeNSPrefix: true });

/** Rows of a pain.002: what the bank decided about each payment, or about all of them. */
function statusRows(report: unknown, paid: PaidFile | undefined): Named[] {
  const [group] = at(report, 'OrgnlGrpInfAndSts');
  const fileId = text(group, 'OrgnlMsgId');
  refuseIf(!!fileId && isTransferId(fileId) && fileId !== paid?.id, payoutRefusals.bankFileOfOtherFile, 'conflict');
  const batches = at(report, 'OrgnlPmtInfAndSts');
  const single = batches.flatMap((batch) =>
    at(batch, 'TxInfAndSts').flatMap((payment): Named[] => {
      const cashoutId = text(payment, 'OrgnlEndToEndId');
      if (!cashoutId) return [];
      // Its own status decides, even one that is not known.
      const says = meaningOf(text(payment, 'TxSts') ?? text(batch, 'PmtInfSts') ?? text(group, 'GrpSts'));
      const codes = [payment, batch, group].map((level) => codeIn(level, 'StsRsnInf', 'Rsn'));
      return [{ cashoutId, ...amountIn(at(payment, 'OrgnlTxRef', 'Amt', 'InstdAmt')), says, ...codes.find(({ bankCode }) => bankCode) }];
    }),
  );
  const all = [
    ...batches.filter((batch) => text(batch, 'OrgnlPmtInfId') === paid?.id).map((batch) => [batch, text(batch, 'PmtInfSts')] as const),
    ...(fileId === paid?.id ? [[group, text(group, 'GrpSts')] as const] : []),
  ].find(([, status]) => meaningOf(status));
  const isNamed = new Set(single.map(({ cashoutId }) => cashoutId));
  const rest = all && paid ? wholeFile(all[0], paid, meaningOf(all[1])) : [];
  return [...single, ...rest.filter(({ cashoutId }) => !isNamed.has(cashoutId))];
}

/** One status of every payment of the file. */
function wholeFile(from: unknown, { cashouts }: PaidFile, says: Says): Named[] {
  const [count, sum] = [text(from, 'OrgnlNbOfTxs'), text(from, 'OrgnlCtrlSum')];
  const cents = cashouts.reduce((total, { amountCents }) => total + amountCents, 0);
  const isOther = (count !== undefined && Number(count) !== cashouts.length) || (sum !== undefined && centsOf(sum) !== cents);
  refuseIf(isOther, payoutRefusals.bankFileOfOtherSum, 'conflict');
  return cashouts.map((cashout) => ({ ...cashout, says, ...codeIn(from, 'StsRsnInf', 'Rsn') }));
}

export const isBankReport = (report: string): boolean => /^\uFEFF?\s*</.test(report);

/** The payments that a bank’s file names: a pain.002 or a camt.054. `paid`: the file that it may be about. @throws Refused */
export function readBankReport(report: string, paid?: PaidFile): ReportRow[] {
  const xml = report.replace(/^\uFEFF/, '').trim();
  // A document type could define entities, which grow without end or read files elsewhere.
  refuseIf(/<!(?:DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true, payoutRefusals.bankFileUnreadable);
  const [root] = at(parsed(xml), 'Document');
  const [, format] = FORMAT.exec(/<(?:[\w.-]+:)?Document\b[^>]*>/.exec(xml)?.[0] ?? '') ?? [];
  const message = format === 'pain.002' ? at(root, 'CstmrPmtStsRpt') : at(root, 'BkToCstmrDbtCdtNtfctn');
  refuseIf(!format || !message.length, payoutRefusals.bankFileUnreadable);
  const rows = format === 'pain.002' ? statusRows(message[0], paid) : entryRows(message[0]);
  return rows.map((row, i) => ({ ...row, row: i + 1 }));
}

const parsed = (xml: string): unknown => {
  try {
    return parser.parse(xml);
  } catch {
    throw new Refused(payoutRefusals.bankFileUnreadable);
  }
};
