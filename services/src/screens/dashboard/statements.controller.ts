import { Controller, Inject, Param, type StreamableFile } from '@nestjs/common';
import { fileName, type StatementsView, toEuros } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { attachment } from '../../http/attachment.ts';
import { Query } from '../../http/query.ts';
import { CurrentBrand } from '../../published/current-brand.ts';
import { type Clock, LOG_CLOCK } from '../../platform/tokens.ts';
import { AccountExports } from './account-export.ts';
import { StatementMaker } from './month-statement.ts';
import { monthCsv, payoutCsv } from './statement.csv.ts';
import { monthPdf, payoutPdf } from './statement.pdf.ts';

/** Statements of an affiliate's account (docs/product.md#affiliate-dashboard). */
@Controller()
export class StatementsController {
  constructor(
    private readonly statements: StatementMaker,
    private readonly exports: AccountExports,
    private readonly brand: CurrentBrand,
    @Inject(LOG_CLOCK) private readonly now: Clock,
  ) {}

  @Answers('GET /api/affiliate/statements')
  async list(@Who() { id }: Account): Promise<StatementsView> {
    const [months, payouts, billing] = await Promise.all([
      this.statements.months(id, this.now()),
      this.statements.payouts(id),
      this.statements.billing(id),
    ]);
    return { months, payouts: payouts.map(({ cents, ...payout }) => ({ ...payout, amount: toEuros(cents) })), billing };
  }

  @Answers('GET /api/affiliate/statements/:month.pdf')
  async monthPdf(
    @Who() { id }: Account,
    @Param('month') month: string,
    @Query() query: QueryOf<'GET /api/affiliate/statements/:month.pdf'>,
  ): Promise<StreamableFile> {
    const { paper = 'a4' } = query;
    const statement = await this.statements.ofMonth(id, month, this.now());
    return attachment(['statement', month, statement.payee.username], 'pdf', monthPdf(statement, paper));
  }

  @Answers('GET /api/affiliate/statements/:month.csv')
  async monthCsv(@Who() { id }: Account, @Param('month') month: string): Promise<StreamableFile> {
    const statement = await this.statements.ofMonth(id, month, this.now());
    return attachment(['statement', month, statement.payee.username], 'csv', monthCsv(statement));
  }

  @Answers('GET /api/affiliate/statements/export')
  async account(@Who() { id }: Account, @Query() query: QueryOf<'GET /api/affiliate/statements/export'>): Promise<StreamableFile> {
    return attachment([fileName(this.brand.now.name), 'account', id], 'jsonl', await this.exports.of(id, query.since ?? []));
  }

  @Answers('GET /api/affiliate/payouts/:id.pdf')
  async payout(
    @Who() who: Account,
    @Param('id') id: string,
    @Query() query: QueryOf<'GET /api/affiliate/payouts/:id.pdf'>,
  ): Promise<StreamableFile> {
    const { paper = 'a4' } = query;
    const statement = await this.statements.ofPayout(who.id, id);
    return attachment(['payout', id, statement.payee.username], 'pdf', payoutPdf(statement, paper));
  }

  @Answers('GET /api/affiliate/payouts/:id.csv')
  async payoutCsv(@Who() who: Account, @Param('id') id: string): Promise<StreamableFile> {
    const statement = await this.statements.ofPayout(who.id, id);
    return attachment(['payout', id, statement.payee.username], 'csv', payoutCsv(statement));
  }
}
