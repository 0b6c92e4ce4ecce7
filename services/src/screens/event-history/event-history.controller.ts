import { Controller, Param, Query } from '@nestjs/common';
import type { EventsView, OneEventView } from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { oneOf, parseListQuery, positionAfter, positionFrom, type QueryParams, textOf, timeFrom } from '../../http/list-query.ts';
import { Reply } from '../../http/reply.ts';
import { EventHistory, type EventQuery } from './event-history.view.ts';

const PAGE = 50;

@Controller()
export class EventHistoryController {
  constructor(private readonly history: EventHistory) {}

  @Answers('GET /api/admin/events')
  async events(@Query() query: QueryParams): Promise<Reply<EventsView>> {
    const view = await this.history.events(eventQuery(query));
    return new Reply(view, view.head.position);
  }

  @Answers('GET /api/admin/events/:position')
  one(@Param('position') position: string): Promise<OneEventView> {
    return this.history.one(positionFrom(position));
  }
}

function eventQuery(query: QueryParams): EventQuery {
  const list = parseListQuery(query, PAGE);
  const oldestFirst = oneOf(query, 'sort', ['position', '-position']) === 'position';
  const asked: EventQuery = { limit: list.limit, after: positionAfter(list), oldestFirst };
  const position = textOf(query, 'position');
  if (position !== undefined) asked.position = positionFrom(position);
  for (const name of ['type', 'stream', 'actor', 'affiliate', 'from', 'to', 'search'] as const) {
    const text = textOf(query, name)?.trim();
    if (text) asked[name] = name === 'from' || name === 'to' ? timeFrom(text).toISOString() : text;
  }
  return asked;
}
