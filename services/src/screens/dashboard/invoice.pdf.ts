import { documentNumber, type Paper, type Tax, toPercent } from '@framelift/contracts';
import { amountsOf, type Invoice, numberOf, type YearSheet } from './invoices.ts';
import { amount, begin, type Columns, day, type Doc, facts, foot, note, row, tableHead } from './statement-2.pdf.ts';

/** What the law asks a document to say about its tax, by how it is taxed. */
const TAX_NOTES: Record<Tax, string> = {
  own: '',
  reverse: 'Reverse charge: the recipient owes the tax (Article 196 of Directive 2006/112/EC).',
  none: 'No tax is charged: the supplier has given no VAT number of the European Union.',
};

/** A document that the seller writes for the affiliate: the supplier is the affiliate, the recipient the seller. */
export function invoicePdf(s: Invoice, paper: Paper): Doc {
  const number = numberOf(s);
  const { netCents, taxCents, totalCents } = amountsOf(s);
  const title = s.cancels ? 'Cancellation of a self-billing invoice' : 'Self-billing invoice';
  const doc = begin(s, `${s.brand.name} invoice ${number}`, s.issuedAt, paper, {
    title,
    subtitle: `Number ${number}, issued on ${day(s.issuedAt)}`,
    total: ['Total', amount(totalCents), s.cancels ? `Cancels ${documentNumber(s.cancels)}: the payment came back` : null],
    payee: s.payee,
    labels: ['Recipient, who issued it', 'Supplier'],
    aside: ['Recipient’s VAT number', [s.seller.vatNumber]],
  });
  facts(doc, [
    ['Supplied', 'Affiliate commission'],
    ['Cashout', s.cashoutId],
    [s.cancels ? 'Payment returned' : 'Supplied and paid', day(s.issuedAt)],
    ...(s.reference ? [['Payment reference', s.reference] as const] : []),
    ['Net amount', amount(netCents)],
    [`Tax, ${toPercent(s.document.taxBps)}%`, amount(taxCents)],
    ['Total', amount(totalCents)],
  ]);
  note(doc, TAX_NOTES[s.document.tax]);
  foot(doc, s.brand.name, `Invoice ${number}`, s.head);
  return doc;
}

const COLUMNS: Columns = [
  ['Date (UTC)', 0, 0.14, 'left'],
  ['Number', 0.14, 0.17, 'left'],
  ['Document', 0.31, 0.2, 'left'],
  ['Net', 0.51, 0.16, 'right'],
  ['Tax', 0.67, 0.15, 'right'],
  ['Total', 0.82, 0.18, 'right'],
];

/** Every document of an affiliate's year, with the sums. */
export function yearPdf(s: YearSheet, paper: Paper): Doc {
  const end = new Date(Date.UTC(s.year + 1, 0, 1) - 1).toISOString();
  const sums = { netCents: 0, taxCents: 0, totalCents: 0 };
  for (const document of s.documents)
    for (const [name, cents] of Object.entries(amountsOf(document))) sums[name as keyof typeof sums] += cents;
  const title = `${s.year} summary of invoices`;
  const doc = begin(s, `${s.brand.name} invoices ${s.year}`, end, paper, {
    title,
    subtitle: 'Self-billing invoices, in euros',
    total: ['Total', amount(sums.totalCents), null],
    payee: s.payee,
  });
  tableHead(doc, COLUMNS);
  for (const document of s.documents) {
    const { netCents, taxCents, totalCents } = amountsOf(document);
    const what = document.cancels ? 'Cancellation' : 'Invoice';
    row(doc, [day(document.issuedAt), numberOf(document), what, ...[netCents, taxCents, totalCents].map(amount)], { columns: COLUMNS });
  }
  row(doc, ['', '', 'Sum', ...[sums.netCents, sums.taxCents, sums.totalCents].map(amount)], { columns: COLUMNS, bold: true });
  foot(doc, s.brand.name, title, s.head);
  return doc;
}
