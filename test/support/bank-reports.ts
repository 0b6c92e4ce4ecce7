// Files that a bank sends about payments, in the versions that banks use: pain.002 (what it decided) and camt.054 (what it booked).

export const PAIN002_VERSIONS = ['pain.002.001.03', 'pain.002.001.12'] as const;
export const CAMT054_VERSIONS = ['camt.054.001.02', 'camt.054.001.04', 'camt.054.001.08'] as const;

const AT = '2026-11-30T10:00:00';
const euros = (cents: number) => (cents / 100).toFixed(2);
const inDocument = (version: string, message: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">${message}</Document>\n`;
const reason = (code?: string) => (code ? `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>` : '');

interface Decided {
  cashoutId: string;
  status?: string;
  code?: string;
  cents?: number;
  currency?: string;
}
interface Whole {
  status: string;
  code?: string;
  count?: number;
  cents?: number;
}
/** A bank's decisions about the payments of a file, or about the file (`group`) or its batch. */
export function pain002(
  version: string,
  { fileId, group, batch, payments = [] }: { fileId: string; group?: string; batch?: Whole; payments?: readonly Decided[] },
): string {
  const listed = payments.map(({ cashoutId, status, code, cents, currency = 'EUR' }) => {
    const amount = cents === undefined ? '' : `<OrgnlTxRef><Amt><InstdAmt Ccy="${currency}">${euros(cents)}</InstdAmt></Amt></OrgnlTxRef>`;
    const decided = status ? `<TxSts>${status}</TxSts>` : '';
    return `<TxInfAndSts><OrgnlEndToEndId>${cashoutId}</OrgnlEndToEndId>${decided}${reason(code)}${amount}</TxInfAndSts>`;
  });
  const sums =
    batch?.count === undefined ? '' : `<OrgnlNbOfTxs>${batch.count}</OrgnlNbOfTxs><OrgnlCtrlSum>${euros(batch.cents!)}</OrgnlCtrlSum>`;
  const ofBatch = batch ? `${sums}<PmtInfSts>${batch.status}</PmtInfSts>${reason(batch.code)}` : '';
  const groupStatus = group ? `<GrpSts>${group}</GrpSts>` : '';
  const batches =
    batch || listed.length
      ? `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${fileId}</OrgnlPmtInfId>${ofBatch}${listed.join('')}</OrgnlPmtInfAndSts>`
      : '';
  return inDocument(
    version,
    `<CstmrPmtStsRpt><GrpHdr><MsgId>STATUS1</MsgId><CreDtTm>${AT}</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${fileId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${groupStatus}</OrgnlGrpInfAndSts>${batches}</CstmrPmtStsRpt>`,
  );
}

export interface EntryFields {
  cashoutId?: string;
  cents?: number;
  direction?: string | undefined;
  /** The mark of a reversal. */
  mark?: string | undefined;
  /** The direction of the payment in the entry. */
  own?: string;
  status?: string;
  /** The bank's reason for a return. */
  reason?: string;
  /** The sub-family of its transaction code. */
  family?: string;
}
/** One entry of one payment, with exactly these fields. */
export function entry({ cashoutId = 'a-1', cents = 60_00, direction, mark, own, status = 'BOOK', reason, family }: EntryFields): string {
  const part = (name: string, value?: string) => (value === undefined ? '' : `<${name}>${value}</${name}>`);
  const code =
    family === undefined ? '' : `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${family}</SubFmlyCd></Fmly></Domn></BkTxCd>`;
  const returned = reason === undefined ? '' : `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`;
  const amount = `<Amt Ccy="EUR">${euros(cents)}</Amt>`;
  return `<Ntry>${amount}${part('CdtDbtInd', direction)}${part('RvslInd', mark)}<Sts><Cd>${status}</Cd></Sts>${code}<NtryDtls><TxDtls><Refs><EndToEndId>${cashoutId}</EndToEndId></Refs>${amount}${part('CdtDbtInd', own)}${returned}</TxDtls></NtryDtls></Ntry>`;
}
/** A notification of an account with these entries. */
export const document = (version: string, entries: readonly string[]): string =>
  inDocument(
    version,
    `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>NOTE1</MsgId><CreDtTm>${AT}</CreDtTm></GrpHdr><Ntfctn><Id>1</Id><CreDtTm>${AT}</CreDtTm><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>${entries.join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  );

interface Booked {
  cashoutId: string;
  cents: number;
  /** The money came back, with the bank's reason. */
  back?: string;
  status?: string;
  currency?: string;
}
/** What a bank booked on the account, one entry for each payment. */
export function camt054(version: string, entries: readonly Booked[]): string {
  const number = Number(version.slice(-2));
  const listed = entries.map(({ cashoutId, cents, back, status = 'BOOK', currency = 'EUR' }) => {
    const [amount, sign] = [`<Amt Ccy="${currency}">${euros(cents)}</Amt>`, `<CdtDbtInd>${back ? 'CRDT' : 'DBIT'}</CdtDbtInd>`];
    const own = number < 4 ? `<AmtDtls><TxAmt>${amount}</TxAmt></AmtDtls>` : amount + sign;
    const returned = back ? `<RtrInf><Rsn><Cd>${back}</Cd></Rsn></RtrInf>` : '';
    const booked = number < 7 ? status : `<Cd>${status}</Cd>`;
    return `<Ntry>${amount}${sign}<Sts>${booked}</Sts><BkTxCd><Prtry><Cd>${back ? '159' : '116'}</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>${cashoutId}</EndToEndId></Refs>${own}${returned}</TxDtls></NtryDtls></Ntry>`;
  });
  return document(version, listed);
}
