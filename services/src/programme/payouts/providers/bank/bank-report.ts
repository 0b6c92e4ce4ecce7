import { payoutRefusals, totalOfAmounts } from '@framelift/contracts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Refused, refuseIf } from '../../../../platform/refused.ts';
import { bookedRows } from './bank-entries.ts';
import { amountIn, at, centsOf, codeIn, text } from './bank-xml.ts';
import { paymentNamed } from './credit-transfer.ts';
import type { PaidFile, ReportRow } from '../../payer-report.ts';

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

/** Rows of a pain.002: what the bank decided about each payment, or about all of them. */
function statusRows(report: unknown, paid: PaidFile | undefined): Named[] {
  const [group] = at(report, 'OrgnlGrpInfAndSts');
  const batches = at(report, 'OrgnlPmtInfAndSts');
  const isPaid = (id: string | undefined) => id !== undefined && id.toLowerCase() === paid?.id;
  const fileId = text(group, 'OrgnlMsgId');
  // A bank’s portal may give a file another name, and keeps that of the batch in it.
  const isOurs = fileId === undefined || isPaid(fileId) || batches.some((batch) => isPaid(text(batch, 'OrgnlPmtInfId')));
  refuseIf(!isOurs, payoutRefusals.bankFileOfOtherFile((fileId ?? '').slice(0, 35)), 'conflict');
  const single = batches.flatMap((batch) =>
    at(batch, 'TxInfAndSts').flatMap((payment): Named[] => {
      const id = text(payment, 'OrgnlEndToEndId');
      if (!id) return [];
      // Its own status decides, even one that is not known.
      const says = meaningOf(text(payment, 'TxSts') ?? text(batch, 'PmtInfSts') ?? text(group, 'GrpSts'));
      const codes = [payment, batch, group].map((level) => codeIn(level, 'StsRsnInf', 'Rsn'));
      return [
        { ...paymentNamed(id), ...amountIn(at(payment, 'OrgnlTxRef', 'Amt', 'InstdAmt')), says, ...codes.find(({ bankCode }) => bankCode) },
      ];
    }),
  );
  const all = [
    ...batches.filter((batch) => isPaid(text(batch, 'OrgnlPmtInfId'))).map((batch) => [batch, text(batch, 'PmtInfSts')] as const),
    ...(isPaid(fileId) ? [[group, text(group, 'GrpSts')] as const] : []),
  ].find(([, status]) => meaningOf(status));
  const isNamed = new Set(single.map(({ cashoutId }) => cashoutId));
  const rest = all && paid ? wholeFile(all[0], paid, meaningOf(all[1])) : [];
  return [...single, ...rest.filter(({ cashoutId }) => !isNamed.has(cashoutId))];
}

/** One status of every payment of the file. */
function wholeFile(from: unknown, { cashouts, attempt }: PaidFile, says: Says): Named[] {
  const [count, sum] = [text(from, 'OrgnlNbOfTxs'), text(from, 'OrgnlCtrlSum')];
  const cents = totalOfAmounts(cashouts);
  const isOther = (count !== undefined && Number(count) !== cashouts.length) || (sum !== undefined && centsOf(sum) !== cents);
  refuseIf(isOther, payoutRefusals.bankFileOfOtherSum, 'conflict');
  const why = codeIn(from, 'StsRsnInf', 'Rsn');
  return cashouts.map(({ cashoutId, amountCents }) => ({ cashoutId, amountCents, ...(attempt ? { attempt } : {}), says, ...why }));
}

/** How each message is read, by the element in its document and the name of its format, in the versions of ISO and in those of countries. */
const MESSAGES: Record<string, { format: string; rows: (message: unknown, paid: PaidFile | undefined) => Named[] }> = {
  CstmrPmtStsRpt: { format: 'pain.002', rows: statusRows },
  BkToCstmrDbtCdtNtfctn: { format: 'camt.054', rows: (message, paid) => bookedRows(at(message, 'Ntfctn', 'Ntry'), paid) },
  BkToCstmrStmt: { format: 'camt.053', rows: (message, paid) => bookedRows(at(message, 'Stmt', 'Ntry'), paid) },
};
const FORMAT = /(?:pain|camt)\.\d{3}(?=\.\d{3}\.\d{2})/;

export const isBankReport = (report: string): boolean => /^\uFEFF?\s*</.test(report);

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, processEntities: false, removeNSPrefix: true });

/** The payments that a bank’s file names: a pain.002, camt.053 or camt.054. `paid`: the file that it may be about. @throws Refused */
export function readBankReport(report: string, paid?: PaidFile): ReportRow[] {
  const xml = report.replace(/^\uFEFF/, '').trim();
  // A document type could define entities, which grow without end or read files elsewhere.
  refuseIf(/<!(?:DOCTYPE|ENTITY)/i.test(xml) || XMLValidator.validate(xml) !== true, payoutRefusals.bankFileUnreadable);
  const root = parsed(xml);
  // Some networks put the document into an envelope.
  const documents = [root, ...at(root, 'Envelope'), ...at(root, 'RequestPayload')].flatMap((one) => at(one, 'Document'));
  const [format] = FORMAT.exec(/<(?:[\w.-]+:)?Document\b[^>]*>/.exec(xml)?.[0] ?? '') ?? [];
  const found = documents.flatMap((document) =>
    Object.entries(MESSAGES).flatMap(([name, message]) => at(document, name).map((body) => ({ ...message, body }))),
  );
  const isReadable = found.length > 0 && found.every((message) => format === undefined || message.format === format);
  refuseIf(!isReadable, payoutRefusals.bankFileUnreadable);
  return found.flatMap(({ rows, body }) => rows(body, paid)).map((row, i) => ({ ...row, row: i + 1 }));
}

const parsed = (xml: string): unknown => {
  try {
    return parser.parse(xml);
  } catch {
    throw new Refused(payoutRefusals.bankFileUnreadable);
  }
};
