import { Controller, Header, Query } from '@nestjs/common';
import { BREAKDOWNS, type BreakdownView } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers } from '../../http/answers.ts';
import { oneOf, type QueryParams, rangeOf } from '../../http/list-query.ts';
import { ReadsOwnFrom } from '../../http/reads-from.ts';
import { Breakdowns } from './breakdown.view.ts';

const asked = (query: QueryParams) => [oneOf(query, 'by', BREAKDOWNS) ?? 'campaign', rangeOf(query)] as const;

@Controller()
export class BreakdownController {
  constructor(private readonly breakdowns: Breakdowns) {}

  @Answers('GET /api/affiliate/breakdown')
  @ReadsOwnFrom('breakdown')
  read(@Who() who: Account, @Query() query: QueryParams): Promise<BreakdownView> {
    return this.breakdowns.read(who.id, ...asked(query));
  }

  @Answers('GET /api/affiliate/breakdown.csv')
  @ReadsOwnFrom('breakdown')
  @Header('Content-Type', 'text/csv; charset=utf-8')
  @Header('Content-Disposition', 'attachment; filename="breakdown.csv"')
  csv(@Who() who: Account, @Query() query: QueryParams): Promise<string> {
    return this.breakdowns.csv(who.id, ...asked(query));
  }
}
