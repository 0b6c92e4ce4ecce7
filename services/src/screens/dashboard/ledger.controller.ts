import { Controller, Param, type StreamableFile } from '@nestjs/common';
import { type HistoryView, type LedgerView, rules, type StatementView } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { attachment } from '../../http/attachment.ts';
import { Query } from '../../http/query.ts';
import { listQuery, positionAfter } from '../../http/list-query.ts';
import { FreshTo, ReadsFrom, ReadsOwnFrom } from '../../http/reads-from.ts';
import { Histories } from './history.view.ts';
import { type LedgerQuery, Ledgers } from './ledger.view.ts';
import { Statements } from './statement.view.ts';

/** The sources of a balance, and its value at any past moment. */
@Controller()
export class LedgerController {
  constructor(
    private readonly ledgers: Ledgers,
    private readonly statements: Statements,
    private readonly histories: Histories,
  ) {}

  @Answers('GET /api/affiliate/ledger')
  @ReadsOwnFrom('dashboard')
  ledger(@Who() who: Account, @FreshTo() position: number, @Query() query: QueryOf<'GET /api/affiliate/ledger'>): Promise<LedgerView> {
    return this.ledgers.read(who.id, position, ledgerQuery(query));
  }

  @Answers('GET /api/admin/affiliates/:id/ledger')
  @ReadsFrom('dashboard')
  ledgerOf(
    @Param('id') id: string,
    @FreshTo() position: number,
    @Query() query: QueryOf<'GET /api/admin/affiliates/:id/ledger'>,
  ): Promise<LedgerView> {
    return this.ledgers.read(id, position, ledgerQuery(query));
  }

  @Answers('GET /api/affiliate/ledger.csv')
  @ReadsOwnFrom('dashboard')
  async csv(
    @Who() who: Account,
    @FreshTo() position: number,
    @Query() query: QueryOf<'GET /api/affiliate/ledger.csv'>,
  ): Promise<StreamableFile> {
    const { kind, from, to } = query;
    const what = ['ledger', ...[kind, from && `from-${from.slice(0, 10)}`, to && `to-${to.slice(0, 10)}`].flatMap((part) => part ?? [])];
    return attachment([...what, who.id], 'csv', await this.ledgers.csv(who.id, position, query));
  }

  @Answers('GET /api/affiliate/statement')
  @ReadsOwnFrom('dashboard')
  statement(@Who() who: Account, @FreshTo() position: number): Promise<StatementView> {
    return this.statements.read(who.id, position);
  }

  /** Folds the streams themselves, so it needs no read model and is never behind. */
  @Answers('GET /api/admin/affiliates/:id/history')
  history(@Param('id') id: string, @Query() query: QueryOf<'GET /api/admin/affiliates/:id/history'>): Promise<HistoryView> {
    const { at = String(Number.MAX_SAFE_INTEGER) } = query;
    return this.histories.read(id, /^\d+$/.test(at) ? Number(at) : new Date(at));
  }
}

function ledgerQuery(query: QueryOf<'GET /api/affiliate/ledger'>): LedgerQuery {
  const list = listQuery(query, rules.recentSales);
  return { ...query, after: positionAfter(list), limit: list.limit };
}
