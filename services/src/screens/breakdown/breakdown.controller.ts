import { Controller, type StreamableFile } from '@nestjs/common';
import type { BreakdownView } from '@framelift/contracts';
import { type Account, Who } from '../../http/allow.ts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { attachment } from '../../http/attachment.ts';
import { Query } from '../../http/query.ts';
import { ReadsOwnFrom } from '../../http/reads-from.ts';
import { Breakdowns } from './breakdown.view.ts';

const chosen = ({ by = 'campaign', range = '30' }: QueryOf<'GET /api/affiliate/breakdown'>) => [by, range] as const;

@Controller()
export class BreakdownController {
  constructor(private readonly breakdowns: Breakdowns) {}

  @Answers('GET /api/affiliate/breakdown')
  @ReadsOwnFrom('breakdown')
  read(@Who() who: Account, @Query() query: QueryOf<'GET /api/affiliate/breakdown'>): Promise<BreakdownView> {
    return this.breakdowns.read(who.id, ...chosen(query));
  }

  @Answers('GET /api/affiliate/breakdown.csv')
  @ReadsOwnFrom('breakdown')
  async csv(@Who() who: Account, @Query() query: QueryOf<'GET /api/affiliate/breakdown.csv'>): Promise<StreamableFile> {
    const [by, range] = chosen(query);
    const days = range === 'all' ? 'all' : `${range}-days`;
    return attachment(['performance-by', by, days, who.id], 'csv', await this.breakdowns.csv(who.id, by, range));
  }
}
