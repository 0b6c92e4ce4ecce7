import { Controller, Header, Param, Query } from '@nestjs/common';
import { type HistoryView, type LedgerView, rules, type StatementView } from '@framelift/contracts';
import { type Account, LogAfter, Who } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { parseListQuery, positionAfter, positionFrom, type QueryParams, textOf, timeFrom } from '../../http/list-query.ts';
import { Reply } from '../../http/reply.ts';
import { Freshness } from '../../engine/projecting/freshness.ts';
import { Dashboards } from './dashboard.view.ts';
import { Histories } from './history.view.ts';
import { type AskedLedger, Ledgers } from './ledger.view.ts';
import { Statements } from './statement.view.ts';

const narrowed = (query: QueryParams): AskedLedger => {
  const [from, to] = [textOf(query, 'from'), textOf(query, 'to')];
  return { kind: textOf(query, 'kind'), from: from && timeFrom(from).toISOString(), to: to && timeFrom(to).toISOString() };
};

/** Where a balance comes from, and what it was at any past moment. */
@Controller()
export class LedgerController {
  constructor(
    private readonly dashboards: Dashboards,
    private readonly ledgers: Ledgers,
    private readonly statements: Statements,
    private readonly histories: Histories,
    private readonly freshness: Freshness,
  ) {}

  @Answers('GET /api/affiliate/ledger')
  async ledger(@Who() who: Account, @Query() query: QueryParams, @LogAfter() seen: number | undefined): Promise<Reply<LedgerView>> {
    const list = parseListQuery(query, rules.recentSales);
    const asked = { ...narrowed(query), after: positionAfter(list), limit: list.limit };
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await this.ledgers.of(who.id, asked), position);
  }

  @Answers('GET /api/affiliate/ledger.csv')
  @Header('Content-Type', 'text/csv; charset=utf-8')
  @Header('Content-Disposition', 'attachment; filename="ledger.csv"')
  async csv(@Who() who: Account, @Query() query: QueryParams, @LogAfter() seen: number | undefined): Promise<Reply<string>> {
    const asked = narrowed(query);
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await this.ledgers.csv(who.id, asked), position);
  }

  @Answers('GET /api/affiliate/statement')
  async statement(@Who() who: Account, @LogAfter() seen: number | undefined): Promise<Reply<StatementView>> {
    const position = await this.freshness.upTo(['dashboard'], this.dashboards.partitions(who), seen);
    return new Reply(await this.statements.of(who.id, position), position);
  }

  /** Folds the streams themselves, so it needs no read model and is never behind. */
  @Answers('GET /api/admin/affiliates/:id/history')
  history(@Param('id') id: string, @Query() query: QueryParams): Promise<HistoryView> {
    const at = textOf(query, 'at') ?? String(Number.MAX_SAFE_INTEGER);
    return this.histories.of(id, /^\d+$/.test(at) ? positionFrom(at) : timeFrom(at));
  }
}
