import { Controller, Param } from '@nestjs/common';
import type { EventsView, OneEventView } from '@framelift/contracts';
import { Answers, type QueryOf } from '../../http/answers.ts';
import { Query } from '../../http/query.ts';
import { listQuery, positionAfter, positionFrom } from '../../http/list-query.ts';
import { Reply } from '../../http/reply.ts';
import { EventHistory, type EventQuery } from './event-history.view.ts';

const PAGE = 50;

@Controller()
export class EventHistoryController {
  constructor(private readonly history: EventHistory) {}

  @Answers('GET /api/admin/events')
  async events(@Query() query: QueryOf<'GET /api/admin/events'>): Promise<Reply<EventsView>> {
    const view = await this.history.events(eventQuery(query));
    return new Reply(view, view.head.position);
  }

  @Answers('GET /api/admin/events/:position')
  one(@Param('position') position: string): Promise<OneEventView> {
    return this.history.one(positionFrom(position));
  }
}

function eventQuery(query: QueryOf<'GET /api/admin/events'>): EventQuery {
  const list = listQuery(query, PAGE);
  const { sort, ...filters } = query;
  return { ...filters, limit: list.limit, after: positionAfter(list), oldestFirst: sort === 'position' };
}
