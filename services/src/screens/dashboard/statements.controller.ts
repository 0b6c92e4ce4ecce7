import { Controller, Header, Inject, Param, StreamableFile } from '@nestjs/common';
import { type StatementsView, toEuros } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { AccountExports } from './account-export.ts';
import { csvOf } from '../csv.ts';
import { type MonthStatement, StatementMaker } from './month-statement.ts';
import { monthPdf, payoutPdf } from './statement.pdf.ts';

const attached = (name: string) => `attachment; filename="${name}"`;

/** Opening, every movement and closing: what is on the account after each. */
const csv = ({ month, openingCents, movements, closingCents }: MonthStatement): string => {
  return csvOf(
    ['date', 'what', 'amount', 'balance'],
    [
      { date: `${month}-01`, what: 'Opening balance', balance: toEuros(openingCents) },
      ...movements.map((m) => ({ date: m.at, what: m.why, amount: toEuros(m.cents), balance: toEuros(m.balanceCents) })),
      { what: 'Closing balance', balance: toEuros(closingCents) },
    ],
  );
};

/** Statements of an affiliate's account (docs/product.md#affiliate-dashboard). */
@Controller()
export class StatementsController {
  constructor(
    private readonly statements: StatementMaker,
    private readonly exports: AccountExports,
    @Inject(CLOCK) private readonly now: Clock,
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
  @Header('Content-Disposition', attached('statement.pdf'))
  async monthPdf(
    @Who() { id }: Account,
    @Param('month') month: string,
    @Query() query: QueryOf<'GET /api/affiliate/statements/:month.pdf'>,
  ): Promise<StreamableFile> {
    const { paper = 'a4' } = query;
    const statement = await this.statements.ofMonth(id, month, this.now());
    return new StreamableFile(monthPdf(statement, paper), { type: 'application/pdf' });
  }

  @Answers('GET /api/affiliate/statements/:month.csv')
  @Header('Content-Type', 'text/csv; charset=utf-8')
  @Header('Content-Disposition', attached('statement.csv'))
  async monthCsv(@Who() { id }: Account, @Param('month') month: string): Promise<string> {
    return csv(await this.statements.ofMonth(id, month, this.now()));
  }

  @Answers('GET /api/affiliate/statements/export')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Content-Disposition', attached('framelift-account.jsonl'))
  async account(@Who() { id }: Account): Promise<StreamableFile> {
    return new StreamableFile(await this.exports.of(id));
  }

  @Answers('GET /api/affiliate/payouts/:id.pdf')
  @Header('Content-Disposition', attached('payout.pdf'))
  async payout(
    @Who() who: Account,
    @Param('id') id: string,
    @Query() query: QueryOf<'GET /api/affiliate/payouts/:id.pdf'>,
  ): Promise<StreamableFile> {
    const { paper = 'a4' } = query;
    return new StreamableFile(payoutPdf(await this.statements.ofPayout(who.id, id), paper), { type: 'application/pdf' });
  }
}
