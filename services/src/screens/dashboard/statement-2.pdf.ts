import { type Brand, coloursOf, firstBrand, type Paper } from '@framelift/contracts';
import { type Font, openSync } from 'fontkit';
import Pdf from 'pdfkit';
import type { Issuer, MonthStatement, Payee, PayoutStatement } from './month-statement.ts';
import { proofWords } from './statement-layout.ts';
import { FONTS, registerFonts } from './statement-fonts.ts';
import { heightOf, write } from './statement-text.ts';

const MARGIN = 56;
/** Kept free on every page for its number, and on the last one for the fingerprint. */
const FOOT = 84;
const [INK, SOFT, LINE] = ['#141810', '#5d6555', '#e0e3d8'];
const [SMALL, TEXT] = [7, 9];

export const amount = (cents: number): string =>
  `${cents < 0 ? '−' : ''}€${Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const utc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const [days, months] = [utc({ dateStyle: 'medium' }), utc({ month: 'long', year: 'numeric' })];
export const day = (at: string): string => days.format(new Date(at));

export type Doc = PDFKit.PDFDocument;
interface Look {
  width: number;
  align?: 'left' | 'right';
  size?: number;
  color?: string;
  bold?: boolean;
}

let brandLetters: Font | undefined;
/** Whether the brand's font has every letter; other scripts are set in the fonts of the first layout. */
const isBranded = (text: string): boolean => {
  brandLetters ??= openSync(FONTS.regular) as Font;
  return [...text].every((sign) => sign === '\n' || brandLetters!.hasGlyphForCodePoint(sign.codePointAt(0)!));
};

const looking = (doc: Doc, text: string, { size = TEXT, color = INK, bold }: Look): Doc =>
  doc
    .font(isBranded(text) ? (bold ? 'bold' : 'regular') : 'plain')
    .fontSize(size)
    .fillColor(color);

/** Sets a text, and leaves the next line below it. */
function put(doc: Doc, text: string, x: number, y: number, look: Look): void {
  const { width, align = 'left' } = look;
  looking(doc, text, look);
  if (isBranded(text)) doc.text(text, x, y, { width, align, lineGap: 1.5 });
  else write(doc, text, x, y, { width, align });
}

const heightAs = (doc: Doc, text: string, look: Look): number => {
  looking(doc, text, look);
  return isBranded(text) ? doc.heightOfString(text, { width: look.width, lineGap: 1.5 }) : heightOf(doc, text, look);
};

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;
const rule = (doc: Doc, y = doc.y): void => {
  doc
    .moveTo(MARGIN, y)
    .lineTo(doc.page.width - MARGIN, y)
    .lineWidth(0.6)
    .strokeColor(LINE)
    .stroke();
  doc.y = y;
};

/** The accent as it is read on paper. The first one is the design's. */
const accentOf = ({ accent }: Brand): string => (accent === firstBrand.accent ? '#436100' : coloursOf(accent).text[0]);

/** The logo, or the site's mark, frame times that rise; and the name beside it. */
function head(doc: Doc, { brand, logo }: Issuer, x: number, y: number): void {
  if (logo) doc.image(logo, x, y, { fit: [20, 20], align: 'center', valign: 'center' });
  else mark(doc, accentOf(brand), x, y);
  put(doc, brand.name, x + 28, y + 3, { width: widthOf(doc) - 28, size: 14, bold: true });
}

function mark(doc: Doc, accent: string, x: number, y: number): void {
  const bars = [
    [1, 14, 9, 1],
    [7, 9, 14, 1],
    [13, 11.5, 11.5, 0.55],
    [19, 1, 22, 1],
  ] as const;
  const scale = 20 / 24;
  for (const [left, top, height, opacity] of bars)
    doc
      .roundedRect(x + left * scale, y + top * scale, 4.5 * scale, height * scale, scale)
      .fillOpacity(opacity)
      .fill(accent);
  doc.fillOpacity(1);
}

interface Head {
  title: string;
  subtitle: string;
  /** What it comes to, before anything else. */
  total: readonly [name: string, amount: string, note: string | null];
  payee: Payee;
  /** Above both parties, and beside them: a title and lines. */
  labels?: readonly [from: string, to: string];
  aside?: readonly [title: string, lines: readonly string[]];
}

/** A document whose bytes follow from its content alone: its date is the statement's, not today's. */
export function begin(
  issuer: Issuer,
  name: string,
  at: string,
  paper: Paper,
  { title, subtitle, total, payee, labels = ['From', 'To'], aside }: Head,
): Doc {
  const { brand } = issuer;
  const doc = new Pdf({
    size: paper === 'letter' ? 'LETTER' : 'A4',
    margin: MARGIN,
    bufferPages: true,
    font: FONTS.regular,
    info: { Title: name, Author: brand.name, CreationDate: new Date(at), ModDate: new Date(at) },
  });
  registerFonts(doc, brand);
  const width = widthOf(doc);
  head(doc, issuer, MARGIN, 48);
  put(doc, title, MARGIN, 92, { width, size: 20, bold: true });
  put(doc, subtitle, MARGIN, doc.y + 2, { width, color: SOFT });
  const [totalName, totalAmount, note] = total;
  put(doc, totalName, MARGIN, doc.y + 14, { width, color: SOFT });
  put(doc, totalAmount, MARGIN, doc.y + 1, { width, size: 26, bold: true });
  if (note) put(doc, note, MARGIN, doc.y + 1, { width, color: SOFT });
  rule(doc, doc.y + 16);
  parties(doc, brand, payee, labels, aside);
  return doc;
}

function parties(
  doc: Doc,
  { name: seller, address: lines }: Brand,
  { id, username, billing: { name, address, country, taxNumber } }: Payee,
  labels: readonly [string, string],
  aside: Head['aside'],
): void {
  const top = doc.y + 14;
  const block = ([begins, ends]: readonly [number, number], label: string, lines: readonly (string | null)[]): number => {
    const [x, width] = [MARGIN + begins * widthOf(doc), (ends - begins) * widthOf(doc) - 14];
    put(doc, label, x, top, { width, size: 8, color: SOFT });
    for (const line of lines) if (line) put(doc, line, x, doc.y + 1, { width });
    return doc.y;
  };
  const payee = [
    name ?? username,
    name ? `Affiliate ${username}` : `Affiliate ${id}`,
    address,
    country,
    taxNumber && `Tax number ${taxNumber}`,
  ];
  const ends = [
    block([0, 0.22], labels[0], [seller, ...lines]),
    block([0.22, 0.67], labels[1], payee),
    aside ? block([0.67, 1], ...aside) : 0,
  ];
  doc.y = Math.max(...ends) + 20;
}

export type Columns = readonly Column[];
type Column = readonly [name: string, begins: number, part: number, align: 'left' | 'right'];
/** The columns of the movements: begin and width as parts of the page's width. */
const COLUMNS: Columns = [
  ['Date (UTC)', 0, 0.14, 'left'],
  ['Transaction', 0.14, 0.54, 'left'],
  ['Amount', 0.68, 0.15, 'right'],
  ['Balance', 0.83, 0.17, 'right'],
];

interface Row {
  links: readonly (string | undefined)[];
}

const bottomOf = (doc: Doc): number => doc.page.height - FOOT;

export function tableHead(doc: Doc, columns = COLUMNS): void {
  const y = doc.y;
  for (const [name, begins, part, align] of columns)
    put(doc, name, MARGIN + begins * widthOf(doc), y, { width: part * widthOf(doc), align, size: 8, color: SOFT });
  rule(doc, y + 15);
}

/** `links`: where cells lead. */
export function row(doc: Doc, cells: readonly string[], { columns = COLUMNS, bold = false, links = [] as Row['links'] } = {}): void {
  const width = widthOf(doc);
  const looks = columns.map(([, , part, align]) => ({ width: part * width - (align === 'left' ? 8 : 0), align, bold, size: 8.5 }));
  const height = Math.max(...cells.map((text, i) => heightAs(doc, text, looks[i]!)));
  if (doc.y + height + 8 > bottomOf(doc)) {
    doc.addPage();
    tableHead(doc, columns);
  }
  const y = doc.y + 4;
  for (const [i, [, begins]] of columns.entries()) {
    const [x, look] = [MARGIN + begins * width, looks[i]!];
    put(doc, cells[i]!, x, y, look);
    if (links[i]) doc.link(x, y, look.width, height, links[i]);
  }
  rule(doc, y + height + 3);
}

/** Numbers every page; the last one also names the log that it follows from, which takes no page for itself. */
export function foot(doc: Doc, brand: string, name: string, { position, hash }: MonthStatement['head']): void {
  const { start, count } = doc.bufferedPageRange();
  const width = widthOf(doc);
  for (let n = start; n < start + count; n++) {
    doc.switchToPage(n);
    // The foot is below the margin, where a text would otherwise begin another page.
    doc.page.margins.bottom = 0;
    const top = bottomOf(doc) + 16;
    rule(doc, top);
    put(doc, `Page ${n + 1} of ${count}`, MARGIN, top + 8, { width, align: 'right', size: SMALL, color: SOFT });
    const events = position.toLocaleString('en-US');
    const about = `${name} follows from the first ${events} events of ${brand}’s log. The fingerprint of that history:`;
    if (n < start + count - 1) put(doc, name, MARGIN, top + 8, { width, size: SMALL, color: SOFT });
    else {
      put(doc, about, MARGIN, top + 8, { width: width - 60, size: SMALL, color: SOFT });
      doc
        .font('mono')
        .fontSize(6.5)
        .text(hash, MARGIN, doc.y + 1, { width });
      put(doc, proofWords[2], MARGIN, doc.y + 2, { width, size: SMALL, color: SOFT });
    }
  }
  doc.end();
}

export function monthPdf(s: MonthStatement, paper: Paper): Doc {
  const end = new Date(Date.UTC(Number(s.month.slice(0, 4)), Number(s.month.slice(5)), 1) - 1).toISOString();
  const title = `${months.format(new Date(end))} statement`;
  const doc = begin(s, `${s.brand.name} statement ${s.month}`, end, paper, {
    title,
    subtitle: 'Commission account, in euros',
    total: ['Closing balance', amount(s.closingCents), s.onHoldCents ? `of which ${amount(s.onHoldCents)} on hold` : null],
    payee: s.payee,
    aside: ['Terms at the end of the month', s.terms.map(([name, value]) => `${name}: ${value}`)],
  });
  tableHead(doc);
  const [opening, closing] = s.links ?? [];
  row(doc, ['', 'Opening balance', '', amount(s.openingCents)], { links: ['', '', '', opening] });
  for (const m of s.movements)
    row(doc, [day(m.at), m.why, `${m.cents > 0 ? '+' : ''}${amount(m.cents)}`, amount(m.balanceCents)], {
      links: ['', '', ...(m.links ?? [])],
    });
  if (!s.movements.length) row(doc, ['', 'No transactions in this month.', '', '']);
  const sum = s.closingCents - s.openingCents;
  row(doc, ['', 'Closing balance', `${sum > 0 ? '+' : ''}${amount(sum)}`, amount(s.closingCents)], {
    bold: true,
    links: ['', '', '', closing],
  });
  foot(doc, s.brand.name, title, s.head);
  return doc;
}

export function payoutPdf(s: PayoutStatement, paper: Paper): Doc {
  const doc = begin(s, `${s.brand.name} payout ${s.cashoutId}`, s.paidAt, paper, {
    title: 'Payout',
    subtitle: 'Commission paid to an affiliate, in euros',
    total: ['Amount paid', amount(s.cents), `Paid on ${day(s.paidAt)}`],
    payee: s.payee,
  });
  facts(doc, [
    ['Cashout', s.cashoutId],
    ['Requested', day(s.requestedAt)],
    ['Paid', day(s.paidAt)],
    ['Paid to', s.paidTo],
    ...(s.reference ? [['Reference', s.reference] as const] : []),
    ['Amount', amount(s.cents), s.link],
  ]);
  foot(doc, s.brand.name, 'This payout', s.head);
  return doc;
}

/** What a document says, a line each; the last is what it comes to. */
export function facts(doc: Doc, lines: readonly (readonly [name: string, value: string, link?: string])[]): void {
  rule(doc);
  for (const [i, [name, value, link]] of lines.entries()) {
    const [y, bold, width] = [doc.y + 6, i === lines.length - 1, widthOf(doc)];
    const look = { width: width * 0.7, align: 'right', bold } as const;
    put(doc, name, MARGIN, y, { width: width * 0.3, color: bold ? INK : SOFT, bold });
    put(doc, value, MARGIN + width * 0.3, y, look);
    if (link) doc.link(MARGIN + width * 0.3, y, look.width, heightAs(doc, value, look), link);
    rule(doc, y + heightAs(doc, value, look) + 5);
  }
}
export const note = (doc: Doc, text: string): void => {
  if (text) put(doc, text, MARGIN, doc.y + 12, { width: widthOf(doc), color: SOFT });
};
