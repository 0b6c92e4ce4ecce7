import { Controller, Param, Query } from '@nestjs/common';
import type { EventsView, OneEventView } from '@framelift/contracts';
import { Answers } from '../../http/answers.ts';
import { Reply } from '../../http/reply.ts';
import { parseListQuery, positionFrom, textOf, timeFrom } from '../../engine/projecting/page.ts';
import { EventHistory, type Wanted } from './event-history.view.ts';

const USUAL = 50;

@Controller()
export class EventHistoryController {
  constructor(private readonly history: EventHistory) {}

  @Answers('GET /api/admin/events')
  async events(@Query() query: Record<string, unknown>): Promise<Reply<EventsView>> {
    const view = await this.history.events(wanted(query));
    return new Reply(view, view.head.position);
  }

  @Answers('GET /api/admin/events/:position')
  one(@Param('position') position: string): Promise<OneEventView> {
    return this.history.one(positionFrom(position));
  }
}

function wanted(query: Record<string, unknown>): Wanted {
  const { after, limit } = parseListQuery(query, USUAL);
  const asked: Wanted = { limit: limit! };
  if (after !== undefined) asked.after = positionFrom(after);
  const before = textOf(query, 'before');
  if (before !== undefined) asked.before = positionFrom(before);
  for (const name of ['type', 'stream', 'actor', 'affiliate', 'from', 'to', 'search'] as const) {
    const text = textOf(query, name)?.trim();
    if (text) asked[name] = name === 'from' || name === 'to' ? timeFrom(text).toISOString() : text;
  }
  return asked;
}
