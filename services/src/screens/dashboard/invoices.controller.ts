import { Controller, Inject, Param, type StreamableFile } from '@nestjs/common';
import { datevDefaults, documentNamed, documentNumber, type InvoicesView, type Paper, refusals, toEuros } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { attachment } from '../../http/attachment.ts';
import { Query } from '../../http/query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { Refused } from '../../platform/refused.ts';
import { type Clock, LOG_CLOCK } from '../../platform/tokens.ts';
import { Bookkeeping, bookkeepingCsv, datevFile } from './bookkeeping.ts';
import { invoicePdf, yearPdf } from './invoice.pdf.ts';
import { amountsOf, Invoices, numberOf } from './invoices.ts';

/** Self-billing invoices of affiliates, and the seller's books (docs/rules.md#32-bookkeeping). */
@Controller()
export class InvoicesController {
  constructor(
    private readonly invoices: Invoices,
    private readonly bookkeeping: Bookkeeping,
    @Inject(LOG_CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/affiliate/invoices')
  async list(@Who() { id }: Account): Promise<InvoicesView> {
    const documents = await this.invoices.list(id);
    const thisYear = new Date(this.now()).getUTCFullYear();
    return {
      invoices: documents.map((one) => {
        const { netCents, taxCents, totalCents } = amountsOf(one);
        return {
          number: numberOf(one),
          cashoutId: one.cashoutId,
          issuedAt: one.issuedAt,
          net: toEuros(netCents),
          tax: toEuros(taxCents),
          total: toEuros(totalCents),
          taxation: one.document.tax,
          cancels: one.cancels && documentNumber(one.cancels),
        };
      }),
      years: [...new Set(documents.map(({ document: { year } }) => year))].filter((year) => year < thisYear).toSorted((a, b) => b - a),
    };
  }

  @Answers('GET /api/affiliate/invoices/:number.pdf')
  invoice(
    @Who() { id }: Account,
    @Param('number') number: string,
    @Query() { paper }: QueryOf<'GET /api/affiliate/invoices/:number.pdf'>,
  ): Promise<StreamableFile> {
    return this.pdf(id, number, paper);
  }

  @Answers('GET /api/admin/invoices/:number.pdf')
  async any(@Param('number') number: string, @Query() { paper }: QueryOf<'GET /api/admin/invoices/:number.pdf'>): Promise<StreamableFile> {
    return this.pdf(await this.invoices.ownerOf(named(number)), number, paper);
  }

  @Answers('GET /api/affiliate/invoice-years/:year.pdf')
  async year(
    @Who() { id }: Account,
    @Param('year') year: string,
    @Query() { paper = 'a4' }: QueryOf<'GET /api/affiliate/invoice-years/:year.pdf'>,
  ): Promise<StreamableFile> {
    if (!/^20\d\d$/.test(year)) throw new Refused(refusals.noStatement, 'missing');
    const sheet = await this.invoices.sheet(id, Number(year), this.now());
    return attachment(['invoices', year, sheet.payee.username], 'pdf', yearPdf(sheet, paper));
  }

  @Answers('GET /api/admin/bookkeeping.csv')
  @ReadsFrom('dashboard', 'accounts')
  async books(@Query() query: QueryOf<'GET /api/admin/bookkeeping.csv'>): Promise<StreamableFile> {
    const at = new Date(this.now());
    const { year = at.getUTCFullYear(), format = 'csv', ...accounts } = query;
    const movements = await this.bookkeeping.movements(year);
    const isDatev = format === 'datev';
    const content = isDatev ? datevFile(year, movements, { ...datevDefaults, ...accounts }, at.toISOString()) : bookkeepingCsv(movements);
    return attachment([isDatev ? 'EXTF_bookkeeping' : 'bookkeeping', String(year)], 'csv', content);
  }

  private async pdf(affiliateId: string, number: string, paper: Paper = 'a4'): Promise<StreamableFile> {
    const invoice = await this.invoices.one(affiliateId, named(number));
    return attachment(['invoice', number, invoice.payee.username], 'pdf', invoicePdf(invoice, paper));
  }
}

function named(text: string) {
  const document = documentNamed(text);
  if (!document) throw new Refused(refusals.noInvoice, 'missing');
  return document;
}
