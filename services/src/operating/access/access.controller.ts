import { Controller, Query } from '@nestjs/common';
import type { AccessesView } from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { parseListQuery, positionAfter, type QueryParams } from '../../http/list-query.ts';
import { AccessRecords } from './access-records.ts';

const PAGE = 50;

@Controller()
export class AccessController {
  constructor(private readonly accesses: AccessRecords) {}

  @Answers('GET /api/admin/accesses')
  list(@Query() query: QueryParams): Promise<AccessesView> {
    const asked = parseListQuery(query, PAGE);
    return this.accesses.list(positionAfter(asked), asked.limit);
  }
}
