import { createRequire } from 'node:module';
import { type Paper, firstSite } from '@framelift/contracts';
import Pdf from 'pdfkit';
import { heightOf, registerFallbacks, write } from './statement-text.ts';
import { type MonthStatement, type Payee, type PayoutStatement } from './month-statement.ts';
import { proofWords } from './statement-layout.ts';

// The first layout. Statements that were issued with it keep their bytes, so nothing here changes.

const require = createRequire(import.meta.url);
/** Fonts with the letters of most of Europe; the standard ones know Western Europe's alone. */
const FONTS = { plain: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf', mono: 'DejaVuSansMono.ttf' } as const;
const fontOf = (file: string): string => require.resolve(`dejavu-fonts-ttf/ttf/${file}`);

const MARGIN = 56;
const [INK, SOFT, LINE] = ['#141810', '#5d6555', '#d8dccf'];
const amount = (cents: number): string =>
  `${cents < 0 ? '−' : ''}€${Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const day = (at: string): string => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
/** This layout was left before a brand could change. */
const BRAND = firstSite.brand.name;

const monthName = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));

type Doc = PDFKit.PDFDocument;

/** A document whose bytes follow from its content alone: its date is the statement's, not today's. */
function begin(title: string, at: string, paper: Paper): Doc {
  const doc = new Pdf({
    size: paper === 'letter' ? 'LETTER' : 'A4',
    margin: MARGIN,
    bufferPages: true,
    font: fontOf(FONTS.plain),
    info: { Title: title, Author: BRAND, CreationDate: new Date(at), ModDate: new Date(at) },
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, fontOf(file));
  registerFallbacks(doc);
  return doc.font('plain').fontSize(9.5).fillColor(INK);
}

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;
const rule = (doc: Doc): Doc => {
  const y = doc.y + 5;
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.6)
    .strokeColor(LINE)
    .stroke();
  doc.y = y + 7;
  return doc;
};

function heading(doc: Doc, title: string, subtitle: string, payee: Payee): void {
  const top = doc.y;
  doc.font('bold').fontSize(17).text(title, MARGIN, top);
  doc.font('plain').fontSize(9.5).fillColor(SOFT).text(subtitle).fillColor(INK).moveDown(1.4);
  const begins = doc.y;
  const half = widthOf(doc) / 2;
  const { name, address, country, taxNumber } = payee.billing;
  const block = (label: string, lines: (string | null)[], x: number) => {
    doc
      .fontSize(8)
      .fillColor(SOFT)
      .text(label, x, begins, { width: half - 12 })
      .fillColor(INK)
      .fontSize(9.5);
    for (const line of lines) if (line) write(doc, line, x, doc.y, { width: half - 12 });
    return doc.y;
  };
  const left = block('From', [BRAND], MARGIN);
  const right = block(
    'To',
    [
      name ?? payee.username,
      name ? `Affiliate ${payee.username}` : `Affiliate ${payee.id}`,
      address,
      country,
      taxNumber && `Tax number ${taxNumber}`,
    ],
    MARGIN + half,
  );
  doc.x = MARGIN;
  doc.y = Math.max(left, right) + 16;
}

/** Names on the left, values at the right edge. */
function facts(doc: Doc, rows: readonly (readonly [string, string])[], bold?: string): void {
  for (const [name, value] of rows) {
    const y = doc.y;
    doc
      .font(name === bold ? 'bold' : 'plain')
      .fillColor(name === bold ? INK : SOFT)
      .text(name, MARGIN, y);
    write(doc.fillColor(INK), value, MARGIN, y, { width: widthOf(doc), align: 'right' });
    doc.moveDown(0.35);
  }
  doc.font('plain');
}

/** The columns of the table of movements: begin and width as parts of the page's width. */
const COLUMNS = [
  ['Date (UTC)', 0, 0.13, 'left'],
  ['What', 0.13, 0.57, 'left'],
  ['Amount', 0.7, 0.14, 'right'],
  ['Balance', 0.84, 0.16, 'right'],
] as const;

function row(doc: Doc, cells: readonly string[], isHead = false): void {
  const width = widthOf(doc);
  const height = Math.max(...cells.map((text, i) => heightOf(doc, text, { width: COLUMNS[i]![2] * width - 6 })));
  if (doc.y + height > doc.page.height - MARGIN - 34) {
    doc.addPage();
    row(
      doc,
      COLUMNS.map(([name]) => name),
      true,
    );
    rule(doc);
  }
  const y = doc.y;
  doc.fillColor(isHead ? SOFT : INK).fontSize(8.5);
  for (const [i, [, begins, part, align]] of COLUMNS.entries())
    write(doc, cells[i]!, MARGIN + begins * width, y, { width: part * width - (align === 'left' ? 6 : 0), align });
  doc.fillColor(INK).fontSize(9.5);
  doc.x = MARGIN;
  doc.y = y + height + 4;
}

function foot(doc: Doc, { position, hash }: MonthStatement['head']): void {
  if (doc.y > doc.page.height - MARGIN - 120) doc.addPage();
  doc.moveDown(1);
  rule(doc);
  doc
    .fontSize(8)
    .fillColor(SOFT)
    .text(
      `This statement follows from the first ${position.toLocaleString('en-US')} events of ${BRAND}’s log. The fingerprint of that history:`,
    )
    .font('mono')
    .fontSize(7)
    .text(hash)
    .font('plain')
    .fontSize(8)
    .text(proofWords[1]);
  const { start, count } = doc.bufferedPageRange();
  for (let n = start; n < start + count; n++) {
    doc.switchToPage(n);
    const bottom = doc.page.margins.bottom;
    doc.page.margins.bottom = 0;
    doc
      .fontSize(8)
      .fillColor(SOFT)
      .text(`Page ${n + 1} of ${count}`, MARGIN, doc.page.height - 36, { width: widthOf(doc), align: 'right', lineBreak: false });
    doc.page.margins.bottom = bottom;
  }
  doc.end();
}

export function monthPdf(s: MonthStatement, paper: Paper): Doc {
  const end = new Date(Date.UTC(Number(s.month.slice(0, 4)), Number(s.month.slice(5)), 1) - 1).toISOString();
  const doc = begin(`${BRAND} statement ${s.month}`, end, paper);
  heading(doc, `Statement of ${monthName(s.month)}`, 'Commission account, in euros. Days are UTC.', s.payee);
  facts(doc, [['Opening balance', amount(s.openingCents)]]);
  rule(doc);
  row(
    doc,
    COLUMNS.map(([name]) => name),
    true,
  );
  rule(doc);
  for (const m of s.movements) row(doc, [day(m.at), m.why, `${m.cents > 0 ? '+' : ''}${amount(m.cents)}`, amount(m.balanceCents)]);
  if (!s.movements.length) row(doc, ['', 'Nothing moved in this month.', '', '']);
  rule(doc);
  facts(
    doc,
    [
      ['Sum of movements', amount(s.closingCents - s.openingCents)],
      ['Closing balance', amount(s.closingCents)],
      ...(s.onHoldCents ? [['of which on hold', amount(s.onHoldCents)] as const] : []),
    ],
    'Closing balance',
  );
  doc.moveDown(0.8);
  doc.font('bold').text('Terms at the end of the month').font('plain').moveDown(0.4);
  facts(doc, s.terms);
  foot(doc, s.head);
  return doc;
}

export function payoutPdf(s: PayoutStatement, paper: Paper): Doc {
  const doc = begin(`${BRAND} payout ${s.cashoutId}`, s.paidAt, paper);
  heading(doc, `Payout of ${amount(s.cents)}`, 'Commission paid to an affiliate.', s.payee);
  facts(
    doc,
    [
      ['Cashout', s.cashoutId],
      ['Asked for', day(s.requestedAt)],
      ['Paid', day(s.paidAt)],
      ['Paid to', s.paidTo],
      ...(s.reference ? [['Reference', s.reference] as const] : []),
      ['Amount', amount(s.cents)],
    ],
    'Amount',
  );
  foot(doc, s.head);
  return doc;
}
