import { Controller } from '@nestjs/common';
import type { AccessesView } from '@framelift/contracts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery, positionAfter } from '../../http/list-query.ts';
import { ReadsFrom } from '../../http/reads-from.ts';
import { AccessRecords } from './access-records.ts';

const PAGE = 50;

@Controller()
export class AccessController {
  constructor(private readonly accesses: AccessRecords) {}

  @Answers('GET /api/admin/accesses')
  @ReadsFrom('accounts')
  list(@Query() query: QueryOf<'GET /api/admin/accesses'>): Promise<AccessesView> {
    const page = listQuery(query, PAGE);
    return this.accesses.list(positionAfter(page), page.limit);
  }
}
