import { Controller, Header, Param, Query } from '@nestjs/common';
import { type HistoryView, type LedgerView, rules, type StatementView } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { parseListQuery, positionAfter, positionFrom, type QueryParams, textOf, timeFrom } from '../../http/list-query.ts';
import { FreshTo, ReadsOwnFrom } from '../../http/reads-from.ts';
import { Histories } from './history.view.ts';
import { type AskedLedger, Ledgers } from './ledger.view.ts';
import { Statements } from './statement.view.ts';

const filters = (query: QueryParams): AskedLedger => {
  const [from, to] = [textOf(query, 'from'), textOf(query, 'to')];
  return { kind: textOf(query, 'kind'), from: from && timeFrom(from).toISOString(), to: to && timeFrom(to).toISOString() };
};

/** Where a balance comes from, and what it was at any past moment. */
@Controller()
export class LedgerController {
  constructor(
    private readonly ledgers: Ledgers,
    private readonly statements: Statements,
    private readonly histories: Histories,
  ) {}

  @Answers('GET /api/affiliate/ledger')
  @ReadsOwnFrom('dashboard')
  ledger(@Who() who: Account, @Query() query: QueryParams): Promise<LedgerView> {
    const list = parseListQuery(query, rules.recentSales);
    return this.ledgers.read(who.id, { ...filters(query), after: positionAfter(list), limit: list.limit });
  }

  @Answers('GET /api/affiliate/ledger.csv')
  @ReadsOwnFrom('dashboard')
  @Header('Content-Type', 'text/csv; charset=utf-8')
  @Header('Content-Disposition', 'attachment; filename="ledger.csv"')
  csv(@Who() who: Account, @Query() query: QueryParams): Promise<string> {
    const asked = filters(query);
    return this.ledgers.csv(who.id, asked);
  }

  @Answers('GET /api/affiliate/statement')
  @ReadsOwnFrom('dashboard')
  statement(@Who() who: Account, @FreshTo() position: number): Promise<StatementView> {
    return this.statements.read(who.id, position);
  }

  /** Folds the streams themselves, so it needs no read model and is never behind. */
  @Answers('GET /api/admin/affiliates/:id/history')
  history(@Param('id') id: string, @Query() query: QueryParams): Promise<HistoryView> {
    const at = textOf(query, 'at') ?? String(Number.MAX_SAFE_INTEGER);
    return this.histories.read(id, /^\d+$/.test(at) ? positionFrom(at) : timeFrom(at));
  }
}
