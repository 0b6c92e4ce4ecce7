import type { Paper } from '@framelift/contracts';
import type { MonthStatement, PayoutStatement } from './month-statement.ts';
import * as first from './statement-1.pdf.ts';
import * as second from './statement-2.pdf.ts';

/** The third one is the second, with the product of a sale in its line; in the fourth, amounts lead to their panels (month-statement.ts). */
const layouts = { 1: first, 2: second, 3: second, 4: second } as const;

/** A statement in the layout it was issued with. */
export const monthPdf = (statement: MonthStatement, paper: Paper): PDFKit.PDFDocument =>
  layouts[statement.layout].monthPdf(statement, paper);
export const payoutPdf = (statement: PayoutStatement, paper: Paper): PDFKit.PDFDocument =>
  layouts[statement.layout].payoutPdf(statement, paper);
